#include "cv_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>
#include <sstream>

#include "errors.hpp"
#include "graphsparse/baseline/path_learner.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/selection/grid.hpp"
#include "graphsparse/selection/solver_learner.hpp"
#include "option_types.hpp"

namespace graphsparse::cli {
namespace {

constexpr const char* kGroup = "Cross-validation";
constexpr std::string_view kLogistic = "logistic";
constexpr std::int64_t kMostFolds = 1'000'000;

std::vector<std::string> metric_names() {
  std::vector<std::string> names;
  for (const Metric& metric : metric_table()) names.emplace_back(metric.name);
  return names;
}

// Several axes may stand in one text, as a configuration file has each option but once.
std::vector<GridAxis> parse_axes(const std::vector<std::string>& grids) {
  std::vector<GridAxis> axes;
  for (const std::string& grid : grids) {
    std::istringstream words(grid);
    for (std::string word; words >> word;) axes.push_back(parse_grid_axis(word));
  }
  return axes;
}

bool names_a_file(const std::string& text) {
  std::error_code ignored;
  return text.find(':') != std::string::npos || std::filesystem::exists(text, ignored);
}

// A column of the table that --labels names.
std::string column_of_labels(const CvOptions& options) {
  const std::string& labels = options.fit.data.labels;
  std::error_code ignored;
  const std::string file =
      std::filesystem::exists(labels, ignored) ? labels : labels.substr(0, labels.rfind(':'));
  return file + ":" + options.groups;
}

std::vector<std::int32_t> numbered(const std::vector<std::string>& names) {
  std::map<std::string, std::int32_t> numbers;
  std::vector<std::int32_t> result;
  for (const std::string& name : names) {
    result.push_back(
        numbers.emplace(name, static_cast<std::int32_t>(numbers.size())).first->second);
  }
  return result;
}

void check_sparsity(const CvOptions& options, const Setting& setting) {
  const bool has_axis = setting.find("sparsity").has_value();
  const bool is_given = options.fit.sparsity_given;
  if (has_axis != is_given) return;
  throw UsageError(is_given ? "--sparsity and --grid sparsity=... exclude each other"
                            : "a sparsity is needed: --grid sparsity=10:100:5, or --sparsity S");
}

void check_convex(const CvOptions& options) {
  const BaselineRow& row = *options.fit.baseline();
  if (options.as_published) {
    throw UsageError(fmt::format("--as-published is not for --solver {}", row.name));
  }
  if (row.has_groups && options.fit.groups.empty()) {
    throw UsageError(
        fmt::format("--solver {} needs --feature-groups FILE or --feature-groups edges", row.name));
  }
}

void settle_published(FitOptions& fit) {
  if (fit.settings.loss != kLogistic) {
    throw UsageError("--as-published is for two classes: --loss logistic");
  }
  if (!fit.weights.empty()) throw UsageError("--as-published has weights of its own");
  fit.settings.balanced = true;
  fit.settings.standardize = true;
  fit.settings.step = "paper-backtracking";
  if (!fit.max_epochs) fit.max_epochs = kPublishedEpochs;
  fit.tolerance = 0.0;
}

}  // namespace

void add_cv_options(CLI::App& app, CvOptions& options) {
  add_fit_options(app, options.fit);
  app.remove_option(app.get_option("--start"));
  app.remove_option(app.get_option("--groups"));
  add_text(app, "--feature-groups", options.fit.groups,
           "feature<TAB>group lines (or .gmt) for group solvers; 'edges' for group-lasso")
      ->type_name("FILE")
      ->group("Model");
  app.add_option("--grid", options.grid,
                 "Values to try: sparsity=10:100:5 (first, last, step) or l2=1e-3,1e-4; repeat it "
                 "for more options")
      ->type_name("NAME=VALUES")
      ->allow_extra_args(false)
      ->take_all()
      ->group(kGroup);
  add_whole_number(app, "--folds", options.folds, {2, kMostFolds}, "Parts, each tested once")
      ->group(kGroup);
  add_whole_number(app, "--repeats", options.repeats, {1, kMostFolds}, "Foldings of the data")
      ->group(kGroup);
  app.add_flag("--nested", options.nested,
               "Choose from the grid inside each training part, for an honest estimate")
      ->group(kGroup);
  add_whole_number(app, "--inner-folds", options.inner_folds, {2, kMostFolds},
                   "Folds inside a training part, for --nested")
      ->default_str("as --folds")
      ->group(kGroup);
  add_text(app, "--groups", options.groups,
           "Samples of one group stay in one fold: a column of the --labels table, else of the "
           "--data table, or FILE:COLUMN")
      ->type_name("NAME|FILE:COLUMN")
      ->group(kGroup);
  add_choice(app, "--metric", options.metric, metric_names(),
             "What is best (default: auc for classes, else mse)")
      ->type_name("NAME")
      ->default_str("")
      ->group(kGroup);
  add_choice(app, "--row-order", options.row_order, {"stratified", "as-given", "classes-apart"},
             "Order of the training rows before blocks are cut; stratified: classes mixed evenly "
             "(default: stratified; published: classes-apart)")
      ->type_name("NAME")
      ->default_str("")
      ->group(kGroup);
  app.add_flag("--cold-start", options.cold_start,
               "Fit each sparsity from 0 instead of from the next smaller one")
      ->group(kGroup);
  app.add_flag("--as-published", options.as_published,
               "The authors' loss, line search, intercept, blocks and 40 epochs; with "
               "--projection paper also their head and tail")
      ->group(kGroup);
}

void CvOptions::settle(std::uint64_t seed) {
  const std::vector<Setting> points = settings();
  if (fit.baseline() == nullptr) {
    check_sparsity(*this, points.front());
    if (as_published) settle_published(fit);
  } else {
    check_convex(*this);
  }
  // Without a table of labels the column is one of the data's own table.
  if (fit.data.labels.empty() && !names_a_file(groups)) fit.data.group_column = groups;
  if (names_a_file(groups)) fit.data.beside.push_back(groups);
  fit.settle(seed);
  if (chosen_metric().for_classes_only && response() != Response::classes) {
    throw UsageError(
        fmt::format("--metric {} is for two classes: --loss logistic", chosen_metric().name));
  }
}

std::vector<Setting> CvOptions::settings() const {
  const std::vector<GridAxis> axes = parse_axes(grid);
  if (axes.empty()) {
    throw UsageError(fmt::format(
        "the grid is empty: give --grid NAME=VALUES, such as {}",
        fit.baseline() == nullptr ? "sparsity=10:100:5" : "lambda-ratio=0.5,0.2,0.1,0.05"));
  }
  return make_settings(axes,
                       fit.baseline() == nullptr ? solver_setting_names() : path_setting_names());
}

Response CvOptions::response() const {
  if (fit.settings.loss == kLogistic) return Response::classes;
  return fit.settings.loss == "poisson" ? Response::counts : Response::numbers;
}

const Metric& CvOptions::chosen_metric() const {
  return metric.empty() ? default_metric(response()) : find_metric(metric);
}

std::vector<std::int32_t> read_sample_groups(const CvOptions& options, FitProblem& problem) {
  if (options.groups.empty()) return {};
  if (!options.fit.data.group_column.empty()) return numbered(problem.group_column());
  const std::string spec =
      names_a_file(options.groups) ? options.groups : column_of_labels(options);
  try {
    return numbered(problem.sample_column(spec));
  } catch (const InputError& error) {
    // Read like labels, so messages speak of such.
    throw InputError(fmt::format("groups of samples: {}", error.what()));
  }
}

}  // namespace graphsparse::cli
