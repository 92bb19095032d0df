#include "graphsparse/report/cv_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "graphsparse/core/format.hpp"
#include "graphsparse/core/version.hpp"
#include "graphsparse/report/html_page.hpp"
#include "graphsparse/report/line_chart.hpp"
#include "graphsparse/report/selection_picture.hpp"
#include "graphsparse/selection/metrics.hpp"
#include "report/page_limits.hpp"

namespace graphsparse {
namespace {

struct OuterField {
  const char* name;
  double Scores::*value;
};

constexpr std::array<OuterField, 10> kOuterFields = {{
    {"auc", &Scores::auc},
    {"balanced_error", &Scores::balanced_error},
    {"accuracy", &Scores::accuracy},
    {"nonzeros", &Scores::nonzeros},
    {"log_loss", &Scores::log_loss},
    {"brier", &Scores::brier},
    {"f1", &Scores::f1},
    {"pr_auc", &Scores::pr_auc},
    {"mse", &Scores::mse},
    {"r2", &Scores::r2},
}};

// Mean score over the axis with the most values, a curve for each choice of the others.
report::LineChart score_chart(const CrossValidation& cv) {
  const std::vector<std::pair<std::string, double>>& axes = cv.settings.front().values;
  std::size_t widest = 0;
  std::size_t most = 0;
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    std::vector<double> values;
    for (const Setting& setting : cv.settings) values.push_back(setting.values[axis].second);
    std::sort(values.begin(), values.end());
    const auto count =
        static_cast<std::size_t>(std::unique(values.begin(), values.end()) - values.begin());
    if (count > most) {
      most = count;
      widest = axis;
    }
  }
  report::LineChart chart;
  chart.x_label = axes[widest].first;
  chart.y_label = cv.metric->name;
  std::map<std::string, std::size_t> curves;
  for (std::size_t i = 0; i < cv.settings.size(); ++i) {
    Setting others = cv.settings[i];
    const double x = others.values[widest].second;
    others.values.erase(others.values.begin() + static_cast<std::ptrdiff_t>(widest));
    const auto [place, is_new] = curves.emplace(others.describe(), chart.series.size());
    if (is_new) chart.series.push_back({.name = place->first});
    chart.series[place->second].x.push_back(x);
    chart.series[place->second].y.push_back(cv.result.scores[i].mean);
    chart.series[place->second].error.push_back(cv.result.scores[i].deviation);
  }
  return chart;
}

void add_scores(report::HtmlPage& page, const CrossValidation& cv) {
  page.heading("Scores").chart(score_chart(cv),
                               "Mean over the folds at each setting, without nesting; bars are one "
                               "standard deviation of the "
                               "folds up and down.",
                               640, 400);
}

// The outer models of each repeat score every sample once; predictors are pooled over a repeat.
void add_roc(report::HtmlPage& page, const CrossValidation& cv) {
  if (cv.response != Response::classes) return;
  std::map<std::int64_t, std::pair<std::vector<double>, std::vector<double>>> repeats;
  for (const OuterModel& model : cv.result.outer) {
    auto& [scores, labels] = repeats[model.repeat];
    scores.insert(scores.end(), model.predictors.begin(), model.predictors.end());
    for (const RowIndex row : model.test_rows) {
      labels.push_back(cv.target[static_cast<std::size_t>(row)]);
    }
  }
  report::LineChart chart;
  chart.x_label = "false positive rate";
  chart.y_label = "true positive rate";
  chart.series.push_back({.x = {0, 1}, .y = {0, 1}, .dashed = true, .markers = false});
  for (const auto& [repeat, pooled] : repeats) {
    if (chart.series.size() > 5) break;  // more curves hide each other
    report::Series series;
    if (std::isnan(area_under_curve(pooled.first, pooled.second))) continue;  // of one class alone
    const AucInterval area = area_with_interval(pooled.first, pooled.second);
    series.name = fmt::format("{}AUC {:.3f} ({:.3f} to {:.3f})",
                              repeats.size() == 1 ? "" : fmt::format("repeat {}: ", repeat + 1),
                              area.auc, area.low, area.high);
    series.markers = false;
    for (const RocPoint& point : roc_curve(pooled.first, pooled.second)) {
      series.x.push_back(point.false_positive_rate);
      series.y.push_back(point.true_positive_rate);
    }
    chart.series.push_back(std::move(series));
  }
  page.heading("ROC curve")
      .chart(chart,
             std::string(cv.spec.nested
                             ? "Predictions for samples that neither fit nor selection saw."
                             : "Predictions for samples that no fit saw, at the best setting "
                               "(optimistically biased: chosen by these very samples).") +
                 " The folds of a repeat are pooled into one curve; in brackets the interval of "
                 "95 % by DeLong.");
}

void add_stability(report::HtmlPage& page, const CrossValidation& cv) {
  const std::vector<NodeId> order = by_stability(cv.result);
  report::Table table;
  table.columns = {"feature", "share of outer models", "coefficient of the refit"};
  for (const NodeId feature : order) {
    if (table.rows.size() == report::kMostRows) break;
    const auto j = static_cast<std::size_t>(feature);
    const double w = cv.refit.result.x.w[j];
    table.rows.push_back({cv.feature_name(feature), fmt::format("{:.3f}", cv.result.stability[j]),
                          w == 0.0 ? "-" : fmt::format("{:.6g}", w)});
  }
  if (order.size() > report::kMostRows) {
    table.caption = fmt::format("The {} most stable of {}.", report::kMostRows, order.size());
  }
  page.heading("Selection stability");
  if (order.empty()) {
    page.paragraph("No outer model selected any feature.");
    return;
  }
  page.table(table);
}

report::SelectedPart selected_part_of(const CrossValidation& cv) {
  report::SelectedPart part;
  part.measures = {{"coefficient", {}}, {"stability", stability_of_refit(cv)}};
  for (const ModelFeature& feature : cv.refit.model.features) {
    part.names.push_back(feature.name);
    part.measures.front().values.push_back(feature.coefficient);
  }
  part.edges = cv.refit.edges;
  part.grid = cv.refit.grid;
  return part;
}

}  // namespace

std::string CrossValidation::feature_name(NodeId feature) const {
  return feature_names.empty() ? std::to_string(feature)
                               : feature_names[static_cast<std::size_t>(feature)];
}

std::vector<std::pair<std::string, MeanStd>> outer_scores(const CrossValidationResult& result) {
  std::vector<std::pair<std::string, MeanStd>> all;
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

std::string format_spread(const MeanStd& spread) {
  return fmt::format("{:.4g} +- {:.2g}", spread.mean, spread.deviation);
}

std::vector<std::pair<std::string, std::string>> cv_facts(const CrossValidation& cv) {
  const std::size_t best = cv.result.best;
  std::vector<std::pair<std::string, std::string>> facts = {
      {"data",
       fmt::format("{} samples, {} features", cv.refit.used_samples, cv.refit.model.feature_count)},
      {"solver", cv.refit.spec().solver},
      {"folds",
       fmt::format("{} x {}{}", cv.spec.repeats, cv.spec.folds, cv.spec.nested ? ", nested" : "")},
      {"grid", fmt::format("{} settings, by {}", cv.settings.size(), cv.metric->name)},
      {"best", cv.settings[best].describe()},
      {cv.spec.nested ? "best CV score (optimistically biased)" : "CV score",
       format_spread(cv.result.scores[best])}};
  if (cv.spec.one_se) {
    const std::size_t mean = cv.result.best_mean;
    facts.emplace_back(
        "chosen", fmt::format("the fewest features within one standard error of {}: {}",
                              cv.settings[mean].describe(), format_spread(cv.result.scores[mean])));
  }
  if (cv.spec.nested) {
    for (const auto& [name, spread] : outer_scores(cv.result)) {
      facts.emplace_back("nested " + name, format_spread(spread));
    }
  }
  facts.emplace_back("refit", fmt::format("{} features", cv.refit.model.features.size()));
  facts.emplace_back("time", format_duration(cv.seconds));
  return facts;
}

std::vector<double> stability_of_refit(const CrossValidation& cv) {
  std::vector<double> shares;
  for (const NodeId feature : cv.refit.result.x.support) {
    shares.push_back(cv.result.stability[static_cast<std::size_t>(feature)]);
  }
  return shares;
}

std::string cv_page(const CrossValidation& cv, const RunRecord& run) {
  report::HtmlPage page(
      fmt::format("Cross-validation of {} on {}", cv.refit.spec().solver, cv.refit.data_source),
      fmt::format("By graphsparse {}", kVersion));
  std::vector<report::Fact> facts;
  for (auto& [name, value] : cv_facts(cv)) {
    const std::size_t sign = value.find("+-");
    if (sign != std::string::npos) value.replace(sign, 2, "\xC2\xB1");  // U+00B1
    facts.push_back({name, value});
  }
  page.facts(facts);
  if (cv.refit.has_graph) add_selection(page, selected_part_of(cv));
  add_stability(page, cv);
  add_scores(page, cv);
  add_roc(page, cv);
  add_run(page, run);
  return page.to_string();
}

std::string cv_figure(const CrossValidation& cv) {
  const bool has_network = cv.refit.has_graph && !cv.refit.model.features.empty();
  return has_network ? to_svg(selected_part_of(cv)) : to_svg(score_chart(cv));
}

}  // namespace graphsparse
