// Ranks over MPI. The only place that knows of it, and not part of the library.
#pragma once

#include "graphsparse/core/communicator.hpp"

namespace graphsparse {

// Of all processes that mpirun has started; used by one thread of each. MPI begins with it and ends
// with it, unless abort() was called.
class MpiCommunicator final : public Communicator {
 public:
  MpiCommunicator(int& argc, char**& argv);
  ~MpiCommunicator() override;
  MpiCommunicator(const MpiCommunicator&) = delete;
  MpiCommunicator& operator=(const MpiCommunicator&) = delete;

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  void send(int to, std::span<const double> values) const override;
  void receive(int from, std::span<double> values) const override;
  void broadcast(int from, std::span<double> values) const override;
  void gather_all(std::span<const double> part, std::span<const std::size_t> sizes,
                  std::span<double> all) const override;
  double largest(double value) const override;
  void send_text(int to, const std::string& text) const override;
  bool has_text() const override;
  std::pair<int, std::string> receive_text() const override;

  // Ends all ranks, wherever they are; mpirun then has this status.
  [[noreturn]] static void abort(int status);

 private:
  int rank_ = 0;
  int size_ = 1;
};

}  // namespace graphsparse
