#include "fit_baseline.hpp"

#include <chrono>
#include <cmath>
#include <utility>
#include <vector>

#include "graphsparse/baseline/prefilter.hpp"
#include "graphsparse/baseline/regularization_path.hpp"
#include "graphsparse/core/error.hpp"

namespace graphsparse::cli {
namespace {

// Penalties a factor apart on the way down: near enough that each working set stays small.
constexpr double kPathFactor = 0.8;

struct PenaltyChoice {
  double lambda = 0.0;
  std::vector<double> path;  // ends with it
};

PenaltyChoice choose_penalty(const FitSettings& settings, double lambda_max) {
  if (!(lambda_max > 0.0)) {
    throw InputError("no feature tells the classes apart, so that no penalty selects any");
  }
  PenaltyChoice choice;
  choice.lambda = settings.lambda.value_or(lambda_max * settings.lambda_ratio.value_or(1.0));
  const double steps = std::ceil(std::log(choice.lambda / lambda_max) / std::log(kPathFactor));
  const std::int64_t count = std::max<std::int64_t>(1, static_cast<std::int64_t>(steps));
  choice.path = geometric_lambdas(lambda_max, choice.lambda, count + 1);
  if (choice.lambda >= lambda_max) choice.path.clear();
  if (!choice.path.empty()) choice.path.pop_back();
  choice.path.push_back(choice.lambda);
  return choice;
}

}  // namespace

BaselineFit fit_baseline(const FitProblem& problem, const std::function<bool()>& cancelled) {
  const auto begin = std::chrono::steady_clock::now();
  const FitSettings& settings = problem.options().settings;
  const LatentGroups& all = problem.latent_groups();
  LatentGroups kept;
  std::vector<std::size_t> origins;
  if (settings.keep > 0) {
    kept = restrict_groups(
        all, most_correlated_features(problem.problem(), all.features(), settings.keep), &origins);
  }
  const LatentGroups& groups = settings.keep > 0 ? kept : all;

  BaselineFit fit;
  fit.penalty.lambda_max = largest_lambda(problem.problem(), groups);
  const PenaltyChoice choice = choose_penalty(settings, fit.penalty.lambda_max);
  PathOptions options;
  options.lambdas = choice.path;
  options.tolerance = settings.tolerance;
  options.max_iterations = std::max<std::int64_t>(1, settings.max_epochs);
  options.cancelled = cancelled;
  RegularizationPath path = follow_path(problem.problem(), groups, options);

  PathPoint& last = path.points.back();
  fit.penalty.lambda = last.lambda;
  fit.penalty.duality_gap = last.gap;
  for (const std::size_t group : last.groups) {
    if (problem.latent_group_names().empty()) break;
    fit.penalty.groups.push_back(
        problem.latent_group_names()[origins.empty() ? group : origins[group]]);
  }
  Result& result = fit.result;
  const bool was_cut = path.points.size() < choice.path.size() || (cancelled && cancelled());
  result.termination = last.converged ? Termination::converged : Termination::max_epochs;
  if (was_cut) result.termination = Termination::interrupted;
  result.objective = last.objective;
  result.x = std::move(last.x);
  for (const PathPoint& point : path.points) {
    result.epochs += point.sweeps;
    result.iterations += point.iterations;
  }
  result.block_size = problem.used_row_count();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return fit;
}

PathLearnerOptions path_learner_options(const FitProblem& problem) {
  const FitSettings& settings = problem.options().settings;
  PathLearnerOptions options;
  options.groups = problem.latent_groups();
  options.intercept = settings.intercept;
  options.standardize = settings.standardize;
  options.class_weights = settings.balanced ? ClassWeights::balanced : ClassWeights::none;
  options.keep = settings.keep;
  options.tolerance = settings.tolerance;
  return options;
}

}  // namespace graphsparse::cli
