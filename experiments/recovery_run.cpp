#include "recovery_run.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace graphsparse::experiments {
namespace {

// docs/figures/README.md; the larger steps and blocks first: they converge in the fewest
// operations.
constexpr std::array kLearningRates = {0.8, 0.6, 0.4, 0.2};
constexpr std::array<std::int64_t, 2> kBlocksAnEpoch = {5, 10};
// A squared validation error that only the true signal has.
constexpr double kSolved = 1e-12;
// What a run of ours must gain of its objective within a problem's patience.
constexpr double kLeastGain = 0.2;

// A structure for the problem that may be changed.
StructureSpec structure_spec(const RecoveryProblem& problem, const SolverChoice& choice) {
  StructureSpec spec;
  spec.kind = choice.structure;
  spec.features = problem.graph->node_count();
  spec.graph = problem.graph;
  spec.sparsity = problem.sparsity;
  spec.components = problem.components;
  return spec;
}

Attempt run(const RecoveryProblem& problem, const StructureSpec& spec, SolverOptions options,
            const Observer& observer) {
  const std::unique_ptr<Loss> loss = find_loss("squares").make();
  const Problem squares{problem.design.get(), problem.target, loss.get(), {}, 0.0, false};
  options.seed = problem.seed;
  options.trial = problem.trial;
  const Observer watch = [&](const Progress& progress) {
    if (progress.epoch_ended && problem.is_cancelled()) return Answer::stop;
    return observer ? observer(progress) : Answer::go_on;
  };
  Attempt attempt;
  attempt.result = solve(squares, *make_structure(spec, options), options, nullptr, watch);
  attempt.error = distance(attempt.result.x.w, problem.truth);
  if (!std::isfinite(attempt.error)) attempt.error = std::numeric_limits<double>::max();
  return attempt;
}

double validation_error(const RecoveryProblem& problem, const Point& point) {
  std::vector<RowIndex> rows(static_cast<std::size_t>(problem.validation_design->rows()));
  std::iota(rows.begin(), rows.end(), RowIndex{0});
  std::vector<double> values;
  for (const NodeId feature : point.support) {
    values.push_back(point.w[static_cast<std::size_t>(feature)]);
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
    for (const std::int64_t blocks : kBlocksAnEpoch) {
      all.push_back({eta, std::max<std::int64_t>(1, problem.observations() / blocks)});
    }
  }
  return all;
}

}  // namespace

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double squares = 0.0;
  for (std::size_t j = 0; j < a.size(); ++j) squares += (a[j] - b[j]) * (a[j] - b[j]);
  return std::sqrt(squares);
}

Attempt run_as_authors(const RecoveryProblem& problem, const Method& method,
                       const AuthorsStep& step, const Observer& observer) {
  const SolverChoice choice = resolve_solver(method.solver);
  const AuthorsProtocol protocol = authors_recovery(choice, step, problem.observations());
  StructureSpec spec = structure_spec(problem, choice);
  protocol.apply_to(spec);
  if (protocol.options.loop == LoopKind::pursuit) spec.head_components = problem.head_components;
  return run(problem, spec, protocol.options, observer);
}

Attempt run_as_ours(const RecoveryProblem& problem, const Method& method, const AuthorsStep& step,
                    const Observer& observer) {
  const SolverChoice choice = resolve_solver(method.solver);
  SolverOptions options = choice.row.options;
  options.step_factor = step.eta;
  options.block_size = std::min(step.block_size, problem.observations());
  options.max_epochs = step.max_epochs;
  options.finish_by_fit = true;
  if (problem.patience > 0) {
    options.patience = problem.patience;
    options.smallest_gain = kLeastGain;
  }
  options.stop_at_repetition =
      options.sampler == SamplerKind::all_rows && options.step != StepKind::random;
  const bool is_pursuit = options.loop == LoopKind::pursuit;
  if (is_pursuit && problem.pursuit_steps > 0) options.fit_steps = problem.pursuit_steps;
  return run(problem, structure_spec(problem, choice), options, observer);
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
    const double error = validation_error(problem, attempt.result.x);
    if (error >= least) continue;
    least = error;
    best = std::move(attempt);
    if (least <= kSolved && best.result.termination == Termination::converged) break;
  }
  return best;
}

}  // namespace graphsparse::experiments
