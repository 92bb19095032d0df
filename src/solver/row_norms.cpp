#include "solver/row_norms.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "solver/intercept.hpp"

namespace graphsparse {
namespace {

constexpr std::size_t kRowsJudged = 256;

// Of the entries in these rows, with the rows' weights.
double mean_square(const Problem& problem, Rows rows) {
  const std::vector<double> norms = squared_row_norms(*problem.design, rows);
  double sum = 0.0;
  for (std::size_t i = 0; i < rows.size(); ++i) sum += problem.weight(rows[i]) * norms[i];
  return sum / (static_cast<double>(rows.size()) * static_cast<double>(problem.features()));
}

std::vector<RowIndex> spread(Rows rows) {
  const std::size_t count = std::min(kRowsJudged, rows.size());
  std::vector<RowIndex> chosen;
  for (std::size_t i = 0; i < count; ++i) chosen.push_back(rows[i * rows.size() / count]);
  return chosen;
}

}  // namespace

std::vector<double> squared_row_norms(const DesignMatrix& design, Rows rows) {
  std::vector<double> norms(rows.size());
  design.square_norms(rows, norms);
  return norms;
}

double typical_curvature(const Problem& problem, Rows rows) {
  if (const auto bound = problem.loss->traits().curvature_bound) return *bound;
  std::vector<double> target;
  for (const RowIndex row : rows) target.push_back(problem.target[static_cast<std::size_t>(row)]);
  const std::vector<double> z(rows.size(), best_constant(problem, rows).intercept);
  std::vector<double> curvatures(rows.size());
  problem.loss->second_derivatives(z, target, {}, curvatures);
  const double mean =
      std::accumulate(curvatures.begin(), curvatures.end(), 0.0) / static_cast<double>(rows.size());
  return mean > 0.0 ? mean : 1.0;
}

double smallest_penalty(const Problem& problem, Rows rows) {
  if (!problem.loss->traits().needs_penalty) return 0.0;
  return mean_square(problem, spread(rows)) / static_cast<double>(rows.size());
}

double penalty_by_size(const Problem& problem, Rows rows, std::int64_t sparsity) {
  const std::vector<RowIndex> chosen = spread(rows);
  return typical_curvature(problem, chosen) * mean_square(problem, chosen) *
         static_cast<double>(sparsity) / static_cast<double>(rows.size());
}

double unit_step(const Problem& problem, Rows rows) {
  const std::vector<RowIndex> chosen = spread(rows);
  const double curvature =
      typical_curvature(problem, chosen) * mean_square(problem, chosen) + problem.l2;
  return curvature > 0.0 ? 1.0 / curvature : 1.0;
}

}  // namespace graphsparse
