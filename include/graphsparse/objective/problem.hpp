// What is minimized: F(w, c) = (1/m) sum_i weight_i loss(a_i'w + c, y_i) + (l2/2) |w|^2, the last
// over the features that are penalized.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphsparse/core/types.hpp"
#include "graphsparse/data/design_matrix.hpp"
#include "graphsparse/objective/loss.hpp"

namespace graphsparse {

// Coefficients with the features that may be nonzero, and an intercept that is never thresholded.
struct Point {
  std::vector<double> w;  // one entry a feature; zero outside the support
  Support support;
  double intercept = 0.0;

  explicit Point(NodeId features = 0) : w(static_cast<std::size_t>(features), 0.0) {}
};

// The parts must outlive it. A mean over rows: over a block it is the mean over the block's rows,
// so that every block's gradient estimates the same thing.
struct Problem {
  const DesignMatrix* design = nullptr;
  std::span<const double> target;  // one per row
  const Loss* loss = nullptr;
  std::span<const double> weights;  // one per row, not negative; empty: ones
  double l2 = 0.0;                  // never on the intercept
  bool intercept = true;
  std::span<const std::uint8_t> unpenalized{};  // one per feature, 1 for those without penalty

  NodeId features() const { return design->columns(); }
  bool is_unpenalized(NodeId feature) const {
    return !unpenalized.empty() && unpenalized[static_cast<std::size_t>(feature)] != 0;
  }
  // The l2 of a feature.
  double penalty(NodeId feature) const { return is_unpenalized(feature) ? 0.0 : l2; }
  double weight(RowIndex row) const {
    return weights.empty() ? 1.0 : weights[static_cast<std::size_t>(row)];
  }
};

// Throws InputError unless all sizes fit and all numbers are usable.
void check_problem(const Problem& problem);

// The rows with a weight above zero: a zero weight equals a dropped row.
std::vector<RowIndex> used_rows(const Problem& problem);

// Weights that give both classes the same sum, with mean 1. The target holds -1 and +1.
std::vector<double> balanced_weights(std::span<const double> labels);

}  // namespace graphsparse
