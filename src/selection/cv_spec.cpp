#include "graphsparse/selection/cv_spec.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <sstream>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/format.hpp"
#include "graphsparse/core/suggest.hpp"
#include "graphsparse/fit/options.hpp"

namespace graphsparse {
namespace {

constexpr std::size_t kMostPoints = 1000000;
constexpr std::size_t kMostValues = 10000;  // of one axis

class AxisParser {
 public:
  explicit AxisParser(std::string_view text) : text_(text) {}

  GridAxis parse() {
    const std::size_t equals = text_.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      fail("is no NAME=VALUES, such as sparsity=10:100:5 or l2=1e-3,1e-4");
    }
    axis_.name = text_.substr(0, equals);
    const std::string_view values = text_.substr(equals + 1);
    if (values.empty()) fail("has no values");
    for (const std::string_view piece : split(values, ',')) add_piece(piece);
    return std::move(axis_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("grid '{}' {}", text_, what));
  }

  static std::string_view hint_for(std::string_view text) {
    if (text.empty()) return "; values stand without blanks, as in sparsity=2,3";
    const bool looks_like_range =
        text.find('-', 1) != std::string_view::npos || text.find("..") != std::string_view::npos;
    return looks_like_range ? "; a range is FIRST:LAST:STEP, as in sparsity=2:10:2" : "";
  }

  double number(std::string_view text) const {
    double value = 0.0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end || text.empty() || !std::isfinite(value)) {
      fail(fmt::format("has the value '{}', which is no finite number{}", text, hint_for(text)));
    }
    return value;
  }

  void add(double value) {
    if (std::find(axis_.values.begin(), axis_.values.end(), value) != axis_.values.end()) {
      fail(fmt::format("has the value {} twice", value));
    }
    if (axis_.values.size() == kMostValues)
      fail(fmt::format("has more than {} values", kMostValues));
    axis_.values.push_back(value);
  }

  void add_piece(std::string_view piece) {
    const std::vector<std::string_view> parts = split(piece, ':');
    if (parts.size() == 1) {
      add(number(piece));
      return;
    }
    if (parts.size() > 3) fail(fmt::format("has the range '{}'; FIRST:LAST:STEP is right", piece));
    const double first = number(parts[0]);
    const double last = number(parts[1]);
    const double step = parts.size() == 3 ? number(parts[2]) : 1.0;
    if (step <= 0.0) fail(fmt::format("has the step {}; it must be above 0", step));
    if (last < first) fail(fmt::format("has the range '{}', whose end is below its begin", piece));
    // The small term lets 0.1:0.3:0.1 end at 0.3.
    const double count = std::floor((last - first) / step + 1e-9) + 1.0;
    for (double i = 0.0; i < count; i += 1.0) add(first + i * step);
  }

  std::string_view text_;
  GridAxis axis_;
};

void check_axis(const std::vector<GridAxis>& axes, const GridAxis& axis,
                std::span<const std::string> known) {
  if (std::find(known.begin(), known.end(), axis.name) == known.end()) {
    throw InputError(fmt::format("there is no grid over '{}'; there are {}{}", axis.name,
                                 fmt::join(known, ", "), did_you_mean(axis.name, known)));
  }
  if (axis.values.empty()) throw InputError(fmt::format("grid '{}' has no values", axis.name));
  const auto same = std::count_if(axes.begin(), axes.end(),
                                  [&](const GridAxis& other) { return other.name == axis.name; });
  if (same > 1) {
    throw InputError(fmt::format("two grids over '{}'; give all its values in one", axis.name));
  }
}

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

std::optional<double> Setting::find(std::string_view name) const {
  const auto place = std::find_if(values.begin(), values.end(),
                                  [name](const auto& value) { return value.first == name; });
  if (place == values.end()) return std::nullopt;
  return place->second;
}

double Setting::value_or(std::string_view name, double otherwise) const {
  return find(name).value_or(otherwise);
}

std::string Setting::describe() const {
  std::string text;
  for (const auto& [name, value] : values) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  }
  return text;
}

GridAxis parse_grid_axis(std::string_view text) { return AxisParser(text).parse(); }

std::vector<Setting> make_settings(const std::vector<GridAxis>& axes,
                                   std::span<const std::string> known) {
  std::vector<Setting> settings = {{}};
  for (const GridAxis& axis : axes) {
    check_axis(axes, axis, known);
    if (settings.size() * axis.values.size() > kMostPoints) {
      throw InputError("the grid has more than a million points");
    }
    std::vector<Setting> longer;
    longer.reserve(settings.size() * axis.values.size());
    for (const Setting& setting : settings) {
      for (const double value : axis.values) {
        longer.push_back(setting);
        longer.back().values.emplace_back(axis.name, value);
      }
    }
    settings = std::move(longer);
  }
  return settings;
}

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
