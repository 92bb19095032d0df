// Times on this machine that scale_model.py predicts an epoch from, as JSON:
//
//   mpirun -np RANKS scale_probe ROWS COLUMNS SPARSITY
//
// All ranks work at the same time, as in a fit: those of one machine share its memory's bandwidth.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <vector>

#include "distributed/mpi_communicator.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/row_share.hpp"
#include "graphsparse/work/parallel_matrix.hpp"

namespace graphsparse {
namespace {

constexpr int kRepeats = 9;

// The median of several times, of the slowest rank; all begin together.
double seconds_of(const Communicator& ranks, const std::function<void()>& work) {
  std::vector<double> seconds;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    (void)ranks.largest(0.0);
    const auto begin = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    seconds.push_back(ranks.largest(elapsed.count()));
  }
  std::nth_element(seconds.begin(), seconds.begin() + kRepeats / 2, seconds.end());
  return seconds[kRepeats / 2];
}

void send_around(const Communicator& ranks, std::vector<double>& values) {
  if (ranks.rank() == 0) {
    ranks.send(1, values);
    ranks.receive(1, values);
  } else if (ranks.rank() == 1) {
    ranks.receive(0, values);
    ranks.send(0, values);
  }
}

void probe(const Communicator& ranks, RowIndex rows, NodeId columns, std::size_t sparsity) {
  const RowShare share = share_rows(ranks, "probe", rows, columns, columns, false);
  const RowIndex here = share.last() - share.first();
  const auto width = static_cast<std::size_t>(columns);
  const DenseMatrix<float> matrix(here, columns,
                                  std::vector<float>(static_cast<std::size_t>(here) * width, 0.5F));
  const ParallelMatrix parallel(matrix, 1);
  const std::vector<RowIndex> all = all_rows(here);
  const std::vector<double> factors(all.size(), 0.25);
  std::vector<double> sums(width, 0.0);
  std::vector<NodeId> support(sparsity);
  std::iota(support.begin(), support.end(), NodeId{0});
  const std::vector<double> w(sparsity, 1.0);
  std::vector<double> products(all.size());
  std::vector<double> other(width, 1.0);
  const double largest_share = ranks.largest(static_cast<double>(here));

  const double sum = seconds_of(ranks, [&] { parallel.add_transposed(all, factors, sums); });
  const double product = seconds_of(ranks, [&] { parallel.multiply(all, {support, w}, products); });
  // What every rank does for all rows, such as the derivatives of a loss.
  std::vector<double> all_rows_of_all(rows, 0.3);
  const double row_work = seconds_of(ranks, [&] {
    for (double& z : all_rows_of_all) z = 1.0 / (1.0 + std::exp(-z));
  });
  const double addition = seconds_of(ranks, [&] {
    for (std::size_t j = 0; j < width; ++j) other[j] += sums[j];
  });
  double message = 0.0;
  double broadcast = 0.0;
  double latency = 0.0;
  if (ranks.size() > 1) {
    message = seconds_of(ranks, [&] { send_around(ranks, other); }) / 2.0;
    broadcast = seconds_of(ranks, [&] { ranks.broadcast(0, other); });
    std::vector<double> one(1);
    latency = seconds_of(ranks, [&] { send_around(ranks, one); }) / 2.0;
  }
  if (!ranks.is_first()) return;
  fmt::print(
      "{{\"ranks\": {}, \"rows\": {}, \"columns\": {}, \"sparsity\": {}, \"sum_per_value\": "
      "{:.4g}, "
      "\"product_per_value\": {:.4g}, \"addition_per_value\": {:.4g}, \"message_per_value\": "
      "{:.4g}, "
      "\"broadcast_per_value\": {:.4g}, \"latency\": {:.4g}, \"row_work\": {:.4g}}}\n",
      ranks.size(), rows, columns, sparsity, sum / (largest_share * static_cast<double>(width)),
      product / (largest_share * static_cast<double>(sparsity)),
      addition / static_cast<double>(width), message / static_cast<double>(width),
      broadcast / static_cast<double>(width), latency, row_work / static_cast<double>(rows));
}

}  // namespace
}  // namespace graphsparse

int main(int argc, char** argv) {
  const graphsparse::MpiCommunicator world(argc, argv);
  if (argc != 4) {
    if (world.is_first()) fmt::print(stderr, "usage: scale_probe ROWS COLUMNS SPARSITY\n");
    return 2;
  }
  graphsparse::probe(world, std::atoll(argv[1]), std::atoi(argv[2]),
                     static_cast<std::size_t>(std::atoll(argv[3])));
  return 0;
}
