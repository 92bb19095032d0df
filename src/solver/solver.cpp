#include "graphsparse/solver/solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/objective/block_objective.hpp"
#include "graphsparse/solver/hooks.hpp"
#include "solver/final_point.hpp"
#include "solver/intercept.hpp"
#include "solver/loops.hpp"
#include "solver/monitor.hpp"
#include "solver/sampler.hpp"
#include "solver/splicing.hpp"
#include "solver/step.hpp"
#include "solver/support_average.hpp"

namespace graphsparse {
namespace {

// Below it the exact step along a block's gradient says too little about the rest. A label tells
// less than a measurement (docs/solvers.md).
constexpr std::int64_t kSmallestBlock = 8;
constexpr std::int64_t kSmallestBlockOfLabels = 50;

void require(bool is_good, std::string_view field, double value, std::string_view what_is_right) {
  if (is_good) return;
  throw InputError(fmt::format("{} is {}; it must be {}", field, value, what_is_right));
}

void check_start(const Problem& problem, const Point* start) {
  if (start == nullptr) return;
  if (start->w.size() == static_cast<std::size_t>(problem.features())) return;
  throw InputError(fmt::format("the start has {} coefficients, the data {} features",
                               start->w.size(), problem.features()));
}

// At zero, or where that would be far from everything: a loss whose curvature has no bound begins
// at the best model without features.
Point begin_at(const Problem& problem, Rows rows, const Point* start) {
  if (start != nullptr) {
    BlockObjective all(problem);
    all.move_to(rows, *start);
    if (std::isfinite(all.value(*start))) return *start;
  }
  if (problem.loss->traits().curvature_bound) return Point(problem.features());
  return best_constant(problem, rows);
}

auto loop_of(const SolverOptions& options) {
  switch (options.loop) {
    case LoopKind::pursuit:
      return run_pursuit;
    case LoopKind::message_passing:
      return run_message_passing;
    case LoopKind::screening:
      return run_screening;
    case LoopKind::thresholding:
      break;
  }
  return run_thresholding;
}

}  // namespace

std::string_view to_string(Termination termination) {
  switch (termination) {
    case Termination::converged:
      return "converged";
    case Termination::max_epochs:
      return "max_epochs";
    case Termination::diverged:
      return "diverged";
    case Termination::interrupted:
      return "interrupted";
    case Termination::time_limit:
      return "time_limit";
    case Termination::failed:
      break;
  }
  return "failed";
}

void check_options(const SolverOptions& options) {
  require(options.block_size >= 0, "block size", static_cast<double>(options.block_size),
          "0 (automatic) or more");
  require(std::isfinite(options.step_factor) && options.step_factor >= 0.0, "step",
          options.step_factor, "a finite number, not negative");
  require(options.max_epochs >= 0, "max epochs", static_cast<double>(options.max_epochs),
          "0 or more");
  require(std::isfinite(options.tolerance) && options.tolerance >= 0.0, "tolerance",
          options.tolerance, "a finite number, not negative");
  require(options.patience >= 0, "patience", static_cast<double>(options.patience), "0 or more");
  require(options.min_relative_improvement >= 0.0 && options.min_relative_improvement < 1.0,
          "smallest gain", options.min_relative_improvement, "0 or more, below 1");
  require(options.fit_steps >= 0, "fit steps", options.fit_steps, "0 or more");
}

std::int64_t choose_block_size(const Problem& problem, std::int64_t rows, std::int64_t sparsity) {
  const bool is_measured = problem.loss->traits().response == Response::numbers;
  const std::int64_t smallest = is_measured ? kSmallestBlock : kSmallestBlockOfLabels;
  const std::int64_t wanted = std::max({smallest, (sparsity + 1) / 2, (rows + 4) / 5});
  return std::clamp<std::int64_t>(wanted, 1, std::max<std::int64_t>(1, rows));
}

Result solve(const Problem& problem, Structure& structure, const SolverOptions& options,
             const Point* start, const Observer& observer) {
  SupportAverage seen;
  return solve(problem, structure, options, start, observer, seen);
}

Result solve(const Problem& problem, Structure& structure, const SolverOptions& options,
             const Point* start, const Observer& observer, SupportAverage& seen) {
  const auto begin = std::chrono::steady_clock::now();
  check_problem(problem);
  check_options(options);
  check_start(problem, start);
  LoopInput input{used_rows(problem), options.block_size, observer};
  if (input.block_size == 0) {
    input.block_size = choose_block_size(problem, static_cast<std::int64_t>(input.rows.size()),
                                         structure.sparsity());
  }
  Problem penalized = problem;
  if (options.refit) penalized.l2 = std::max(problem.l2, smallest_penalty(problem, input.rows));
  Point point = begin_at(problem, input.rows, start);
  const std::int64_t calls_before = structure.pcst_calls();
  Monitor monitor(penalized, input.rows, options, point);
  Result result;
  result.start_objective = monitor.objective();
  result.block_size = options.sampler == SamplerKind::all_rows
                          ? static_cast<std::int64_t>(input.rows.size())
                          : input.block_size;
  result.termination =
      loop_of(options)(penalized, structure, options, input, point, monitor, result);
  Point found = monitor.finish(result.termination, point, structure);
  if (options.splice && result.termination != Termination::diverged) {
    splice(penalized, input.rows, structure, options.seed, found,
           options.average ? &monitor.seen() : nullptr);
  }
  seen = std::move(monitor.seen());
  result.x =
      final_point(problem, input.rows, structure, options, start, penalized.l2, std::move(found));
  result.pcst_calls = structure.pcst_calls() - calls_before;
  result.history = monitor.take_history();
  result.epochs = static_cast<std::int64_t>(result.history.size());
  measure(problem, input.rows, result);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  result.seconds = elapsed.count();
  return result;
}

// What hooks leave to the solver.

std::unique_ptr<Sampler> SolverHooks::make_sampler(const Problem& /*problem*/,
                                                   std::vector<RowIndex> /*rows*/,
                                                   std::int64_t /*block_size*/,
                                                   const SolverOptions& /*options*/) const {
  return nullptr;
}

std::unique_ptr<StepPolicy> SolverHooks::make_step_policy(const Problem& /*problem*/,
                                                          const SolverOptions& /*options*/) const {
  return nullptr;
}

// The last block may be smaller than the others, never missing.
std::int64_t SolverHooks::block_size_for(std::int64_t rows, std::int64_t blocks) const {
  const std::int64_t count = std::max<std::int64_t>(1, blocks);
  return std::max<std::int64_t>(1, (rows + count - 1) / count);
}

bool returns_last_point(const SolverOptions& options) {
  return options.hooks != nullptr && options.hooks->returns_last_point();
}

std::int64_t block_size_for(const SolverOptions& options, std::int64_t rows, std::int64_t blocks) {
  return options.hooks == nullptr ? SolverHooks().block_size_for(rows, blocks)
                                  : options.hooks->block_size_for(rows, blocks);
}

}  // namespace graphsparse
