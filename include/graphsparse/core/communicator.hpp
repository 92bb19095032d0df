// What processes that work on one problem together (ranks) say to each other. The library knows
// this interface alone: over MPI it is spoken by graphsparse-mpi, in tests by threads.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>

namespace graphsparse {

// Every rank must make the same calls of broadcast(), gather_all() and largest() in the same order.
class Communicator {
 public:
  virtual ~Communicator() = default;

  virtual int rank() const = 0;  // from 0 on
  virtual int size() const = 0;
  bool is_first() const { return rank() == 0; }

  // From one rank to another; the receiver must know the size. May wait until it is received.
  virtual void send(int to, std::span<const double> values) const = 0;
  virtual void receive(int from, std::span<double> values) const = 0;

  // The values of one rank on all of them.
  virtual void broadcast(int from, std::span<double> values) const = 0;
  // The parts of all ranks, one after the other, on all of them; sizes[r] is the size of rank r's.
  virtual void gather_all(std::span<const double> part, std::span<const std::size_t> sizes,
                          std::span<double> all) const = 0;
  virtual double largest(double value) const = 0;

  // Text of any length, received from whoever sent one first.
  virtual void send_text(int to, const std::string& text) const = 0;
  virtual bool has_text() const = 0;  // whether receive_text() would not have to wait
  virtual std::pair<int, std::string> receive_text() const = 0;
};

// Whether any rank says so.
inline bool any_rank(const Communicator& ranks, bool says_so) {
  return ranks.largest(says_so ? 1.0 : 0.0) > 0.0;
}

}  // namespace graphsparse
