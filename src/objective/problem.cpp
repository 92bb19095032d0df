#include "graphsparse/objective/problem.hpp"

#include <fmt/format.h>

#include <cmath>

#include "graphsparse/core/error.hpp"

namespace graphsparse {

void check_problem(const Problem& problem) {
  if (problem.design == nullptr || problem.loss == nullptr) {
    throw InputError("a problem needs a design matrix and a loss");
  }
  const auto rows = static_cast<std::size_t>(problem.design->rows());
  if (rows == 0 || problem.features() == 0) throw InputError("the data has no rows or no columns");
  if (problem.target.size() != rows) {
    throw InputError(
        fmt::format("the target has {} values, the data has {} rows", problem.target.size(), rows));
  }
  for (std::size_t i = 0; i < rows; ++i) {
    if (!std::isfinite(problem.target[i])) {
      throw InputError(fmt::format("the target of row {} is not a finite number", i));
    }
    const std::string error = problem.loss->target_error(problem.target[i]);
    if (!error.empty()) throw InputError(fmt::format("the target of row {}: {}", i, error));
  }
  if (!std::isfinite(problem.l2) || problem.l2 < 0.0) {
    throw InputError(fmt::format("l2 is {}; it must be a finite number, not negative", problem.l2));
  }
  if (problem.weights.empty()) return;
  if (problem.weights.size() != rows) {
    throw InputError(fmt::format("there are {} weights for {} rows", problem.weights.size(), rows));
  }
  double total = 0.0;
  for (std::size_t i = 0; i < rows; ++i) {
    if (!std::isfinite(problem.weights[i]) || problem.weights[i] < 0.0) {
      throw InputError(
          fmt::format("the weight of row {} is {}; it must be a finite number, not negative", i,
                      problem.weights[i]));
    }
    total += problem.weights[i];
  }
  if (total == 0.0) throw InputError("all weights are zero; at least one row must count");
}

std::vector<RowIndex> used_rows(const Problem& problem) {
  std::vector<RowIndex> rows;
  for (RowIndex row = 0; row < problem.design->rows(); ++row) {
    if (problem.weight(row) > 0.0) rows.push_back(row);
  }
  return rows;
}

std::vector<double> balanced_weights(std::span<const double> labels) {
  double positives = 0.0;
  for (const double label : labels) positives += label > 0.0 ? 1.0 : 0.0;
  const auto all = static_cast<double>(labels.size());
  if (positives == 0.0 || positives == all) {
    throw InputError("balanced weights need samples of both classes; there is only one class");
  }
  std::vector<double> weights;
  weights.reserve(labels.size());
  for (const double label : labels) {
    weights.push_back(all / (2.0 * (label > 0.0 ? positives : all - positives)));
  }
  return weights;
}

}  // namespace graphsparse
