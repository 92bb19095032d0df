#include "graphsparse/baseline/regularization_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "baseline/path_solver.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/data/standardized_matrix.hpp"

namespace graphsparse {

Support most_correlated_features(const Problem& problem, const Support& candidates,
                                 std::int64_t count) {
  if (count >= static_cast<std::int64_t>(candidates.size())) return candidates;
  const std::vector<RowIndex> rows = used_rows(problem);
  std::vector<double> target;
  double mean = 0.0;
  for (const RowIndex row : rows) {
    target.push_back(problem.target[static_cast<std::size_t>(row)]);
    mean += target.back() / static_cast<double>(rows.size());
  }
  for (double& value : target) value -= mean;
  // With standardized columns a correlation is a product, up to a factor they all share.
  const StandardizedMatrix standardized(*problem.design,
                                        learn_standardization(*problem.design, rows));
  std::vector<double> products(static_cast<std::size_t>(problem.features()), 0.0);
  standardized.add_transposed(rows, target, products);
  const auto size_of = [&](NodeId feature) {
    return std::abs(products[static_cast<std::size_t>(feature)]);
  };
  Support kept = candidates;
  std::stable_sort(kept.begin(), kept.end(),
                   [&](NodeId a, NodeId b) { return size_of(a) > size_of(b); });
  kept.resize(static_cast<std::size_t>(std::max<std::int64_t>(count, 0)));
  std::sort(kept.begin(), kept.end());
  return kept;
}

namespace {

void check_options(const PathOptions& options) {
  if (!(options.tolerance > 0.0)) {
    throw InputError(fmt::format("the tolerance is {}; it must be above 0", options.tolerance));
  }
  if (options.max_iterations < 1) throw InputError("max_iterations must be at least 1");
  double last = INFINITY;
  for (const double lambda : options.lambdas) {
    if (!std::isfinite(lambda) || lambda <= 0.0) {
      throw InputError(fmt::format("lambda is {}; it must be a finite number above 0", lambda));
    }
    if (lambda > last) throw InputError("the penalties of a path must decrease");
    last = lambda;
  }
  if (!options.lambdas.empty()) return;
  if (options.count < 1) throw InputError("a path needs at least one penalty");
  if (!(options.lowest_ratio > 0.0) || options.lowest_ratio > 1.0) {
    throw InputError(
        fmt::format("lowest_ratio is {}; it must be above 0 and at most 1", options.lowest_ratio));
  }
}

}  // namespace

std::vector<double> geometric_lambdas(double high, double low, std::int64_t count) {
  std::vector<double> lambdas;
  for (std::int64_t k = 0; k < count; ++k) {
    const double share = count == 1 ? 0.0 : static_cast<double>(k) / static_cast<double>(count - 1);
    lambdas.push_back(high * std::pow(low / high, share));
  }
  return lambdas;
}

RegularizationPath follow_path(const Problem& problem, const LatentGroups& groups,
                               const PathOptions& options) {
  check_options(options);
  baseline::PathSolver solver(problem, groups, options);
  RegularizationPath path;
  path.lambda_max = solver.lambda_max();
  if (path.lambda_max <= 0.0 && options.lambdas.empty()) {
    throw InputError(
        "no feature of any group tells the classes apart: every penalty gives zero, so that there "
        "is no path");
  }
  const std::vector<double> lambdas =
      options.lambdas.empty()
          ? geometric_lambdas(path.lambda_max, options.lowest_ratio * path.lambda_max,
                              options.count)
          : options.lambdas;
  for (const double lambda : lambdas) {
    path.points.push_back(solver.advance(lambda));
    if (solver.was_cancelled()) break;
  }
  return path;
}

double largest_lambda(const Problem& problem, const LatentGroups& groups) {
  const PathOptions options;
  return baseline::PathSolver(problem, groups, options).lambda_max();
}

}  // namespace graphsparse
