#include "cv_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "fit_output.hpp"
#include "graphsparse/core/version.hpp"
#include "output.hpp"

namespace graphsparse::cli {
namespace {

constexpr std::size_t kMostRows = 20;  // of the table of settings

Json to_json(const Setting& setting) {
  Json parameters = Json::object();
  for (const auto& [name, value] : setting.values) {
    const bool is_whole = value == std::floor(value) && std::abs(value) < 1e15;
    parameters[name] = is_whole ? Json(static_cast<std::int64_t>(value)) : Json(value);
  }
  return parameters;
}

Json to_json(const MeanStd& spread) {
  return {{"mean", spread.mean}, {"deviation", spread.deviation}, {"per_fold", spread.values}};
}

Json scores_to_json(const CrossValidation& cv) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < cv.settings.size(); ++i) {
    Json row = {{"parameters", to_json(cv.settings[i])}};
    row.update(to_json(cv.result.scores[i]));
    rows.push_back(std::move(row));
  }
  return rows;
}

Json outer_to_json(const CrossValidation& cv) {
  Json outer = Json::object();
  for (const auto& [name, spread] : outer_scores(cv.result)) outer[name] = to_json(spread);
  Json selected = Json::array();
  for (const OuterModel& model : cv.result.outer) {
    selected.push_back(to_json(cv.settings[model.setting]));
  }
  outer["parameters"] = std::move(selected);
  return outer;
}

Json stability_to_json(const CrossValidation& cv) {
  Json::object_t stability;
  for (const NodeId feature : by_stability(cv.result)) {
    stability.push_back(
        {cv.feature_name(feature), cv.result.stability[static_cast<std::size_t>(feature)]});
  }
  return stability;
}

// How it converged is the business of `fit`.
Json refit_to_json(const Fit& fit) {
  Json document = fit_to_json(fit, false);
  document["history"] = Json::array();
  return document;
}

// The best settings first; ties in the order of the grid.
std::vector<std::size_t> ranking(const CrossValidation& cv) {
  std::vector<std::size_t> order(cv.settings.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const Metric& metric = *cv.metric;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return metric.is_better(cv.result.scores[a].mean, cv.result.scores[b].mean);
  });
  return order;
}

}  // namespace

Json cv_to_json(const CrossValidation& cv) {
  Json document = {{"best", to_json(cv.settings[cv.result.best])},
                   {"scores", scores_to_json(cv)},
                   {"refit", refit_to_json(cv.refit)}};
  if (cv.spec.one_se) document["best_mean"] = to_json(cv.settings[cv.result.best_mean]);
  if (cv.spec.nested) document["outer"] = outer_to_json(cv);
  document["stability"] = stability_to_json(cv);
  document["metric"] = cv.metric->name;
  document["nested"] = cv.spec.nested;
  document["folds"] = cv.spec.folds;
  document["repeats"] = cv.spec.repeats;
  document["seed"] = cv.refit.spec().seed;
  document["version"] = kVersion;
  document["seconds"] = cv.seconds;
  return document;
}

std::string cv_to_table(const CrossValidation& cv) {
  auto facts = cv_facts(cv);
  const std::vector<NodeId> stable = by_stability(cv.result);
  facts.emplace_back("stability", format_list(stable.size(), [&](std::size_t i) {
                       const double share =
                           cv.result.stability[static_cast<std::size_t>(stable[i])];
                       return fmt::format("{} {:.2f}", cv.feature_name(stable[i]), share);
                     }));
  std::vector<std::vector<std::string>> rows;
  for (const std::size_t i : ranking(cv)) {
    if (rows.size() == kMostRows) break;
    rows.push_back({cv.settings[i].describe(), fmt::format("{:.4f}", cv.result.scores[i].mean),
                    fmt::format("{:.4f}", cv.result.scores[i].deviation)});
  }
  return format_fields(facts) + "\n" +
         format_columns({"setting", std::string(cv.metric->name), "deviation"}, rows);
}

}  // namespace graphsparse::cli
