#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/format.hpp"
#include "graphsparse/solver/solver.hpp"

namespace graphsparse {
namespace {

// Their objective wanders before it falls.
constexpr std::int64_t kStochasticPatience = 200;

constexpr std::string_view kQuick = "quick";
constexpr std::string_view kNormal = "normal";

// Of conjugate gradients a fit on a merged support: fewer lose small signals, more cost more
// (docs/solvers.md).
constexpr int kPursuitSteps = 20;

// An epoch is ten iterations.
constexpr std::int64_t kMessageEpochs = 60;

constexpr SolverOptions stochastic(EstimatorKind estimator) {
  return {.sampler = SamplerKind::random_blocks,
          .estimator = estimator,
          .patience = kStochasticPatience};
}

constexpr std::array kSolvers = {
    SolverRow{"iht", "iterative hard thresholding with gradients of all rows", false, kQuick, {}},
    SolverRow{"sto-iht",
              "gradients of random blocks of rows; with the structure graph the paper's method",
              false, kQuick, stochastic(EstimatorKind::plain)},
    SolverRow{"niht",
              "gradients of all rows, normalized steps with a safeguard",
              false,
              kQuick,
              {.step = StepKind::niht}},
    SolverRow{"cosamp",
              "least squares on merged supports",
              false,
              kQuick,
              {.loop = LoopKind::pursuit, .fit_steps = kPursuitSteps}},
    SolverRow{"svrg", "blocks corrected by a snapshot of each epoch", true, kQuick,
              stochastic(EstimatorKind::svrg)},
    SolverRow{"saga", "blocks corrected by each row's last visit", true, kQuick,
              stochastic(EstimatorKind::saga)},
    SolverRow{"scsg", "blocks corrected by snapshots of half the rows", true, kQuick,
              stochastic(EstimatorKind::scsg)},
    SolverRow{"nsto-iht",
              "normalized stochastic steps on shuffled blocks",
              true,
              kQuick,
              {.sampler = SamplerKind::shuffled_blocks, .patience = kStochasticPatience}},
    SolverRow{"rand-htp",
              "random steps and a refit on each support",
              true,
              kNormal,
              {.step = StepKind::random, .refit = true, .average = true}},
    SolverRow{"amp",
              "message passing; tells how probable each feature is",
              true,
              kQuick,
              {.loop = LoopKind::message_passing,
               .refit = true,
               .max_epochs = kMessageEpochs,
               .patience = 0}},
    SolverRow{
        "ridge",
        "one projection of the class means' differences, then a ridge fit",
        true,
        kQuick,
        {.loop = LoopKind::screening, .refit = true, .penalty_by_size = true, .max_epochs = 1}},
};

// CoSaMP merges its head with the support and fits both: more than 2 s would fit anything.
constexpr std::int64_t kMergedHead = 2;

constexpr std::array<std::pair<std::string_view, StepKind>, 3> kStepNames = {{
    {"auto", StepKind::automatic},
    {"backtracking", StepKind::backtracking},
    {"armijo", StepKind::armijo},
}};

constexpr std::array<std::pair<std::string_view, SamplerKind>, 3> kSamplingNames = {{
    {"random", SamplerKind::random_blocks},
    {"shuffled", SamplerKind::shuffled_blocks},
    {"norm", SamplerKind::weighted_rows},
}};

const SolverRow* find_method(std::string_view name) {
  const auto* const row = std::find_if(kSolvers.begin(), kSolvers.end(),
                                       [name](const SolverRow& each) { return each.name == name; });
  return row == kSolvers.end() ? nullptr : row;
}

// A method's name and the structure that a prefix before it stands for.
struct ParsedName {
  const SolverRow* row = nullptr;
  std::optional<StructureKind> structure;
};

ParsedName parse_name(std::string_view name) {
  for (const StructureRow& structure : structure_table()) {
    if (!name.starts_with(structure.prefix)) continue;
    return {find_method(name.substr(structure.prefix.size())), structure.kind};
  }
  return {find_method(name), std::nullopt};
}

[[noreturn]] void throw_unknown(std::string_view name) {
  throw InputError(fmt::format("there is no solver '{}'; there are {}, and each after one of {}",
                               name, listed(kSolvers, &SolverRow::name),
                               listed(structure_table(), &StructureRow::prefix)));
}

}  // namespace

std::span<const SolverRow> solver_table() { return kSolvers; }

std::string SolverChoice::name() const {
  const bool is_bare = structure == StructureKind::none && !row.prefers_graph;
  return fmt::format("{}{}", is_bare ? "" : structure_row(structure).prefix, row.name);
}

SolverChoice resolve_solver(std::string_view solver, std::optional<StructureKind> structure,
                            bool has_graph) {
  const ParsedName parsed = parse_name(solver);
  if (parsed.row == nullptr) throw_unknown(solver);
  if (parsed.structure && structure && *parsed.structure != *structure) {
    throw InputError(
        fmt::format("the solver '{}' is {} with the structure '{}'; it contradicts the structure "
                    "'{}'",
                    solver, parsed.row->name, to_string(*parsed.structure), to_string(*structure)));
  }
  const StructureKind bare =
      parsed.row->prefers_graph && has_graph ? StructureKind::graph : StructureKind::none;
  return {*parsed.row, parsed.structure.value_or(structure.value_or(bare))};
}

const SolverRow& find_solver(std::string_view name) { return resolve_solver(name).row; }

std::vector<std::string> solver_names() {
  std::vector<std::string> names;
  for (const SolverRow& row : kSolvers) names.emplace_back(row.name);
  for (const StructureRow& structure : structure_table()) {
    for (const SolverRow& row : kSolvers) {
      names.push_back(fmt::format("{}{}", structure.prefix, row.name));
    }
  }
  return names;
}

std::unique_ptr<Structure> make_structure(StructureSpec spec, const SolverOptions& options) {
  if (options.loop == LoopKind::pursuit && spec.head_size == 0) {
    spec.head_size = kMergedHead * spec.sparsity;
  }
  return make_structure(spec);
}

std::optional<StepKind> parse_step(std::string_view name) {
  const std::string_view wanted = renamed_step(name).value_or(name);
  for (const auto& [known, kind] : kStepNames) {
    if (known == wanted) return kind;
  }
  return std::nullopt;
}

std::optional<SamplerKind> parse_sampling(std::string_view name) {
  for (const auto& [known, kind] : kSamplingNames) {
    if (known == name) return kind;
  }
  return std::nullopt;
}

std::optional<std::string_view> renamed_step(std::string_view name) {
  if (name == "paper-backtracking") return "armijo";
  return std::nullopt;
}

}  // namespace graphsparse
