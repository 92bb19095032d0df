#include "recovery_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "graphsparse/report/line_chart.hpp"
#include "published.hpp"
#include "trimmed.hpp"

namespace graphsparse::experiments {
namespace {

report::LineChart chart_of(const RecoveryPanel& panel, const std::vector<Method>& methods,
                           const std::vector<RecoveryCell>& cells,
                           const PublishedRecovery& published) {
  report::LineChart chart;
  chart.title = panel.title;
  chart.x_label = "measurements m";
  chart.y_label = "probability of recovery";
  chart.y_range = report::Range{-0.03, 1.03};
  for (const Method& method : methods) {
    report::Series ours;
    ours.name = method.name;
    report::Series theirs = ours;
    theirs.name = fmt::format("{} (published)", method.name);
    theirs.method = method.name;
    theirs.dashed = true;
    theirs.markers = false;
    for (const RecoveryCell& cell : cells) {
      if (cell.panel != panel.name || cell.method != method.name) continue;
      ours.x.push_back(static_cast<double>(cell.observations));
      ours.y.push_back(cell.probability);
      const auto place = published.find({cell.panel, cell.observations, cell.method});
      if (place == published.end()) continue;
      theirs.x.push_back(static_cast<double>(cell.observations));
      theirs.y.push_back(place->second);
    }
    chart.series.push_back(std::move(ours));
    if (!theirs.x.empty()) chart.series.push_back(std::move(theirs));
  }
  return chart;
}

struct Difference {
  double sum = 0.0;
  double absolute = 0.0;
  int cells = 0;

  void add(double difference) {
    sum += difference;
    absolute += std::abs(difference);
    ++cells;
  }
  double mean() const { return cells == 0 ? 0.0 : sum / cells; }
  double mean_absolute() const { return cells == 0 ? 0.0 : absolute / cells; }
};

report::Table differences(const RecoveryFigure& figure, const std::vector<Method>& methods,
                          const std::vector<RecoveryCell>& cells,
                          const PublishedRecovery& published) {
  report::Table table;
  table.caption = "Difference from the published probabilities (ours - published)";
  table.columns = {"panel", "method", "cells", "mean difference", "mean absolute difference"};
  Difference all;
  for (const RecoveryPanel& panel : figure.panels) {
    for (const Method& method : methods) {
      Difference here;
      for (const RecoveryCell& cell : cells) {
        if (cell.panel != panel.name || cell.method != method.name) continue;
        const auto place = published.find({cell.panel, cell.observations, cell.method});
        if (place == published.end()) continue;
        here.add(cell.probability - place->second);
        all.add(cell.probability - place->second);
      }
      if (here.cells == 0) continue;
      table.rows.push_back({panel.name, std::string(method.name), fmt::format("{}", here.cells),
                            fmt::format("{:+.3f}", here.mean()),
                            fmt::format("{:.3f}", here.mean_absolute())});
    }
  }
  table.rows.push_back({"all", "all", fmt::format("{}", all.cells),
                        fmt::format("{:+.4f}", all.mean()),
                        fmt::format("{:.4f}", all.mean_absolute())});
  return table;
}

// For each method the fewest measurements of the figure from which on it recovers in 95 % of the
// trials.
report::Table thresholds(const RecoveryFigure& figure, const std::vector<Method>& methods,
                         const std::vector<RecoveryCell>& cells) {
  report::Table table;
  table.caption = "Smallest m with recovery in at least 95 % of the trials";
  table.columns = {"panel"};
  for (const Method& method : methods) table.columns.emplace_back(method.name);
  for (const RecoveryPanel& panel : figure.panels) {
    std::vector<std::string> row = {panel.name};
    for (const Method& method : methods) {
      std::string smallest = "-";
      for (const RecoveryCell& cell : cells) {
        if (cell.panel != panel.name || cell.method != method.name) continue;
        if (cell.probability < 0.95) continue;
        smallest = fmt::format("{}", cell.observations);
        break;
      }
      row.push_back(std::move(smallest));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string to_csv(const std::vector<RecoveryCell>& cells) {
  std::string csv = "panel,m,method,prob,trials,ratio\n";
  for (const RecoveryCell& cell : cells) {
    csv += fmt::format("{},{},{},{:.6g},{},{:.4g}\n", cell.panel, cell.observations, cell.method,
                       cell.probability, cell.trials, cell.ratio);
  }
  return csv;
}

std::string to_picture(const RecoveryFigure& figure, const std::vector<Method>& methods,
                       const std::vector<RecoveryCell>& cells, const PublishedRecovery& published) {
  report::Panels panels;
  panels.title = figure.title;
  for (const RecoveryPanel& panel : figure.panels) {
    panels.charts.push_back(chart_of(panel, methods, cells, published));
  }
  const auto count = static_cast<int>(panels.charts.size());
  panels.columns = std::min(count, 2);
  const int rows = (count + panels.columns - 1) / panels.columns;
  return report::to_svg(panels, 480.0 * panels.columns, 80.0 + 340.0 * rows);
}

}  // namespace

PublishedRecovery read_published(const RecoveryFigure& figure, const Request& request) {
  PublishedRecovery published;
  if (request.data_folder.empty()) return published;
  const CsvTable table(find_data_file(request.data_folder, figure.published_file));
  const std::string& column = figure.published_panel_column;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::string panel = column.empty() ? figure.panels.front().name : table.text(row, column);
    const auto m = static_cast<std::int64_t>(std::llround(table.number(row, "m")));
    published[{panel, m, table.text(row, "method")}] = table.number(row, "prob");
  }
  return published;
}

RecoveryCell summarize(const RecoveryFigure& figure, std::size_t panel, std::size_t observation,
                       const Method& method, const std::vector<double>& errors,
                       Convention convention) {
  const RecoveryPanel& here = figure.panels[panel];
  const std::size_t cut =
      convention == Convention::authors ? trimmed_at_each_end(errors.size()) : 0;
  const std::vector<double> kept = trimmed(errors, cut);
  RecoveryCell cell;
  cell.panel = here.name;
  cell.observations = here.observations[observation];
  cell.ratio = here.ratios.empty()
                   ? static_cast<double>(cell.observations) / static_cast<double>(here.sparsity)
                   : here.ratios[observation];
  cell.method = method.name;
  cell.trials = static_cast<std::int64_t>(kept.size());
  const auto recovered =
      std::count_if(kept.begin(), kept.end(), [](double error) { return error <= kRecovered; });
  cell.probability = static_cast<double>(recovered) / static_cast<double>(kept.size());
  return cell;
}

Report make_recovery_report(const RecoveryFigure& figure, const Request& request,
                            const std::vector<Method>& methods,
                            const std::vector<RecoveryCell>& cells,
                            const PublishedRecovery& published) {
  Report report;
  report.name = figure.name;
  report.title = figure.title;
  report.remarks = figure.remarks;
  report.csv = to_csv(cells);
  report.svg = to_picture(figure, methods, cells, published);
  report.settings = trial_settings(request);
  report.tables.push_back(thresholds(figure, methods, cells));
  if (!published.empty()) {
    report.tables.push_back(differences(figure, methods, cells, published));
  }
  return report;
}

}  // namespace graphsparse::experiments
