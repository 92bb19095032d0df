#include "walk_problem.hpp"

#include <cmath>
#include <memory>
#include <utility>

#include "graphsparse/core/random.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/simulation.hpp"
#include "graphsparse/graph/builders.hpp"

namespace graphsparse::experiments {

std::shared_ptr<const std::vector<double>> NestedNormals::of_trial(std::uint64_t trial) {
  const std::scoped_lock lock(mutex_);
  if (last_ && last_trial_ == trial) return last_;
  RandomStream stream(seed_, "nested design", trial);
  last_ = std::make_shared<const std::vector<double>>(normal_matrix(rows_, columns_, 1.0, stream));
  last_trial_ = trial;
  return last_;
}

namespace {

template <class Scalar>
std::unique_ptr<DesignMatrix> scaled(std::span<const double> normals, std::int64_t rows,
                                     NodeId columns, ColumnUse use) {
  const auto count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  const double scale = 1.0 / std::sqrt(static_cast<double>(rows));
  std::vector<Scalar> entries(count);
  for (std::size_t i = 0; i < count; ++i) entries[i] = static_cast<Scalar>(normals[i] * scale);
  auto design = std::make_unique<DenseMatrix<Scalar>>(rows, columns, std::move(entries));
  design->keep_columns(use);
  return design;
}

}  // namespace

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

std::unique_ptr<DesignMatrix> scaled_rows(std::span<const double> normals, std::int64_t rows,
                                          NodeId columns, Precision precision) {
  if (precision == Precision::single_precision) {
    return scaled<float>(normals, rows, columns, ColumnUse::gradients_too);
  }
  return scaled<double>(normals, rows, columns, ColumnUse::products);
}

std::vector<double> measure(const DesignMatrix& design, const std::vector<double>& signal) {
  const std::vector<RowIndex> rows = all_rows(design.rows());
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
