#include "fit/convex_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "fit/method.hpp"
#include "graphsparse/baseline/regularization_path.hpp"
#include "graphsparse/core/error.hpp"

namespace graphsparse {
namespace {

// Penalties a factor apart on the way down: near enough that each working set stays small.
constexpr double kPathFactor = 0.8;

// What is penalized: the groups of the data, or each feature alone; of these, only what screening
// leaves.
struct PenalizedGroups {
  LatentGroups groups;
  std::vector<std::size_t> origins;  // numbers before screening; empty: the same
};

PenalizedGroups choose_groups(const Problem& problem, const Dataset& data, const FitSpec& spec) {
  PenalizedGroups chosen;
  chosen.groups =
      data.latent_groups.size() > 0 ? data.latent_groups : singleton_groups(problem.features());
  if (spec.screen > 0) {
    const Support kept = most_correlated_features(problem, chosen.groups.features(), spec.screen);
    chosen.groups = restrict_groups(chosen.groups, kept, &chosen.origins);
  }
  return chosen;
}

double checked_lambda_max(const Problem& problem, const LatentGroups& groups) {
  const double lambda_max = largest_lambda(problem, groups);
  if (lambda_max > 0.0) return lambda_max;
  throw InputError("no feature tells the classes apart, so that no penalty selects any");
}

double lambda_of(const FitSpec& spec, double lambda_max) {
  return spec.lambda.value_or(lambda_max * spec.lambda_ratio.value_or(1.0));
}

// Down to the penalty, which is the last.
std::vector<double> path_to(double lambda, double lambda_max) {
  if (lambda >= lambda_max) return {lambda};
  const double steps = std::ceil(std::log(lambda / lambda_max) / std::log(kPathFactor));
  const std::int64_t count = std::max<std::int64_t>(1, static_cast<std::int64_t>(steps));
  std::vector<double> path = geometric_lambdas(lambda_max, lambda, count + 1);
  path.back() = lambda;
  return path;
}

Fit to_fit(PathPoint&& point, double lambda_max, std::int64_t rows) {
  Fit fit;
  fit.path = PathStatistics{point.lambda, lambda_max, point.gap, {}, 0};
  fit.result.termination = point.converged ? Termination::converged : Termination::max_epochs;
  fit.result.objective = point.objective;
  fit.result.epochs = point.sweeps;
  fit.result.iterations = point.iterations;
  fit.result.block_size = rows;
  fit.result.x = std::move(point.x);
  return fit;
}

void name_groups(const PathPoint& point, const PenalizedGroups& chosen, const Dataset& data,
                 PathStatistics& path) {
  if (data.latent_group_names.empty()) return;
  path.group_count = data.latent_groups.size();
  for (const std::size_t group : point.groups) {
    path.groups.push_back(
        data.latent_group_names[chosen.origins.empty() ? group : chosen.origins[group]]);
  }
}

}  // namespace

Fit fit_convex(const Problem& problem, const Dataset& data, const FitSpec& spec,
               const std::function<bool()>& cancelled) {
  const PenalizedGroups chosen = choose_groups(problem, data, spec);
  const double lambda_max = checked_lambda_max(problem, chosen.groups);
  PathOptions options;
  options.lambdas = path_to(lambda_of(spec, lambda_max), lambda_max);
  options.tolerance = *spec.tolerance;
  options.max_iterations = std::max<std::int64_t>(1, *spec.max_epochs);
  options.cancelled = cancelled;
  RegularizationPath path = follow_path(problem, chosen.groups, options);

  std::int64_t sweeps = 0;
  std::int64_t iterations = 0;
  for (const PathPoint& point : path.points) {
    sweeps += point.sweeps;
    iterations += point.iterations;
  }
  const bool was_cut = path.points.size() < options.lambdas.size() || (cancelled && cancelled());
  const std::vector<RowIndex> rows = used_rows(problem);
  PathStatistics named;
  name_groups(path.points.back(), chosen, data, named);
  Fit fit =
      to_fit(std::move(path.points.back()), lambda_max, static_cast<std::int64_t>(rows.size()));
  fit.path->groups = std::move(named.groups);
  fit.path->group_count = named.group_count;
  fit.result.epochs = sweeps;
  fit.result.iterations = iterations;
  if (was_cut) fit.result.termination = Termination::interrupted;
  return fit;
}

std::vector<Fit> fit_convex_path(const Problem& problem, const Dataset& data,
                                 std::span<const FitSpec> specs,
                                 const std::function<bool()>& cancelled) {
  const PenalizedGroups chosen = choose_groups(problem, data, specs.front());
  const double lambda_max = checked_lambda_max(problem, chosen.groups);
  std::vector<std::size_t> order(specs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return lambda_of(specs[a], lambda_max) > lambda_of(specs[b], lambda_max);
  });
  PathOptions options;
  options.tolerance = *specs.front().tolerance;
  options.cancelled = cancelled;
  for (const std::size_t i : order) options.lambdas.push_back(lambda_of(specs[i], lambda_max));
  RegularizationPath path = follow_path(problem, chosen.groups, options);
  std::vector<Fit> fits(specs.size());
  for (std::size_t i = 0; i < path.points.size(); ++i) {
    fits[order[i]] = to_fit(std::move(path.points[i]), lambda_max, problem.design->rows());
  }
  return fits;
}

}  // namespace graphsparse
