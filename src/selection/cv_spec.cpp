#include "graphsparse/selection/cv_spec.hpp"

#include <fmt/format.h>

#include <array>
#include <sstream>

#include "graphsparse/core/error.hpp"
#include "graphsparse/fit/options.hpp"

namespace graphsparse {
namespace {

constexpr std::string_view kFoldOptions = "Cross-validation";

// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): a record becomes a field in one place, a row here
#define GRAPHSPARSE_OPTION(type, name, value, ...)            \
  OptionRecord{.field = #name,                                \
               .field_of = [](void* options) -> OptionField { \
                 return &static_cast<CvSpec*>(options)->name; \
               },                                             \
               __VA_ARGS__},
constexpr std::array kRecords = {
#include "graphsparse/selection/cv_option_records.hpp"
};

// Several axes may stand in one text, as a configuration file has each option but once.
std::vector<GridAxis> parse_axes(const std::vector<std::string>& texts) {
  std::vector<GridAxis> axes;
  for (const std::string& text : texts) {
    std::istringstream words(text);
    for (std::string word; words >> word;) axes.push_back(parse_grid_axis(word));
  }
  return axes;
}

void check_sparsity(const FitSpec& spec, const Setting& setting) {
  const bool has_axis = setting.find("sparsity").has_value();
  if (has_axis != spec.sparsity.has_value()) return;
  throw InputError(has_axis ? "`sparsity` and `grid` sparsity=... exclude each other"
                            : "a sparsity is needed: `grid` sparsity=10:100:5, or `sparsity` S");
}

}  // namespace

std::span<const OptionRecord> cv_option_table() { return kRecords; }

const Metric& choose_metric(const CvSpec& spec, Response response) {
  if (spec.metric.empty()) return default_metric(response);
  const Metric& metric = find_metric(spec.metric);
  if (!metric.is_for(response)) {
    throw InputError(
        metric.use == MetricUse::classes
            ? fmt::format("`metric` {} is for two classes: `loss` logistic", metric.name)
            : fmt::format("`metric` {} is for numbers; for two classes there is brier",
                          metric.name));
  }
  return metric;
}

CrossValidationPlan make_plan(const CvSpec& cv, const FitSpec& spec, Response response,
                              std::int64_t threads) {
  CrossValidationPlan plan;
  plan.folds = cv.folds;
  plan.repeats = cv.repeats;
  plan.nested = cv.nested;
  plan.inner_folds = cv.inner_folds;
  plan.metric = &choose_metric(cv, response);
  plan.one_se = cv.one_se;
  plan.seed = spec.seed;
  plan.threads = worker_count(threads);
  return plan;
}

TrainerOptions make_trainer_options(const CvSpec& cv, const FitSpec& spec) {
  TrainerOptions options;
  options.warm_start = !cv.cold_start && spec.protocol != kAuthorsProtocol;
  return options;
}

std::vector<Setting> parse_grid(const std::vector<std::string>& texts, const FitSpec& spec) {
  const std::vector<GridAxis> axes = parse_axes(texts);
  const bool has_penalty = is_convex(spec);
  if (axes.empty()) {
    if (spec.sparsity && !has_penalty) {
      throw InputError(
          fmt::format("there is nothing to choose from: `sparsity` {} is one setting; give its "
                      "values as `grid` sparsity={},{} or sparsity=10:100:5",
                      *spec.sparsity, *spec.sparsity, *spec.sparsity + 5));
    }
    throw InputError(
        fmt::format("the grid is empty: give `grid` NAME=VALUES, such as {}",
                    has_penalty ? "lambda-ratio=0.5,0.2,0.1,0.05" : "sparsity=10:100:5"));
  }
  std::vector<Setting> settings = make_settings(axes, grid_option_names(has_penalty));
  if (!has_penalty) check_sparsity(spec, settings.front());
  return settings;
}

std::vector<FitSpec> apply_settings(const FitSpec& spec, std::span<const Setting> settings) {
  std::vector<FitSpec> specs;
  for (const Setting& setting : settings) {
    specs.push_back(spec);
    // Every block of a few rows has both classes then.
    if (spec.effort.empty() && !is_convex(spec)) specs.back().effort = "quick";
    const bool is_open = spec.row_order.empty() && spec.protocol != kAuthorsProtocol;
    if (is_open && !is_convex(spec)) specs.back().row_order = "stratified";
    for (const auto& [name, value] : setting.values) set_grid_option(specs.back(), name, value);
  }
  return specs;
}

}  // namespace graphsparse
