#include "graphsparse/baseline/path_learner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "graphsparse/baseline/prefilter.hpp"
#include "graphsparse/baseline/regularization_path.hpp"
#include "graphsparse/core/error.hpp"
#include "selection/training_part.hpp"

namespace graphsparse {
namespace {

constexpr std::array<std::string_view, 2> kNames = {"lambda", "lambda-ratio"};

double positive(const Setting& setting, std::string_view name, double otherwise) {
  const double value = setting.value_or(name, otherwise);
  if (std::isfinite(value) && value > 0.0) return value;
  throw InputError(fmt::format("{} is {}; it must be a finite number above 0", name, value));
}

double lambda_of(const Setting& setting, double lambda_max) {
  if (!setting.find("lambda")) {
    return lambda_max * positive(setting, "lambda-ratio", kDefaultLambdaRatio);
  }
  if (setting.find("lambda-ratio")) {
    throw InputError("a grid over lambda and one over lambda-ratio exclude each other");
  }
  return positive(setting, "lambda", 0.0);
}

SolverLearnerOptions training_options(const PathLearnerOptions& options) {
  SolverLearnerOptions training;
  training.loss = "logistic";
  training.intercept = options.intercept;
  training.standardize = options.standardize;
  training.class_weights = options.class_weights;
  training.row_order = RowOrder::as_given;
  return training;
}

class PathLearner final : public Learner {
 public:
  explicit PathLearner(PathLearnerOptions options) : options_(std::move(options)) {
    if (options_.keep < 0) throw InputError("the number of features to keep must not be negative");
  }

  std::vector<Fitted> fit(const TrainingSet& training, std::span<const Setting> settings) override {
    const TrainingPart part(training, training_options(options_));
    const Problem problem = part.problem(0.0);
    LatentGroups kept;
    if (options_.keep > 0) {
      kept = restrict_groups(
          options_.groups,
          most_correlated_features(problem, options_.groups.features(), options_.keep));
    }
    const LatentGroups& groups = options_.keep > 0 ? kept : options_.groups;
    const double lambda_max = largest_lambda(problem, groups);
    if (!(lambda_max > 0.0)) {
      throw InputError(
          "no feature of any group tells the classes of the training rows apart: every penalty "
          "gives zero");
    }
    std::vector<double> lambdas;
    for (const Setting& setting : settings) lambdas.push_back(lambda_of(setting, lambda_max));
    return along_path(training, part, groups, lambdas);
  }

 private:
  std::vector<Fitted> along_path(const TrainingSet& training, const TrainingPart& part,
                                 const LatentGroups& groups,
                                 const std::vector<double>& lambdas) const {
    std::vector<std::size_t> order(lambdas.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return lambdas[a] > lambdas[b]; });
    std::vector<Fitted> fitted(lambdas.size());
    if (lambdas.empty()) return fitted;
    PathOptions options;
    options.tolerance = options_.tolerance;
    options.cancelled = training.cancelled;
    for (const std::size_t k : order) options.lambdas.push_back(lambdas[k]);
    RegularizationPath path = follow_path(part.problem(0.0), groups, options);
    for (std::size_t i = 0; i < path.points.size(); ++i) {
      PathPoint& point = path.points[i];
      Fitted& one = fitted[order[i]];
      one.x = std::move(point.x);
      one.standardization = part.standardization();
      one.objective = point.objective;
      one.duality_gap = point.gap;
      one.epochs = point.sweeps;
      one.iterations = point.iterations;
      one.converged = point.converged;
    }
    return fitted;
  }

  PathLearnerOptions options_;
};

}  // namespace

std::span<const std::string_view> path_setting_names() { return kNames; }

std::unique_ptr<Learner> make_path_learner(PathLearnerOptions options) {
  return std::make_unique<PathLearner>(std::move(options));
}

}  // namespace graphsparse
