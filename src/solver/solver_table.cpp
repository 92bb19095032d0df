#include <fmt/format.h>

#include <array>

#include "graphsparse/core/error.hpp"
#include "graphsparse/solver/solver.hpp"

namespace graphsparse {
namespace {

// Their objective wanders before it falls.
constexpr std::int64_t kStochasticPatience = 200;

constexpr SolverOptions batch() { return {}; }

constexpr SolverOptions stochastic(EstimatorKind estimator = EstimatorKind::plain) {
  SolverOptions options;
  options.sampler = SamplerKind::random_blocks;
  options.estimator = estimator;
  options.patience = kStochasticPatience;
  return options;
}

constexpr SolverOptions niht() {
  SolverOptions options;
  options.step = StepKind::niht;
  return options;
}

// Of conjugate gradients a fit on a merged support: fewer lose small signals, more cost more
// (docs/solvers.md).
constexpr int kPursuitSteps = 20;

constexpr SolverOptions pursuit() {
  SolverOptions options;
  options.loop = LoopKind::pursuit;
  options.fit_steps = kPursuitSteps;
  return options;
}

constexpr SolverOptions normalised_stochastic() {
  SolverOptions options;
  options.sampler = SamplerKind::shuffled_blocks;
  options.patience = kStochasticPatience;
  return options;
}

constexpr SolverOptions random_pursuit() {
  SolverOptions options;
  options.step = StepKind::random;
  options.refit = true;
  options.average = true;
  return options;
}

constexpr std::array<SolverRow, 14> kSolvers = {{
    {"iht", "all rows, s largest", ModelKind::top, batch()},
    {"sto-iht", "random blocks, s largest", ModelKind::top, stochastic()},
    {"graph-iht", "all rows, connected supports", ModelKind::graph, batch()},
    {"graph-sto-iht", "random blocks, connected supports: the paper's method", ModelKind::graph,
     stochastic()},
    {"niht", "normalised steps with a safeguard, s largest", ModelKind::top, niht()},
    {"cosamp", "least squares on merged supports, s largest", ModelKind::top, pursuit()},
    {"graph-cosamp", "the same with connected supports", ModelKind::graph, pursuit()},
    {"graph-svrg", "blocks corrected by a snapshot of each epoch", ModelKind::graph,
     stochastic(EstimatorKind::svrg)},
    {"graph-saga", "blocks corrected by each row's last visit", ModelKind::graph,
     stochastic(EstimatorKind::saga)},
    {"graph-scsg", "blocks corrected by snapshots of half the rows", ModelKind::graph,
     stochastic(EstimatorKind::scsg)},
    {"graph-nsto-iht", "normalised stochastic steps on shuffled blocks", ModelKind::graph,
     normalised_stochastic()},
    {"graph-rand-htp", "random steps and a refit on each support", ModelKind::graph,
     random_pursuit()},
    {"group-iht", "all rows, whole groups of features", ModelKind::group, batch()},
    {"group-sto-iht", "random blocks, whole groups of features", ModelKind::group, stochastic()},
}};

}  // namespace

std::span<const SolverRow> solver_table() { return kSolvers; }

const SolverRow& find_solver(std::string_view name) {
  std::string known;
  for (const SolverRow& row : kSolvers) {
    if (row.name == name) return row;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", row.name);
  }
  throw InputError(fmt::format("there is no solver '{}'; there are {}", name, known));
}

}  // namespace graphsparse
