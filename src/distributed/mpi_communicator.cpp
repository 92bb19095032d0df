#include "distributed/mpi_communicator.hpp"

#define OMPI_SKIP_MPICXX 1  // NOLINT: a setting of Open MPI, whose C++ interface is not used
#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <vector>

namespace graphsparse {
namespace {

constexpr int kValues = 1;
constexpr int kText = 2;
// A count is an int.
constexpr std::size_t kMostAtOnce = std::size_t{1} << 28U;

// Calls act(begin, count) for pieces that MPI can count.
template <class Act>
void in_pieces(std::size_t size, Act act) {
  for (std::size_t begin = 0; begin < size; begin += kMostAtOnce) {
    act(begin, static_cast<int>(std::min(kMostAtOnce, size - begin)));
  }
}

}  // namespace

MpiCommunicator::MpiCommunicator(int& argc, char**& argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
}

MpiCommunicator::~MpiCommunicator() { MPI_Finalize(); }

void MpiCommunicator::send(int to, std::span<const double> values) const {
  in_pieces(values.size(), [&](std::size_t begin, int count) {
    MPI_Send(values.data() + begin, count, MPI_DOUBLE, to, kValues, MPI_COMM_WORLD);
  });
}

void MpiCommunicator::receive(int from, std::span<double> values) const {
  in_pieces(values.size(), [&](std::size_t begin, int count) {
    MPI_Recv(values.data() + begin, count, MPI_DOUBLE, from, kValues, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
  });
}

void MpiCommunicator::broadcast(int from, std::span<double> values) const {
  in_pieces(values.size(), [&](std::size_t begin, int count) {
    MPI_Bcast(values.data() + begin, count, MPI_DOUBLE, from, MPI_COMM_WORLD);
  });
}

void MpiCommunicator::gather_all(std::span<const double> part, std::span<const std::size_t> sizes,
                                 std::span<double> all) const {
  if (all.size() <= static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    const std::vector<int> counts(sizes.begin(), sizes.end());
    std::vector<int> begins(1, 0);
    for (const int count : counts) begins.push_back(begins.back() + count);
    MPI_Allgatherv(part.data(), static_cast<int>(part.size()), MPI_DOUBLE, all.data(),
                   counts.data(), begins.data(), MPI_DOUBLE, MPI_COMM_WORLD);
    return;
  }
  std::size_t begin = 0;
  for (int rank = 0; rank < size_; ++rank) {
    const std::span<double> its_part = all.subspan(begin, sizes[static_cast<std::size_t>(rank)]);
    if (rank == rank_) std::copy(part.begin(), part.end(), its_part.begin());
    broadcast(rank, its_part);
    begin += its_part.size();
  }
}

double MpiCommunicator::largest(double value) const {
  double result = value;
  MPI_Allreduce(&value, &result, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return result;
}

void MpiCommunicator::send_text(int to, const std::string& text) const {
  MPI_Send(text.data(), static_cast<int>(text.size()), MPI_CHAR, to, kText, MPI_COMM_WORLD);
}

bool MpiCommunicator::has_text() const {
  int flag = 0;
  MPI_Iprobe(MPI_ANY_SOURCE, kText, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  return flag != 0;
}

std::pair<int, std::string> MpiCommunicator::receive_text() const {
  MPI_Status status;
  MPI_Probe(MPI_ANY_SOURCE, kText, MPI_COMM_WORLD, &status);
  int size = 0;
  MPI_Get_count(&status, MPI_CHAR, &size);
  std::string text(static_cast<std::size_t>(size), '\0');
  MPI_Recv(text.data(), size, MPI_CHAR, status.MPI_SOURCE, kText, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return {status.MPI_SOURCE, std::move(text)};
}

void MpiCommunicator::abort(int status) {
  MPI_Abort(MPI_COMM_WORLD, status);
  std::_Exit(status);
}

}  // namespace graphsparse
