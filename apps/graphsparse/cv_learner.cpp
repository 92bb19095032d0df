#include "cv_learner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "fit_baseline.hpp"
#include "graphsparse/baseline/path_learner.hpp"
#include "graphsparse/objective/block_objective.hpp"
#include "graphsparse/reference/authors_protocol.hpp"
#include "graphsparse/selection/solver_learner.hpp"
#include "graphsparse/solver/hooks.hpp"

namespace graphsparse::cli {
namespace {

RowOrder row_order(const std::string& name) {
  if (name == "as-given") return RowOrder::as_given;
  return name == "classes-apart" ? RowOrder::classes_apart : RowOrder::stratified;
}

SolverLearnerOptions learner_options(const CvOptions& options, const FitProblem& problem) {
  const FitSettings& settings = options.fit.settings;
  SolverLearnerOptions result(options.fit.choice());
  result.parts = options.fit.solver_options();
  result.loss = settings.loss;
  result.loss_options = settings.loss_options();
  result.intercept = settings.intercept;
  result.standardize = settings.standardize;
  result.class_weights = settings.balanced ? ClassWeights::balanced : ClassWeights::none;
  result.warm_start = !options.cold_start;
  result.model =
      problem.graph() == nullptr ? GraphStructureOptions{} : problem.graph_structure_options();
  result.model.sparsity = settings.sparsity;
  result.l2 = settings.l2;
  result.graph = problem.graph();
  result.groups = problem.feature_groups();
  if (options.as_published) result = as_published(std::move(result));
  if (!options.row_order.empty()) result.row_order = row_order(options.row_order);
  result.parts.max_epochs = settings.max_epochs;
  return result;
}

// With the authors' hooks where they are asked for.
SolverOptions solver_parts(const CvOptions& options) {
  const SolverOptions parts = options.fit.solver_options();
  return options.as_published
             ? authors_classification(parts, options.fit.choice().structure, nullptr)
             : parts;
}

// What a fit would have told of the point; the problem has the settings of the point.
Result to_result(const Fitted& fitted, const FitProblem& problem, double seconds) {
  Result result;
  result.x = fitted.x;
  result.termination = fitted.converged ? Termination::converged : Termination::max_epochs;
  result.epochs = fitted.epochs;
  result.iterations = fitted.iterations;
  result.pcst_calls = fitted.pcst_calls;
  result.seconds = seconds;
  BlockObjective all(problem.problem());
  const std::vector<RowIndex> rows = used_rows(problem.problem());
  all.move_to(rows, result.x);
  result.objective = all.value(result.x);
  double squares = 0.0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const double residual = all.target()[k] - all.predictors()[k];
    squares += residual * residual;
  }
  result.residual_norm = std::sqrt(squares);
  return result;
}

}  // namespace

LearnerFactory make_learner_factory(const CvOptions& options, const FitProblem& problem) {
  if (options.fit.baseline() != nullptr) {
    return [all = path_learner_options(problem)] { return make_path_learner(all); };
  }
  return [all = learner_options(options, problem)] { return make_solver_learner(all); };
}

void apply_setting(const Setting& setting, std::int64_t rows, CvOptions& options) {
  FitSettings& settings = options.fit.settings;
  const auto whole = [&setting](std::string_view name, std::int64_t otherwise) {
    return static_cast<std::int64_t>(setting.value_or(name, static_cast<double>(otherwise)));
  };
  settings.sparsity = whole("sparsity", settings.sparsity);
  settings.components = whole("components", settings.components);
  settings.max_epochs = whole("max-epochs", settings.max_epochs);
  settings.block_size = whole("block-size", settings.block_size);
  if (const auto blocks = setting.find("blocks")) {
    settings.block_size =
        block_size_for(solver_parts(options), rows, static_cast<std::int64_t>(*blocks));
  }
  settings.slack = setting.value_or("slack", settings.slack);
  settings.l2 = setting.value_or("l2", settings.l2);
  settings.tolerance = setting.value_or("tolerance", settings.tolerance);
  const auto lambda = setting.find("lambda");
  const auto ratio = setting.find("lambda-ratio");
  if (lambda || ratio) {
    settings.lambda = lambda;
    settings.lambda_ratio = ratio;
  }
  if (const auto step = setting.find("step")) settings.step = fmt::format("{}", *step);
}

FinalFit fit_finally(const CrossValidationData& data, const CrossValidationPlan& plan,
                     std::span<const Setting> settings, std::size_t chosen, CvOptions& options,
                     FitProblem& problem) {
  const auto begin = std::chrono::steady_clock::now();
  const auto become_chosen = [&] {
    apply_setting(settings[chosen], problem.used_row_count(), options);
    problem.settings_changed();
  };
  if (options.fit.baseline() != nullptr) {
    become_chosen();
    BaselineFit fit = fit_baseline(problem, {});
    return {std::move(fit.result), std::move(fit.penalty)};
  }
  // Before the settings change: the learner has those that the grid does not name.
  const auto learner = make_learner_factory(options, problem)();
  const Fitted fitted = refit(data, plan, settings, chosen, *learner);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  become_chosen();
  return {to_result(fitted, problem, elapsed.count()), std::nullopt};
}

}  // namespace graphsparse::cli
