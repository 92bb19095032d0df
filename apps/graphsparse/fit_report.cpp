#include "fit_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "fit_output.hpp"
#include "graphsparse/core/version.hpp"
#include "graphsparse/io/subnetwork_file.hpp"
#include "graphsparse/objective/block_objective.hpp"
#include "graphsparse/report/grid_picture.hpp"
#include "graphsparse/report/html_page.hpp"
#include "graphsparse/report/line_chart.hpp"
#include "graphsparse/report/network_picture.hpp"
#include "graphsparse/selection/metrics.hpp"
#include "output.hpp"

namespace graphsparse::cli {
namespace {

constexpr std::size_t kMostRows = 500;        // of the table of coefficients
constexpr std::size_t kMostDrawnNodes = 200;  // more names than that cover each other
constexpr std::int64_t kMostCells = 100'000;  // of a grid: a larger picture shows nothing more

double coefficient(const Result& result, NodeId feature) {
  return result.x.w[static_cast<std::size_t>(feature)];
}

void add_facts(report::HtmlPage& page, const FitProblem& fit, const Result& result,
               const PenaltyFacts* penalty) {
  std::vector<report::Fact> facts;
  for (auto& [name, value] : fit_facts(fit, result, penalty)) facts.push_back({name, value});
  page.facts(facts);
}

void add_coefficients(report::HtmlPage& page, const FitProblem& fit, const Result& result) {
  const std::vector<NodeId> order = by_size(result.x);
  report::Table table;
  table.columns = {"feature", "coefficient"};
  for (std::size_t i = 0; i < order.size() && i < kMostRows; ++i) {
    table.rows.push_back(
        {fit.data().feature_name(order[i]), fmt::format("{:.6g}", coefficient(result, order[i]))});
  }
  if (order.size() > kMostRows) {
    table.caption = fmt::format("The {} largest of {}.", kMostRows, order.size());
  }
  page.heading("Coefficients").table(table);
  if (fit.options().settings.standardize) {
    page.paragraph("A coefficient belongs to a change of its feature by one deviation.");
  }
}

void add_history(report::HtmlPage& page, const FitProblem& fit, const Result& result) {
  if (result.history.empty()) return;
  report::Series series;
  series.name = fit.options().settings.solver;
  series.markers = result.history.size() <= 40;
  bool all_positive = true;
  for (const EpochRecord& record : result.history) {
    series.x.push_back(static_cast<double>(record.epoch));
    series.y.push_back(record.objective);
    all_positive = all_positive && record.objective > 0.0;
  }
  report::LineChart chart;
  chart.x_label = "epoch";
  chart.y_label = "objective";
  chart.log_y = all_positive;
  chart.series.push_back(std::move(series));
  page.heading("Convergence").figure(report::to_svg(chart), "The objective after each epoch.");
}

// Node r * W + c of the grid is in row r and column c, whatever the order of the features.
void add_grid(report::HtmlPage& page, const FitProblem& fit, const Result& result) {
  const GridSize size = *fit.grid();
  std::vector<double> cells(static_cast<std::size_t>(size.width * size.height), 0.0);
  for (const NodeId feature : result.x.support) {
    const std::string name = fit.data().feature_name(feature);
    std::size_t node = cells.size();
    std::from_chars(name.data(), name.data() + name.size(), node);
    if (node < cells.size()) cells[node] = coefficient(result, feature);
  }
  report::GridPictures pictures;
  pictures.pictures.push_back({.title = "",
                               .width = static_cast<int>(size.width),
                               .height = static_cast<int>(size.height),
                               .cells = std::move(cells)});
  page.heading("Selected part of the grid")
      .figure(report::to_svg(pictures, 2 * report::kGridPictureSize), "Coefficients.");
}

void add_network(report::HtmlPage& page, const FitProblem& fit, const Result& result) {
  std::vector<NodeId> drawn = by_size(result.x);
  drawn.resize(std::min(drawn.size(), kMostDrawnNodes));
  std::sort(drawn.begin(), drawn.end());
  report::NetworkPicture picture;
  picture.value_label = "coefficient";
  for (const NodeId feature : drawn) {
    picture.nodes.push_back(
        {.name = fit.data().feature_name(feature), .value = coefficient(result, feature)});
  }
  for (const Edge& edge : induced_edges(*fit.graph(), drawn)) {
    picture.edges.push_back({edge.u, edge.v});
  }
  const std::string caption =
      drawn.size() == result.x.support.size()
          ? "The selected features and the edges between them."
          : fmt::format("The {} largest of {} selected features and the edges between them.",
                        drawn.size(), result.x.support.size());
  page.heading("Selected subnetwork").figure(report::to_svg(picture), caption);
}

void add_picture(report::HtmlPage& page, const FitProblem& fit, const Result& result) {
  if (fit.graph() == nullptr || result.x.support.empty()) return;
  const bool is_small_grid = fit.grid() && fit.grid()->width * fit.grid()->height <= kMostCells;
  if (is_small_grid) {
    add_grid(page, fit, result);
  } else {
    add_network(page, fit, result);
  }
}

// Of the used samples.
void add_roc(report::HtmlPage& page, const FitProblem& fit, const Result& result) {
  if (fit.classes().empty()) return;
  const std::vector<RowIndex> rows = used_rows(fit.problem());
  BlockObjective all(fit.problem());
  all.move_to(rows, result.x);
  report::Series series;
  series.name = fit.options().settings.solver;
  series.markers = false;
  for (const RocPoint& point : roc_curve(all.predictors(), all.target())) {
    series.x.push_back(point.false_positive_rate);
    series.y.push_back(point.true_positive_rate);
  }
  report::LineChart chart;
  chart.x_label = "false positive rate";
  chart.y_label = "true positive rate";
  chart.series.push_back({.x = {0, 1}, .y = {0, 1}, .dashed = true, .markers = false});
  chart.series.push_back(std::move(series));
  page.heading("ROC curve")
      .figure(report::to_svg(chart),
              fmt::format("On the samples it was fitted on, which flatters: area {:.3f}. "
                          "'graphsparse cv' tells of others.",
                          area_under_curve(all.predictors(), all.target())));
}

}  // namespace

void write_fit_report(const std::string& path, const FitProblem& fit, const Result& result,
                      const PenaltyFacts* penalty) {
  report::HtmlPage page(fmt::format("{} on {}", fit.options().settings.solver, fit.data().source),
                        fmt::format("Fitted by graphsparse {}", kVersion));
  add_facts(page, fit, result, penalty);
  add_picture(page, fit, result);
  add_coefficients(page, fit, result);
  add_roc(page, fit, result);
  add_history(page, fit, result);
  write_result(path, page.to_string());
}

}  // namespace graphsparse::cli
