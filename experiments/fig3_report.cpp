#include "fig3_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "graphsparse/report/line_chart.hpp"
#include "published.hpp"

namespace graphsparse::experiments {
namespace {

report::LineChart chart_of(double noise, const std::vector<RequiredLine>& lines,
                           const PublishedRequired& published) {
  report::LineChart chart;
  chart.title = noise > 0.0 ? "noise of norm 0.5" : "without noise";
  chart.x_label = "block size b";
  chart.y_label = "observations required";
  for (const RequiredLine& line : lines) {
    if (line.noise != noise) continue;
    report::Series ours;
    ours.name = line.method;
    report::Series theirs;
    theirs.name = line.method + " (published)";
    theirs.method = line.method;
    theirs.dashed = true;
    theirs.markers = false;
    for (const auto& [b, m] : line.required) {
      ours.x.push_back(static_cast<double>(b));
      ours.y.push_back(m);
      const auto place = published.find({noise, line.method, b});
      if (place == published.end()) continue;
      theirs.x.push_back(static_cast<double>(b));
      theirs.y.push_back(place->second);
    }
    chart.series.push_back(std::move(ours));
    if (!theirs.x.empty()) chart.series.push_back(std::move(theirs));
  }
  return chart;
}

report::Table differences(const std::vector<RequiredLine>& lines,
                          const PublishedRequired& published) {
  report::Table table;
  table.caption = "Points whose required m lies within 10 of the published";
  table.columns = {"noise", "method", "points", "within 10", "largest difference"};
  int all = 0;
  int all_near = 0;
  for (const RequiredLine& line : lines) {
    int points = 0;
    int near = 0;
    double largest = 0.0;
    for (const auto& [b, m] : line.required) {
      const auto place = published.find({line.noise, line.method, b});
      if (place == published.end()) continue;
      const double difference = m - place->second;
      ++points;
      if (std::abs(difference) <= 10.0) ++near;
      if (std::abs(difference) > std::abs(largest)) largest = difference;
    }
    if (points == 0) continue;
    all += points;
    all_near += near;
    table.rows.push_back({fmt::format("{}", line.noise), line.method, fmt::format("{}", points),
                          fmt::format("{}", near), fmt::format("{:+.0f}", largest)});
  }
  table.rows.push_back({"all", "all", fmt::format("{}", all),
                        fmt::format("{} ({:.0f} %)", all_near, 100.0 * all_near / std::max(1, all)),
                        ""});
  return table;
}

}  // namespace

PublishedRequired read_required(const Request& request) {
  PublishedRequired published;
  if (request.data_folder.empty()) return published;
  const CsvTable table(find_data_file(request.data_folder, "fig3_observations_required_vs_b.csv"));
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const auto b = static_cast<std::int64_t>(std::llround(table.number(row, "b")));
    published[{table.number(row, "noise_norm"), table.text(row, "method"), b}] =
        table.number(row, "m_required");
  }
  return published;
}

Report make_required_report(const Request& request, const std::vector<RequiredLine>& lines,
                            const PublishedRequired& published) {
  Report report;
  report.name = "fig3";
  report.title = "Observations required, by block size";
  report.settings = trial_settings(request);
  report.csv = "noise_norm,method,b,m_required\n";
  for (const RequiredLine& line : lines) {
    for (const auto& [b, m] : line.required) {
      report.csv += fmt::format("{:.1f},{},{},{:.0f}\n", line.noise, line.method, b, m);
    }
  }
  report::Panels panels;
  panels.title = report.title;
  panels.columns = 2;
  std::set<double> noises;
  for (const RequiredLine& line : lines) noises.insert(line.noise);
  for (const double noise : noises) panels.charts.push_back(chart_of(noise, lines, published));
  report.svg = report::to_svg(panels, 960.0, 460.0);
  if (!published.empty()) report.tables.push_back(differences(lines, published));
  return report;
}

}  // namespace graphsparse::experiments
