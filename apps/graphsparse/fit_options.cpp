#include "fit_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <string_view>

#include "data_options.hpp"
#include "errors.hpp"
#include "graphsparse/baseline/path_learner.hpp"
#include "option_types.hpp"
#include "size_range.hpp"

namespace graphsparse::cli {
namespace {

constexpr const char* kModelGroup = "Model";
constexpr const char* kSearchGroup = "Search";
constexpr const char* kConvexGroup = "Convex solvers (l1-logistic, group-lasso)";
constexpr std::string_view kBudgetProjection = "budget";
constexpr std::string_view kLogistic = "logistic";
constexpr std::string_view kHuber = "huber";
constexpr double kBaselineTolerance = 1e-6;         // of the relative duality gap
constexpr std::int64_t kBaselineIterations = 1000;  // Newton steps; ten are usual

template <class Row>
std::vector<std::string> names_of(std::span<const Row> rows) {
  std::vector<std::string> names;
  for (const Row& row : rows) names.emplace_back(row.name);
  return names;
}

void add_model_options(CLI::App& app, FitOptions& options) {
  FitSettings& settings = options.settings;
  const auto in_group = [](CLI::Option* option) { return option->group(kModelGroup); };
  in_group(add_text(app, "--graph", options.graph,
                    "Edge list (.tsv .csv .txt .sif .graphml .mtx) or grid:WxH"))
      ->type_name("GRAPH");
  in_group(add_whole_number(app, "--sparsity", settings.sparsity, {1, kNoLimit},
                            "Number of features wanted (convex solvers: see --lambda)"))
      ->default_str("")
      ->each([&options](const std::string&) { options.sparsity_given = true; });
  in_group(add_whole_number(app, "--components", settings.components, {1, kNoLimit},
                            "Largest number of connected parts"));
  in_group(add_choice(app, "--loss", settings.loss, names_of(loss_table()), "What is minimised"))
      ->each([&options](const std::string&) { options.loss_given = true; });
  in_group(add_positive(app, "--huber-threshold", settings.huber_threshold,
                        "huber: errors beyond it count linearly; about 1.345 deviations of the "
                        "noise"))
      ->default_str(fmt::format("{}", LossOptions{}.huber_threshold));
  in_group(add_amount(app, "--l2", settings.l2, "Penalty (X / 2) |w|^2, never on the intercept"));
  in_group(app.add_flag_callback(
      "--no-intercept", [&settings] { settings.intercept = false; }, "Fit without an intercept"));
  in_group(app.add_flag("--standardize", settings.standardize,
                        "Shift features to mean 0 and scale them to deviation 1"));
  CLI::Option* balanced = in_group(app.add_flag("--balanced", settings.balanced,
                                                "Weights that make both classes count the same"));
  in_group(add_text(app, "--weights", options.weights, "A weight for each sample; 0 leaves it out"))
      ->type_name("FILE[:COLUMN]")
      ->excludes(balanced);
  in_group(add_text(app, "--groups", options.groups,
                    "feature<TAB>group lines (or .gmt) for group solvers; 'edges' for group-lasso"))
      ->type_name("FILE");
  in_group(add_text(app, "--root", settings.root, "A feature that must be in the support"))
      ->type_name("NAME");
}

void add_baseline_options(CLI::App& app, FitOptions& options) {
  FitSettings& settings = options.settings;
  const auto in_group = [](CLI::Option* option) { return option->group(kConvexGroup); };
  CLI::Option* lambda = in_group(add_positive(app, "--lambda", settings.lambda, "Penalty"));
  in_group(add_positive(app, "--lambda-ratio", settings.lambda_ratio,
                        "Penalty as a share of the least one that gives no features"))
      ->default_str(fmt::format("{}", kDefaultLambdaRatio))
      ->excludes(lambda);
  in_group(add_whole_number(app, "--keep", settings.keep, {1, kNoLimit},
                            "Look only at so many features, those most correlated with the label"))
      ->default_str("all");
  in_group(app.add_flag("--ignore-unknown", options.ignore_unknown,
                        "Leave out members of groups that are no features of the data"));
}

void add_search_options(CLI::App& app, FitOptions& options) {
  FitSettings& settings = options.settings;
  const auto in_group = [](CLI::Option* option) { return option->group(kSearchGroup); };
  std::vector<std::string> solvers = names_of(solver_table());
  for (const BaselineRow& row : baseline_table()) solvers.emplace_back(row.name);
  in_group(add_choice(app, "--solver", settings.solver, std::move(solvers), "See below"))
      ->type_name("NAME");
  in_group(add_whole_number(app, "--block-size", options.block_size, {1, kNoLimit},
                            "Rows a block of the stochastic solvers (default: automatic)"));
  in_group(add_positive_or_choice(
      app, "--step", settings.step, {"auto", "backtracking", "paper-backtracking"},
      "Constant step X times the problem's own unit, or how to find it"));
  in_group(add_whole_number(app, "--max-epochs", options.max_epochs, {0, kNoLimit},
                            "Passes over the data"))
      ->default_str(std::to_string(settings.max_epochs));
  in_group(add_amount(app, "--tolerance", options.tolerance,
                      "Relative residual or change at which a fit has converged"))
      ->default_str(fmt::format("{}", settings.tolerance));
  in_group(add_choice(app, "--projection", settings.projection, names_of(projection_methods()),
                      "How to find connected supports; see 'graphsparse project --help'"))
      ->type_name("NAME");
  in_group(add_amount(app, "--slack", options.slack,
                      "Accept up to (1 + X) times the sparsity (default: 0.1 for the published "
                      "projections, else 0)"));
  in_group(add_amount(app, "--budget", settings.budget,
                      "Bound on the cost of the edges, for --projection budget"));
  in_group(app.add_flag("--head", settings.head,
                        "Restrict gradients by a head projection, as in the paper"));
  in_group(add_text(app, "--start", options.start, "Start at this model instead of 0"))
      ->type_name("MODEL.json");
}

std::string solvers_without_graph() {
  std::string names;
  for (const SolverRow& row : solver_table()) {
    if (row.model == ModelKind::top) names += (names.empty() ? "" : ", ") + std::string(row.name);
  }
  return names;
}

bool has_step(const SolverRow& row) {
  return row.options.loop == LoopKind::thresholding && row.options.step != StepKind::niht;
}

void check_parts(const FitOptions& options) {
  const SolverRow& row = options.row();
  const FitSettings& settings = options.settings;
  if (row.model == ModelKind::graph && options.graph.empty()) {
    throw UsageError(fmt::format("--solver {} needs --graph; solvers without one are {}", row.name,
                                 solvers_without_graph()));
  }
  if (row.model == ModelKind::group && options.groups.empty()) {
    throw UsageError(fmt::format("--solver {} needs --groups", row.name));
  }
  if (settings.step != "auto" && !has_step(row)) {
    throw UsageError(fmt::format("--step is not for --solver {}, which {}", row.name,
                                 row.options.loop == LoopKind::pursuit
                                     ? "takes no steps"
                                     : "finds the step by its own rule"));
  }
  if (settings.balanced && settings.loss != kLogistic) {
    throw UsageError("--balanced is for two classes: --loss logistic");
  }
  if (settings.huber_threshold && settings.loss != kHuber) {
    throw UsageError("--huber-threshold is for --loss huber");
  }
  if ((settings.projection == kBudgetProjection) != settings.budget.has_value()) {
    throw UsageError("--projection budget and --budget go together");
  }
}

void check_baseline(const FitOptions& options) {
  const BaselineRow& row = *options.baseline();
  const FitSettings& settings = options.settings;
  if (options.loss_given && settings.loss != kLogistic) {
    throw UsageError(fmt::format("--solver {} is for two classes: leave out --loss {}", row.name,
                                 settings.loss));
  }
  if (row.has_groups && options.groups.empty()) {
    throw UsageError(fmt::format("--solver {} needs --groups FILE or --groups edges", row.name));
  }
  if (options.groups == kEdgeGroups && options.graph.empty()) {
    throw UsageError("--groups edges needs --graph");
  }
  if (settings.huber_threshold) throw UsageError("--huber-threshold is for --loss huber");
  if (settings.l2 != 0.0) {
    throw UsageError(fmt::format("--l2 is not for --solver {}; its penalty is --lambda", row.name));
  }
  if (settings.step != "auto") {
    throw UsageError(fmt::format(
        "--step is not for --solver {}, which finds the step by its own rule", row.name));
  }
}

}  // namespace

void FitOptions::settle(std::uint64_t seed) {
  require_target(data);
  if (!weights.empty()) data.beside.push_back(weights);
  settings.seed = seed;
  if (baseline() != nullptr) {
    check_baseline(*this);
    settings.loss = kLogistic;
    if (!settings.lambda && !settings.lambda_ratio) settings.lambda_ratio = kDefaultLambdaRatio;
    settings.max_epochs = max_epochs.value_or(kBaselineIterations);
    settings.tolerance = tolerance.value_or(kBaselineTolerance);
    return;
  }
  check_parts(*this);
  if (settings.loss == kHuber) settings.huber_threshold = settings.loss_options().huber_threshold;
  settings.slack = slack.value_or(default_slack(settings.projection));
  settings.max_epochs = max_epochs.value_or(row().options.max_epochs);
  settings.tolerance = tolerance.value_or(row().options.tolerance);
  settings.block_size = block_size.value_or(0);
  // Without meaning here; a model must not seem convex.
  settings.lambda = settings.lambda_ratio = std::nullopt;
}

SolverOptions FitOptions::solver_options() const {
  SolverOptions result = row().options;
  result.head = result.head || settings.head;
  result.block_size = settings.block_size;
  result.max_epochs = settings.max_epochs;
  result.tolerance = settings.tolerance;
  result.seed = settings.seed;
  if (settings.step == "backtracking") {
    result.step = StepKind::backtracking;
  } else if (settings.step == "paper-backtracking") {
    result.step = StepKind::paper_backtracking;
  } else if (settings.step != "auto") {
    // Random steps stay random, around another size.
    if (result.step == StepKind::automatic) result.step = StepKind::constant;
    std::from_chars(settings.step.data(), settings.step.data() + settings.step.size(),
                    result.step_factor);
  }
  return result;
}

std::vector<std::pair<std::string, std::string>> FitOptions::inputs() const {
  std::vector<std::pair<std::string, std::string>> all = {{"data", data.data},
                                                          {"target", data.target},
                                                          {"labels", data.labels},
                                                          {"id-column", data.id_column},
                                                          {"feature-names", data.feature_names},
                                                          {"sample-names", data.sample_names},
                                                          {"graph", graph},
                                                          {"weights", weights},
                                                          {"groups", groups},
                                                          {"start", start}};
  std::erase_if(all, [](const auto& input) { return input.second.empty(); });
  return all;
}

void add_fit_options(CLI::App& app, FitOptions& options) {
  add_data_options(app, options.data);
  add_target_options(app, options.data);
  add_model_options(app, options);
  add_baseline_options(app, options);
  add_search_options(app, options);
}

std::vector<std::string> unused_options(const CLI::App& app, const FitOptions& options) {
  std::vector<std::string> names;
  const auto look_for = [&](std::initializer_list<const char*> candidates) {
    for (const char* option : candidates) {
      if (app.get_option(option)->count() > 0) names.emplace_back(option);
    }
  };
  if (options.baseline() != nullptr) {
    look_for({"--sparsity", "--components", "--root", "--projection", "--slack", "--budget",
              "--block-size", "--head", "--start"});
    return names;
  }
  look_for({"--lambda", "--lambda-ratio", "--keep", "--ignore-unknown"});
  const SolverRow& row = options.row();
  if (row.model != ModelKind::graph) {
    look_for({"--components", "--root", "--projection", "--slack", "--budget"});
  }
  if (row.model != ModelKind::group) look_for({"--groups"});
  const bool takes_all_rows =
      row.options.sampler == SamplerKind::all_rows || row.options.loop == LoopKind::pursuit;
  if (takes_all_rows) look_for({"--block-size"});
  if (row.options.loop == LoopKind::pursuit) look_for({"--head"});
  return names;
}

std::string describe_solvers() {
  std::string text = "Solvers:\n";
  for (const SolverRow& row : solver_table()) {
    text += fmt::format("  {:<15} {}\n", row.name, row.summary);
  }
  for (const BaselineRow& row : baseline_table()) {
    text += fmt::format("  {:<15} {}\n", row.name, row.summary);
  }
  return text;
}

}  // namespace graphsparse::cli
