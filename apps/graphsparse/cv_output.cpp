#include "cv_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "fit_output.hpp"
#include "graphsparse/core/version.hpp"
#include "text_table.hpp"

namespace graphsparse::cli {
namespace {

constexpr std::size_t kMostRows = 20;  // of the table of settings

struct OuterField {
  const char* name;
  double Scores::*value;
};

constexpr std::array<OuterField, 6> kOuterFields = {{
    {"auc", &Scores::auc},
    {"balanced_error", &Scores::balanced_error},
    {"accuracy", &Scores::accuracy},
    {"nonzeros", &Scores::nonzeros},
    {"log_loss", &Scores::log_loss},
    {"mse", &Scores::mse},
}};

Json to_json(const Setting& setting) {
  Json parameters = Json::object();
  for (const auto& [name, value] : setting.values) {
    const bool is_whole = value == std::floor(value) && std::abs(value) < 1e15;
    parameters[name] = is_whole ? Json(static_cast<std::int64_t>(value)) : Json(value);
  }
  return parameters;
}

Json to_json(const Spread& spread) {
  return {{"mean", spread.mean}, {"deviation", spread.deviation}, {"per_fold", spread.values}};
}

Json scores_to_json(const CvOutcome& cv) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < cv.settings.size(); ++i) {
    Json row = {{"parameters", to_json(cv.settings[i])}};
    row.update(to_json(cv.result.scores[i]));
    rows.push_back(std::move(row));
  }
  return rows;
}

Json outer_to_json(const CvOutcome& cv) {
  Json outer = Json::object();
  for (const auto& [name, spread] : outer_scores(cv.result)) outer[name] = to_json(spread);
  Json selected = Json::array();
  for (const OuterModel& model : cv.result.outer) {
    selected.push_back(to_json(cv.settings[model.setting]));
  }
  outer["parameters"] = std::move(selected);
  return outer;
}

Json stability_to_json(const CvOutcome& cv) {
  Json::object_t stability;
  for (const NodeId feature : by_stability(cv.result)) {
    stability.push_back({cv.problem.data().feature_name(feature),
                         cv.result.stability[static_cast<std::size_t>(feature)]});
  }
  return stability;
}

// The best settings first; ties in the order of the grid.
std::vector<std::size_t> ranking(const CvOutcome& cv) {
  std::vector<std::size_t> order(cv.settings.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const Metric& metric = cv.options.chosen_metric();
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return metric.is_better(cv.result.scores[a].mean, cv.result.scores[b].mean);
  });
  return order;
}

}  // namespace

std::vector<std::pair<std::string, Spread>> outer_scores(const CrossValidationResult& result) {
  std::vector<std::pair<std::string, Spread>> all;
  for (const OuterField& field : kOuterFields) {
    std::vector<double> values;
    for (const OuterModel& model : result.outer) values.push_back(model.scores.*field.value);
    const bool applies =
        std::none_of(values.begin(), values.end(), [](double value) { return std::isnan(value); });
    if (applies) all.emplace_back(field.name, spread_of(std::move(values)));
  }
  return all;
}

std::vector<NodeId> by_stability(const CrossValidationResult& result) {
  const auto share = [&](NodeId feature) {
    return result.stability[static_cast<std::size_t>(feature)];
  };
  std::vector<NodeId> order;
  for (std::size_t j = 0; j < result.stability.size(); ++j) {
    if (result.stability[j] > 0.0) order.push_back(static_cast<NodeId>(j));
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](NodeId a, NodeId b) { return share(a) > share(b); });
  return order;
}

Json cv_to_json(const CvOutcome& cv) {
  Json document = {{"best", to_json(cv.settings[cv.result.best])},
                   {"scores", scores_to_json(cv)},
                   {"refit", fit_to_json(cv.problem, cv.refit, false, cv.penalty)}};
  if (cv.options.nested) document["outer"] = outer_to_json(cv);
  document["stability"] = stability_to_json(cv);
  document["metric"] = cv.options.chosen_metric().name;
  document["nested"] = cv.options.nested;
  document["folds"] = cv.options.folds;
  document["repeats"] = cv.options.repeats;
  document["seed"] = cv.options.fit.settings.seed;
  document["version"] = kVersion;
  document["seconds"] = cv.seconds;
  return document;
}

std::string format_spread(const Spread& spread) {
  return fmt::format("{:.4g} +- {:.2g}", spread.mean, spread.deviation);
}

std::vector<std::pair<std::string, std::string>> cv_facts(const CvOutcome& cv) {
  const CvOptions& options = cv.options;
  const std::size_t best = cv.result.best;
  std::vector<std::pair<std::string, std::string>> facts = {
      {"data", fmt::format("{} samples, {} features", cv.problem.used_row_count(),
                           cv.problem.data().design->columns())},
      {"solver", options.fit.settings.solver},
      {"folds",
       fmt::format("{} x {}{}", options.repeats, options.folds, options.nested ? ", nested" : "")},
      {"grid", fmt::format("{} settings, by {}", cv.settings.size(), options.chosen_metric().name)},
      {"best", cv.settings[best].describe()},
      {options.nested ? "its own score (too good: the best of many)" : "its score",
       format_spread(cv.result.scores[best])}};
  if (options.nested) {
    for (const auto& [name, spread] : outer_scores(cv.result)) {
      facts.emplace_back("nested " + name, format_spread(spread));
    }
  }
  facts.emplace_back("refit", fmt::format("{} features", cv.refit.x.support.size()));
  facts.emplace_back("time", format_duration(cv.seconds));
  return facts;
}

std::string cv_to_table(const CvOutcome& cv) {
  auto facts = cv_facts(cv);
  const std::vector<NodeId> stable = by_stability(cv.result);
  facts.emplace_back(
      "stability", format_list(stable.size(), [&](std::size_t i) {
        const double share = cv.result.stability[static_cast<std::size_t>(stable[i])];
        return fmt::format("{} {:.2f}", cv.problem.data().feature_name(stable[i]), share);
      }));
  std::vector<std::vector<std::string>> rows;
  for (const std::size_t i : ranking(cv)) {
    if (rows.size() == kMostRows) break;
    rows.push_back({cv.settings[i].describe(), fmt::format("{:.4f}", cv.result.scores[i].mean),
                    fmt::format("{:.4f}", cv.result.scores[i].deviation)});
  }
  return format_fields(facts) + "\n" +
         format_columns({"setting", std::string(cv.options.chosen_metric().name), "deviation"},
                        rows);
}

}  // namespace graphsparse::cli
