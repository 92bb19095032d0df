#include "graphsparse/fit/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "fit/method.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/core/format.hpp"
#include "graphsparse/fit/restarts.hpp"
#include "graphsparse/reference/authors_protocol.hpp"
#include "graphsparse/reference/projection_table.hpp"

namespace graphsparse {
namespace {

constexpr double kConvexTolerance = 1e-6;         // of the relative duality gap
constexpr std::int64_t kConvexIterations = 1000;  // Newton steps; ten are usual

std::string solvers_without_graph() {
  std::vector<std::string> names;
  for (const SolverRow& row : solver_table()) {
    if (!row.prefers_graph) names.emplace_back(row.name);
  }
  return listed(names);
}

bool is_for_classes(const FitSpec& spec) {
  return make_loss(spec)->traits().response == Response::classes;
}

// What a program may have set without the care of set_option().
void check_values(FitSpec& spec) {
  const FitSpec standard;
  for (const OptionRecord& record : fit_option_table()) {
    check_option(record, &spec, &standard);
    const bool is_chosen = record.type == OptionType::choice ||
                           record.type == OptionType::number_or_choice ||
                           record.type == OptionType::flag_or_choice;
    const OptionValue value = option_value(record, &spec);
    const auto* const text = std::get_if<std::string>(&value);
    if (!is_chosen || text == nullptr || value == option_value(record, &standard)) continue;
    const std::vector<std::string> choices = choices_of(record);
    if (std::find(choices.begin(), choices.end(), *text) != choices.end()) continue;
    set_option(record, &spec, fmt::format("`{}`", record.field), *text, choices,
               listing_of(record));
  }
}

void check_huber(const FitSpec& spec) {
  if (!spec.huber_threshold || find_loss(spec.loss).has_threshold) return;
  throw InputError("`huber_threshold` is for `loss` huber");
}

void check_step(const FitSpec& spec, const Method& method) {
  if (spec.step == "auto") return;
  if (method.convex == nullptr && has_step(method.options())) return;
  const bool has_steps =
      method.convex != nullptr || method.options().loop == LoopKind::thresholding;
  throw InputError(fmt::format("`step` is not for `solver` {}, which {}", spec.solver,
                               has_steps ? "finds the step by its own rule" : "takes no steps"));
}

void check_thresholding(const FitSpec& spec, const Method& method, const FitInputs& inputs) {
  if (!spec.sparsity) throw InputError("`sparsity` is required");
  if (structure_row(method.structure()).needs_graph && !inputs.has_graph) {
    throw InputError(fmt::format("`solver` {} needs `graph`; solvers without one are {}",
                                 spec.solver, solvers_without_graph()));
  }
  if (structure_row(method.structure()).needs_groups && !inputs.has_feature_groups) {
    throw InputError(fmt::format("`solver` {} needs `feature_groups`", spec.solver));
  }
  if (spec.balanced && !is_for_classes(spec)) {
    throw InputError("`balanced` is for two classes: `loss` logistic");
  }
  if (find_projection(spec.projection).needs_budget != spec.budget.has_value()) {
    throw InputError("`projection` budget and `budget` go together");
  }
  if (spec.head == kBoostedHead && method.structure() != StructureKind::graph) {
    throw InputError(fmt::format(
        "`head` boosted is for connected subgraphs; with `structure` {} take `head` plain",
        to_string(method.structure())));
  }
  if (spec.protocol == kAuthorsProtocol && !spec.covariates.empty()) {
    throw InputError(
        "`protocol` authors has no `covariates`, as the authors' program has none; leave one of "
        "the two out");
  }
  if (spec.blocks > 0 && spec.block_size > 0) {
    throw InputError("`blocks` and `block_size` exclude each other");
  }
}

// The authors' program runs once.
void resolve_effort(FitSpec& spec, const Method& method) {
  const bool as_authors = spec.protocol == kAuthorsProtocol;
  if (spec.effort.empty()) spec.effort = as_authors ? "quick" : method.choice->row.effort;
  const std::int64_t runs = runs_of_effort(spec.effort);
  if (as_authors && runs > 1) throw InputError("`protocol` authors has an `effort` of one run");
  if (spec.consensus && runs < 2) {
    throw InputError("`consensus` needs several runs: an `effort` of 2 or more");
  }
}

FitSpec resolve_thresholding(FitSpec spec, const Method& method) {
  spec.structure = to_string(method.structure());
  spec.projection = find_projection(spec.projection).name;
  if (const auto step = renamed_step(spec.step)) spec.step = *step;
  const LossRow& loss = find_loss(spec.loss);
  if (loss.has_threshold && !spec.huber_threshold) {
    spec.huber_threshold = LossOptions{}.huber_threshold;
  }
  if (!spec.slack) spec.slack = find_projection(spec.projection).default_slack;
  if (spec.protocol == kAuthorsProtocol) apply_authors_protocol(spec);
  resolve_effort(spec, method);
  if (!spec.max_epochs) spec.max_epochs = method.options().max_epochs;
  if (!spec.tolerance) spec.tolerance = method.options().tolerance;
  if (!spec.l2 && !method.options().penalty_by_size) spec.l2 = 0.0;
  // Without meaning here; a model must not seem convex.
  spec.lambda = spec.lambda_ratio = std::nullopt;
  return spec;
}

void check_convex(const FitSpec& spec, const Method& method, const FitInputs& inputs) {
  if (!is_for_classes(spec)) {
    throw InputError(
        fmt::format("`solver` {} is for two classes: leave out `loss` {}", spec.solver, spec.loss));
  }
  if (method.convex->has_groups && !inputs.has_feature_groups) {
    throw InputError(fmt::format(
        "`solver` {} needs `feature_groups` FILE or `feature_groups` edges", spec.solver));
  }
  if (spec.l2.value_or(0.0) != 0.0) {
    throw InputError(
        fmt::format("`l2` is not for `solver` {}; its penalty is `lambda`", spec.solver));
  }
  if (spec.lambda && spec.lambda_ratio) {
    throw InputError("`lambda` and `lambda_ratio` exclude each other");
  }
  for (const auto& [field, value] :
       {std::pair("covariates", &spec.covariates), std::pair("always", &spec.always)}) {
    if (value->empty()) continue;
    throw InputError(
        fmt::format("`{}` is not for `solver` {}, which penalizes every feature; any "
                    "solver with `sparsity` has it",
                    field, spec.solver));
  }
}

FitSpec resolve_convex(FitSpec spec, const Method& method) {
  spec.loss = method.convex->loss;
  if (!spec.lambda && !spec.lambda_ratio) spec.lambda_ratio = kDefaultLambdaRatio;
  if (spec.protocol == kAuthorsProtocol) spec.balanced = true;
  if (!spec.max_epochs) spec.max_epochs = kConvexIterations;
  if (!spec.tolerance) spec.tolerance = kConvexTolerance;
  spec.sparsity = std::nullopt;
  spec.l2 = 0.0;
  if (!spec.slack) spec.slack = 0.0;
  return spec;
}

}  // namespace

Method find_method(const FitSpec& spec, bool has_graph) {
  Method method;
  const std::string_view bare_default = find_solver(kDefaultSolver).name;
  const std::string_view by_default = spec.structure.empty() ? kDefaultSolver : bare_default;
  const std::string_view solver = spec.solver.empty() ? by_default : std::string_view(spec.solver);
  method.convex = find_baseline(solver);
  if (method.convex != nullptr) return method;
  std::optional<StructureKind> structure;
  if (!spec.structure.empty()) structure = find_structure(spec.structure).kind;
  method.choice.emplace(resolve_solver(solver, structure, has_graph));
  return method;
}

std::unique_ptr<Loss> make_loss(const FitSpec& spec) {
  LossOptions options;
  if (spec.huber_threshold) options.huber_threshold = *spec.huber_threshold;
  return find_loss(spec.loss).make(options);
}

FitSpec resolve_defaults(FitSpec spec, const FitInputs& inputs) {
  check_values(spec);
  const Method method = find_method(spec, inputs.has_graph);
  if (method.choice) spec.solver = method.choice->name();
  if (spec.loss.empty()) spec.loss = method.convex != nullptr ? method.convex->loss : kDefaultLoss;
  check_huber(spec);
  check_step(spec, method);
  if (method.convex != nullptr) {
    check_convex(spec, method, inputs);
    return resolve_convex(std::move(spec), method);
  }
  check_thresholding(spec, method, inputs);
  return resolve_thresholding(std::move(spec), method);
}

std::vector<std::string> choices_of(const OptionRecord& record) {
  if (record.choices == "<losses>") return names_of(loss_table(), &LossRow::name);
  if (record.choices == "<structures>") return names_of(structure_table(), &StructureRow::name);
  if (record.choices == "<projections>") {
    return names_of(all_projection_methods(), &ProjectionMethod::name);
  };
  if (record.choices != "<solvers>") return split_choices(record.choices);
  std::vector<std::string> names = solver_names();
  for (const BaselineRow& row : baseline_table()) names.emplace_back(row.name);
  return names;
}

std::string listing_of(const OptionRecord& record) {
  if (record.choices != "<solvers>") return listed(choices_of(record));
  return fmt::format("{} (each may follow one of {}), {}", listed(solver_table(), &SolverRow::name),
                     listed(structure_table(), &StructureRow::prefix),
                     listed(baseline_table(), &BaselineRow::name));
}

unsigned uses_of(const FitSpec& spec) {
  const Method method = find_method(spec);
  if (method.convex != nullptr) {
    return kUsedByConvex | (method.convex->has_groups ? kUsedByGroups : 0U);
  }
  unsigned uses = kUsedByThresholding;
  if (method.structure() == StructureKind::graph) uses |= kUsedByGraphs;
  if (method.structure() == StructureKind::groups) uses |= kUsedByGroups;
  if (!takes_all_rows(method.options())) uses |= kUsedByBlocks;
  if (has_step(method.options())) uses |= kUsedBySteps;
  if (method.options().loop == LoopKind::thresholding) uses |= kUsedByGradientSteps;
  return uses;
}

bool is_convex(const FitSpec& spec) { return find_method(spec).convex != nullptr; }

bool needs_graph(const FitSpec& spec) {
  const Method method = find_method(spec);
  return method.convex == nullptr && structure_row(method.structure()).needs_graph;
}

std::vector<std::string> unused_options(const FitSpec& spec, std::span<const OptionRecord> table,
                                        std::span<const std::string> given) {
  const unsigned uses = uses_of(spec);
  std::vector<std::string> unused;
  for (const OptionRecord& record : table) {
    const bool is_given = std::find(given.begin(), given.end(), record.name()) != given.end();
    if (is_given && (record.used_by & uses) == 0) unused.push_back(record.name());
  }
  return unused;
}

void apply_authors_protocol(FitSpec& spec) {
  if (!is_for_classes(spec)) {
    throw InputError("`protocol` authors is for two classes: `loss` logistic");
  }
  if (!has_step(find_method(spec).options())) {
    throw InputError(fmt::format(
        "`protocol` authors is not for `solver` {}, which finds the step by its own rule",
        spec.solver));
  }
  if (spec.step != "auto" && spec.step != "armijo") {
    throw InputError("`protocol` authors has a `step` of its own");
  }
  if (!spec.sampling.empty() && spec.sampling != "random") {
    throw InputError("`protocol` authors has a `sampling` of its own: random");
  }
  spec.balanced = true;
  spec.standardize = true;
  spec.step = "armijo";
  if (!spec.max_epochs) spec.max_epochs = kAuthorsEpochs;
  if (!spec.tolerance) spec.tolerance = 0.0;
  if (spec.row_order.empty()) spec.row_order = "classes-apart";
}

SolverOptions solver_options(const FitSpec& spec) {
  const Method method = find_method(spec);
  SolverOptions options = method.options();
  if (spec.protocol == kAuthorsProtocol) {
    options =
        authors_classification(options, method.structure(), &find_projection(spec.projection));
  }
  options.head = options.head || !spec.head.empty();
  options.block_size = spec.block_size;
  options.max_epochs = *spec.max_epochs;
  options.tolerance = *spec.tolerance;
  if (spec.patience) options.patience = *spec.patience;
  const auto sampler = parse_sampling(spec.sampling);
  if (sampler && !takes_all_rows(options)) options.sampler = *sampler;
  options.seed = spec.seed;
  if (const auto kind = parse_step(spec.step)) {
    if (*kind != StepKind::automatic) options.step = *kind;
  } else {
    // Random steps stay random, around another size.
    if (options.step == StepKind::automatic) options.step = StepKind::constant;
    std::from_chars(spec.step.data(), spec.step.data() + spec.step.size(), options.step_factor);
  }
  return options;
}

std::string describe_choices() {
  std::string text = "Losses:\n";
  for (const LossRow& row : loss_table()) {
    text += fmt::format("  {:<15} {}\n", row.name, row.summary);
  }
  text += "Solvers:\n";
  for (const SolverRow& row : solver_table()) {
    text += fmt::format("  {:<15} {}\n", row.name, row.summary);
  }
  for (const BaselineRow& row : baseline_table()) {
    text += fmt::format("  {:<15} {}\n", row.name, row.summary);
  }
  text += "Structures:\n";
  for (const StructureRow& row : structure_table()) {
    text += fmt::format("  {:<15} {}; '{}iht' is --solver iht --structure {}\n", row.name,
                        row.summary, row.prefix, row.name);
  }
  return text;
}

void set_grid_option(FitSpec& spec, const std::string& name, double value) {
  const OptionRecord* record = find_fit_option(name);
  if (record == nullptr || !record->in_grid) {
    throw InputError(fmt::format("there is no grid over '{}'", name));
  }
  set_option(*record, &spec, value);
}

}  // namespace graphsparse
