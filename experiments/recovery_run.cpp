#include "recovery_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/format.hpp"
#include "graphsparse/fit/files.hpp"
#include "graphsparse/fit/trainer.hpp"

namespace graphsparse::experiments {
namespace {

constexpr std::array kMethods = {
    Method{"IHT", "iht", Tuning::step, false},
    Method{"StoIHT", "sto-iht", Tuning::step_and_blocks, false},
    Method{"GraphIHT", "graph-iht", Tuning::step, false},
    Method{"GraphStoIHT", "graph-sto-iht", Tuning::step_and_blocks, false},
    Method{"NIHT", "niht", Tuning::nothing, false},
    Method{"CoSaMP", "cosamp", Tuning::nothing, false},
    Method{"GraphCoSaMP", "graph-cosamp", Tuning::nothing, false},
    Method{"GraphNStoIHT", "graph-nsto-iht", Tuning::nothing, true},
    Method{"GraphRandHTP", "graph-rand-htp", Tuning::nothing, true},
};

std::string letters_of(std::string_view name) {
  std::string letters;
  for (const char letter : name) {
    if (letter == '-') continue;
    letters += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return letters;
}

// docs/notes/figures/README.md; the larger steps and blocks first: they converge in the fewest
// operations.
constexpr std::array kLearningRates = {0.8, 0.6, 0.4, 0.2};
constexpr std::array<std::int64_t, 2> kBlocksPerEpoch = {5, 10};
// A squared validation error that only the true signal has.
constexpr double kSolved = 1e-12;
// What a run of ours must gain of its objective within a problem's patience.
constexpr double kLeastGain = 0.2;

FitSpec spec_of(const RecoveryProblem& problem, const Method& method) {
  FitSpec spec;
  spec.solver = method.solver;
  spec.loss = "squares";
  spec.sparsity = problem.sparsity;
  spec.components = problem.components;
  spec.intercept = false;
  spec.slack = 0.0;
  spec.seed = problem.seed;
  return spec;
}

Attempt run(const RecoveryProblem& problem, const FitSpec& spec, TrainerOptions options,
            FitHooks hooks) {
  const Observer observer = std::move(hooks.observer);
  hooks.observer = [&](const Progress& progress) {
    if (progress.epoch_ended && problem.is_cancelled()) return CallbackResult::stop;
    return observer ? observer(progress) : CallbackResult::proceed;
  };
  hooks.trial = problem.trial;
  hooks.result_only = true;
  const Dataset data = make_dataset(problem.design, problem.target);
  const FeatureGraph graph = FeatureGraph::view(*problem.graph);
  Attempt attempt;
  attempt.fit = Trainer(data, graph, {spec}, std::move(options)).fit(hooks);
  attempt.error = distance(attempt.fit.result.x.w, problem.truth);
  if (!std::isfinite(attempt.error)) attempt.error = std::numeric_limits<double>::max();
  return attempt;
}

double validation_error(const RecoveryProblem& problem, const Point& point) {
  const std::vector<RowIndex> rows = all_rows(problem.validation_design->rows());
  std::vector<double> values;
  for (const NodeId feature : point.support) {
    values.push_back(point.w[feature]);
  }
  std::vector<double> predicted(rows.size());
  problem.validation_design->multiply(rows, {point.support, values}, predicted);
  double squares = 0.0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    squares += std::pow(problem.validation_target[i] - predicted[i], 2.0);
  }
  return std::isfinite(squares) ? squares : std::numeric_limits<double>::max();
}

std::vector<AuthorsStep> candidates(const RecoveryProblem& problem, const Method& method) {
  std::vector<AuthorsStep> all;
  if (method.tuning == Tuning::nothing) return {AuthorsStep{}};
  for (const double eta : kLearningRates) {
    if (method.tuning == Tuning::step) {
      all.push_back({eta, 0});
      continue;
    }
    for (const std::int64_t blocks : kBlocksPerEpoch) {
      all.push_back({eta, std::max<std::int64_t>(1, problem.observations() / blocks)});
    }
  }
  return all;
}

}  // namespace

const Method& find_method(std::string_view name) {
  for (const Method& method : kMethods) {
    if (letters_of(method.name) == letters_of(name)) return method;
  }
  throw InputError(
      fmt::format("there is no method '{}'; there are {}", name, listed(kMethods, &Method::name)));
}

std::vector<Method> choose_methods(std::span<const std::string_view> of_figure,
                                   const Request& request) {
  std::vector<Method> methods;
  if (!request.methods.empty()) {
    for (const std::string& name : request.methods) {
      const Method& method = find_method(name);
      const bool is_known = std::any_of(methods.begin(), methods.end(), [&](const Method& other) {
        return other.name == method.name;
      });
      if (!is_known) methods.push_back(method);
    }
    return methods;
  }
  for (const std::string_view name : of_figure) methods.push_back(find_method(name));
  if (request.convention == Convention::authors) return methods;
  for (const Method& method : kMethods) {
    if (method.is_ours) methods.push_back(method);
  }
  return methods;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double squares = 0.0;
  for (std::size_t j = 0; j < a.size(); ++j) squares += (a[j] - b[j]) * (a[j] - b[j]);
  return std::sqrt(squares);
}

Attempt run_as_authors(const RecoveryProblem& problem, const Method& method,
                       const AuthorsStep& step, const FitHooks& hooks) {
  const AuthorsProtocol protocol =
      authors_recovery(resolve_solver(method.solver), step, problem.observations());
  TrainerOptions options;
  options.adjust = [&](SolverOptions& solver) { protocol.apply_to(solver); };
  options.adjust_structure = [&](StructureSpec& structure) {
    protocol.apply_to(structure);
    const bool is_pursuit = protocol.options.loop == LoopKind::pursuit;
    if (is_pursuit) structure.head_components = problem.head_components;
  };
  return run(problem, spec_of(problem, method), std::move(options), hooks);
}

Attempt run_as_ours(const RecoveryProblem& problem, const Method& method, const AuthorsStep& step,
                    const FitHooks& hooks) {
  FitSpec spec = spec_of(problem, method);
  spec.block_size = std::min(step.block_size, problem.observations());
  spec.max_epochs = step.max_epochs;
  if (problem.patience > 0) spec.patience = problem.patience;
  TrainerOptions options;
  options.adjust = [&](SolverOptions& solver) {
    solver.step_factor = step.eta;
    solver.polish_on_support = true;
    if (problem.patience > 0) solver.min_relative_improvement = kLeastGain;
    solver.stop_at_repetition =
        solver.sampler == SamplerKind::all_rows && solver.step != StepKind::random;
    const bool is_pursuit = solver.loop == LoopKind::pursuit;
    if (is_pursuit && problem.pursuit_steps > 0) solver.fit_steps = problem.pursuit_steps;
  };
  return run(problem, spec, std::move(options), hooks);
}

// The candidate with the smallest validation error wins. Once one has found the signal no other can
// change the verdict: it would have to fit 100 further measurements as exactly, which only the
// signal does.
Attempt run_tuned(const RecoveryProblem& problem, const Method& method) {
  Attempt best;
  double least = std::numeric_limits<double>::infinity();
  for (const AuthorsStep& step : candidates(problem, method)) {
    if (problem.is_cancelled()) break;
    Attempt attempt = run_as_authors(problem, method, step);
    const double error = validation_error(problem, attempt.fit.result.x);
    if (error >= least) continue;
    least = error;
    best = std::move(attempt);
    if (least <= kSolved && best.fit.result.termination == Termination::converged) break;
  }
  return best;
}

}  // namespace graphsparse::experiments
