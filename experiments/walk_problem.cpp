#include "walk_problem.hpp"

#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include "graphsparse/data/simulation.hpp"
#include "graphsparse/graph/builders.hpp"

namespace graphsparse::experiments {

const Graph& walk_grid() {
  static const Graph kGrid = make_grid(kWalkSide, kWalkSide);
  return kGrid;
}

Support draw_walk(std::int64_t sparsity, RandomStream& stream) {
  constexpr NodeId kCentre = 8 * kWalkSide + 8;
  return random_walk_support(walk_grid(), kCentre, sparsity, stream);
}

std::vector<double> draw_walk_signal(std::int64_t sparsity, RandomStream& stream) {
  Support walk = draw_walk(sparsity, stream);
  return normal_signal(std::move(walk), walk_grid().node_count(), stream).values;
}

std::unique_ptr<DenseMatrix<double>> scaled_rows(const std::vector<double>& normals,
                                                 std::int64_t rows, NodeId columns) {
  const auto count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  std::vector<double> entries(normals.begin(),
                              normals.begin() + static_cast<std::ptrdiff_t>(count));
  const double scale = 1.0 / std::sqrt(static_cast<double>(rows));
  for (double& entry : entries) entry *= scale;
  return std::make_unique<DenseMatrix<double>>(rows, columns, std::move(entries));
}

std::vector<double> measure(const DenseMatrix<double>& design, const std::vector<double>& signal) {
  std::vector<RowIndex> rows(static_cast<std::size_t>(design.rows()));
  std::iota(rows.begin(), rows.end(), RowIndex{0});
  std::vector<NodeId> support;
  std::vector<double> values;
  for (std::size_t j = 0; j < signal.size(); ++j) {
    if (signal[j] == 0.0) continue;
    support.push_back(static_cast<NodeId>(j));
    values.push_back(signal[j]);
  }
  std::vector<double> target(rows.size());
  design.multiply(rows, {support, values}, target);
  return target;
}

}  // namespace graphsparse::experiments
