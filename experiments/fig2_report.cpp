#include "fig2_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "graphsparse/report/line_chart.hpp"
#include "graphsparse/report/palette.hpp"
#include "published.hpp"

namespace graphsparse::experiments {
namespace {

report::LineChart chart_of(const std::string& panel, const std::vector<ErrorCurve>& curves,
                           const PublishedErrors& published) {
  report::LineChart chart;
  const bool by_epoch = panel == "b";
  chart.title = by_epoch ? "block size b (m = 180)" : "learning rate eta (m = 80, b = 8)";
  chart.x_label = by_epoch ? "epoch" : "iteration";
  chart.y_label = "log10 of the mean error";
  chart.y_range = report::Range{-8.0, 2.0};
  const auto count = std::count_if(curves.begin(), curves.end(),
                                   [&](const ErrorCurve& curve) { return curve.panel == panel; });
  const std::vector<std::string> colours = report::ordered_colours(static_cast<std::size_t>(count));
  std::size_t next_colour = 0;
  for (const ErrorCurve& curve : curves) {
    if (curve.panel != panel) continue;
    report::Series ours;
    ours.name = fmt::format("{} = {}", panel, curve.value);
    ours.colour = colours[next_colour++];
    ours.markers = false;
    const std::size_t stride = by_epoch ? 1 : 10;
    for (std::size_t i = 0; i < curve.means.size(); i += stride) {
      ours.x.push_back(static_cast<double>(i + 1));
      ours.y.push_back(curve.means[i]);
    }
    report::Series theirs;
    theirs.method = ours.name;
    theirs.colour = ours.colour;
    theirs.dashed = true;
    theirs.markers = false;
    const auto place = published.find({panel, curve.value});
    if (place != published.end()) {
      for (const auto& [index, value] : place->second) {
        theirs.x.push_back(static_cast<double>(index + 1));
        theirs.y.push_back(value);
      }
    }
    chart.series.push_back(std::move(ours));
    if (!theirs.x.empty()) chart.series.push_back(std::move(theirs));
  }
  return chart;
}

report::Table differences(const std::vector<ErrorCurve>& curves, const PublishedErrors& published) {
  report::Table table;
  table.caption =
      "log10 of the mean error (by chance: what two such runs differ by at most in 95 % of cases)";
  table.columns = {"curve", "after", "ours", "published", "difference", "by chance"};
  std::size_t told = 0;
  std::size_t within = 0;
  for (const ErrorCurve& curve : curves) {
    const auto place = published.find({curve.panel, curve.value});
    if (place == published.end()) continue;
    const bool by_epoch = curve.panel == "b";
    for (const std::size_t index : compared_points(curve.panel)) {
      const auto value = place->second.find(index);
      if (value == place->second.end()) continue;
      const double ours = curve.means[index];
      const auto chance = curve.chance.find(index);
      if (chance != curve.chance.end()) {
        ++told;
        if (std::abs(ours - value->second) <= chance->second) ++within;
      }
      table.rows.push_back({fmt::format("{} = {}", curve.panel, curve.value),
                            fmt::format("{} {}", index + 1, by_epoch ? "epochs" : "iterations"),
                            fmt::format("{:.2f}", ours), fmt::format("{:.2f}", value->second),
                            fmt::format("{:+.2f}", ours - value->second),
                            chance == curve.chance.end() ? std::string("-")
                                                         : fmt::format("{:.2f}", chance->second)});
    }
  }
  if (told > 0) {
    table.rows.push_back({"all", "", "", "", "", fmt::format("{} of {} within", within, told)});
  }
  return table;
}

}  // namespace

std::array<std::size_t, 2> compared_points(std::string_view panel) {
  if (panel == "b") return {9, 29};
  return {100, 990};
}

PublishedErrors read_errors(const Request& request) {
  PublishedErrors published;
  if (request.data_folder.empty()) return published;
  const auto read = [&](const std::string& file, const std::string& column,
                        const std::string& index) {
    const CsvTable table(find_data_file(request.data_folder, file));
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const auto place = static_cast<std::size_t>(std::llround(table.number(row, index)));
      published[{column, table.number(row, column)}][place] = table.number(row, "log10_mean_error");
    }
  };
  read("fig2a_error_vs_epoch_by_b.csv", "b", "epoch_index");
  read("fig2b_error_vs_iteration_by_eta_grid10.csv", "eta", "iteration_index");
  return published;
}

Report make_error_report(const Request& request, const std::vector<ErrorCurve>& curves,
                         const PublishedErrors& published) {
  Report report;
  report.name = "fig2";
  report.title = "Choice of the block size and of the learning rate";
  report.settings = trial_settings(request);
  report.csv = "panel,value,index,log10_mean_error\n";
  for (const ErrorCurve& curve : curves) {
    for (std::size_t i = 0; i < curve.means.size(); ++i) {
      report.csv += fmt::format("{},{},{},{:.5f}\n", curve.panel, curve.value, i, curve.means[i]);
    }
  }
  report::Panels panels;
  panels.title = report.title;
  panels.columns = 2;
  panels.charts = {chart_of("b", curves, published), chart_of("eta", curves, published)};
  report.svg = report::to_svg(panels, 1000.0, 560.0);
  if (!published.empty()) report.tables.push_back(differences(curves, published));
  return report;
}

}  // namespace graphsparse::experiments
