#include "cv_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "graphsparse/core/version.hpp"
#include "graphsparse/report/html_page.hpp"
#include "graphsparse/report/line_chart.hpp"
#include "graphsparse/report/network_picture.hpp"
#include "graphsparse/selection/metrics.hpp"

namespace graphsparse::cli {
namespace {

constexpr std::size_t kMostRows = 500;        // of a table
constexpr std::size_t kMostDrawnNodes = 200;  // more names than that cover each other

double coefficient(const CvOutcome& cv, NodeId feature) {
  return cv.refit.x.w[static_cast<std::size_t>(feature)];
}
double stability(const CvOutcome& cv, NodeId feature) {
  return cv.result.stability[static_cast<std::size_t>(feature)];
}

// Mean score over the axis with the most values, a curve for each choice of the others.
void add_scores(report::HtmlPage& page, const CvOutcome& cv) {
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
  chart.y_label = cv.options.chosen_metric().name;
  std::map<std::string, std::size_t> curves;
  for (std::size_t i = 0; i < cv.settings.size(); ++i) {
    Setting others = cv.settings[i];
    const double x = others.values[widest].second;
    others.values.erase(others.values.begin() + static_cast<std::ptrdiff_t>(widest));
    const auto [place, is_new] = curves.emplace(others.describe(), chart.series.size());
    if (is_new) chart.series.push_back({.name = place->first});
    chart.series[place->second].x.push_back(x);
    chart.series[place->second].y.push_back(cv.result.scores[i].mean);
  }
  page.heading("Scores").figure(report::to_svg(chart),
                                "Mean over the folds at each setting, without nesting.");
}

// The outer models of each repeat score every sample once; predictors are pooled over a repeat.
void add_roc(report::HtmlPage& page, const CvOutcome& cv) {
  if (cv.options.response() != Response::classes) return;
  std::map<std::int64_t, std::pair<std::vector<double>, std::vector<double>>> repeats;
  for (const OuterModel& model : cv.result.outer) {
    auto& [scores, labels] = repeats[model.repeat];
    scores.insert(scores.end(), model.predictors.begin(), model.predictors.end());
    for (const RowIndex row : model.test_rows) {
      labels.push_back(cv.problem.problem().target[static_cast<std::size_t>(row)]);
    }
  }
  report::LineChart chart;
  chart.x_label = "false positive rate";
  chart.y_label = "true positive rate";
  chart.series.push_back({.x = {0, 1}, .y = {0, 1}, .dashed = true, .markers = false});
  for (const auto& [repeat, pooled] : repeats) {
    if (chart.series.size() > 5) break;  // more curves hide each other
    report::Series series;
    series.name = fmt::format("repeat {}", repeat + 1);
    series.markers = false;
    for (const RocPoint& point : roc_curve(pooled.first, pooled.second)) {
      series.x.push_back(point.false_positive_rate);
      series.y.push_back(point.true_positive_rate);
    }
    chart.series.push_back(std::move(series));
  }
  page.heading("ROC curve")
      .figure(report::to_svg(chart),
              cv.options.nested ? "Predictions for samples that neither fit nor selection saw."
                                : "Predictions for samples that no fit saw, at the best setting "
                                  "(too good: chosen by these very samples).");
}

void add_stability(report::HtmlPage& page, const CvOutcome& cv) {
  const std::vector<NodeId> order = by_stability(cv.result);
  report::Table table;
  table.columns = {"feature", "share of outer models", "coefficient of the refit"};
  for (const NodeId feature : order) {
    if (table.rows.size() == kMostRows) break;
    const double w = coefficient(cv, feature);
    table.rows.push_back({cv.problem.data().feature_name(feature),
                          fmt::format("{:.3f}", stability(cv, feature)),
                          w == 0.0 ? "-" : fmt::format("{:.6g}", w)});
  }
  if (order.size() > kMostRows) {
    table.caption = fmt::format("The {} most stable of {}.", kMostRows, order.size());
  }
  page.heading("Selection stability").table(table);
}

void add_network(report::HtmlPage& page, const CvOutcome& cv) {
  const Graph* graph = cv.problem.graph();
  const Support& support = cv.refit.x.support;
  if (graph == nullptr || support.empty() || support.size() > kMostDrawnNodes) return;
  report::NetworkPicture picture;
  picture.value_label = "coefficient";
  picture.weight_label = "stability";
  for (std::size_t i = 0; i < support.size(); ++i) {
    picture.nodes.push_back({.name = cv.problem.data().feature_name(support[i]),
                             .value = coefficient(cv, support[i]),
                             .weight = stability(cv, support[i])});
    for (const Graph::Incidence& edge : graph->incident(support[i])) {
      const auto other = std::lower_bound(support.begin(), support.end(), edge.neighbour);
      if (other == support.end() || *other != edge.neighbour) continue;
      const auto place = static_cast<NodeId>(other - support.begin());
      if (place > static_cast<NodeId>(i)) {
        picture.edges.push_back({static_cast<NodeId>(i), place});
      }
    }
  }
  page.heading("Selected subnetwork")
      .figure(report::to_svg(picture), "The refit on all samples with the best setting.");
}

}  // namespace

void write_cv_report(const std::string& path, const CvOutcome& cv) {
  report::HtmlPage page(fmt::format("Cross-validation of {} on {}", cv.options.fit.settings.solver,
                                    cv.problem.data().source),
                        fmt::format("By graphsparse {}", kVersion));
  std::vector<report::Fact> facts;
  for (auto& [name, value] : cv_facts(cv)) facts.push_back({name, value});
  page.facts(facts);
  add_scores(page, cv);
  add_roc(page, cv);
  add_network(page, cv);
  add_stability(page, cv);
  write_result(path, page.to_string());
}

}  // namespace graphsparse::cli
