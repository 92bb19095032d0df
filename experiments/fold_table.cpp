// How tables 2 to 4 are laid out.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "classification.hpp"
#include "graphsparse/report/line_chart.hpp"
#include "published.hpp"

namespace graphsparse::experiments {
namespace {

struct MeanAndDeviation {
  double mean = 0.0;
  double deviation = 0.0;  // of the population, as in the paper
};

MeanAndDeviation spread(const std::vector<double>& values) {
  MeanAndDeviation result;
  const auto count = static_cast<double>(values.size());
  for (const double value : values) result.mean += value / count;
  double squares = 0.0;
  for (const double value : values) squares += std::pow(value - result.mean, 2.0) / count;
  result.deviation = std::sqrt(squares);
  return result;
}

std::string to_cell(const MeanAndDeviation& value, bool is_count) {
  return is_count ? fmt::format("{:.1f} +- {:.1f}", value.mean, value.deviation)
                  : fmt::format("{:.3f} +- {:.3f}", value.mean, value.deviation);
}

// The published averages, beside ours only where the folder has them.
std::map<std::string, std::string> read_averages(const Request& request, const std::string& file) {
  std::map<std::string, std::string> averages;
  if (request.data_folder.empty()) return averages;
  std::string path;
  try {
    path = find_data_file(request.data_folder, file);
  } catch (const std::exception&) {
    return averages;  // a folder with data alone
  }
  const CsvTable table(path);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (table.text(row, "repeat") != "Averaged") continue;
    averages[table.text(row, "method")] =
        fmt::format("{} +- {}", table.text(row, "mean"), table.text(row, "std"));
  }
  return averages;
}

std::string to_picture(const std::string& title, const std::string& label, double FoldScore::*value,
                       const Classification& results) {
  report::LineChart chart;
  chart.title = title;
  chart.x_label = "repeat";
  chart.y_label = label;
  for (const MethodScores& method : results.methods) {
    report::Series series;
    series.name = method.method;
    for (std::size_t repeat = 0; repeat < method.repeats.size(); ++repeat) {
      std::vector<double> values;
      for (const FoldScore& score : method.repeats[repeat]) values.push_back(score.*value);
      series.x.push_back(static_cast<double>(repeat));
      series.y.push_back(spread(values).mean);
    }
    chart.series.push_back(std::move(series));
  }
  return report::to_svg(chart, 720.0, 440.0);
}

}  // namespace

std::string to_markdown(const report::Table& table) {
  std::string text;
  const auto add_row = [&text](const std::vector<std::string>& cells) {
    text += "|";
    for (const std::string& cell : cells) text += fmt::format(" {} |", cell);
    text += "\n";
  };
  add_row(table.columns);
  text += "|";
  for (std::size_t i = 0; i < table.columns.size(); ++i) text += "---|";
  text += "\n";
  for (const std::vector<std::string>& row : table.rows) add_row(row);
  return text;
}

Report make_fold_table(const std::string& name, const std::string& title, double FoldScore::*value,
                       const std::string& published_file, const Request& request,
                       const Classification& results) {
  Report report;
  report.name = name;
  report.title = fmt::format("{} ({})", title, results.cohort.name);
  report.remarks = results.cohort.remarks;
  report.settings = {
      {"samples", fmt::format("{}", results.cohort.samples())},
      {"genes of the network", fmt::format("{}", results.cohort.network.node_count())},
      {"edges", fmt::format("{}", results.cohort.network.edge_count())},
      {"repeats", fmt::format("{}", request.trials)},
      {"as", std::string(to_string(request.convention))},
      {"seed", fmt::format("{}", request.seed)}};
  const bool is_count = value == &FoldScore::nonzeros;
  report::Table table;
  table.caption = fmt::format("{}: mean and deviation over 5 folds, nested", title);
  table.columns = {"repeat"};
  report.csv = "repeat,method,mean,std\n";
  std::vector<std::string> last = {"averaged"};
  std::vector<std::string> published = {"published (295 patients)"};
  const std::map<std::string, std::string> averages = read_averages(request, published_file);
  for (std::int64_t repeat = 0; repeat < request.trials; ++repeat) {
    table.rows.push_back({fmt::format("{:02}", repeat)});
  }
  for (const MethodScores& method : results.methods) {
    table.columns.push_back(method.method);
    std::vector<double> all;
    for (std::size_t repeat = 0; repeat < method.repeats.size(); ++repeat) {
      std::vector<double> values;
      for (const FoldScore& score : method.repeats[repeat]) values.push_back(score.*value);
      all.insert(all.end(), values.begin(), values.end());
      const MeanAndDeviation here = spread(values);
      table.rows[repeat].push_back(to_cell(here, is_count));
      report.csv +=
          fmt::format("{:02},{},{:.6g},{:.6g}\n", repeat, method.method, here.mean, here.deviation);
    }
    const MeanAndDeviation total = spread(all);
    last.push_back(to_cell(total, is_count));
    report.csv +=
        fmt::format("Averaged,{},{:.6g},{:.6g}\n", method.method, total.mean, total.deviation);
    const auto place = averages.find(method.method);
    published.push_back(place == averages.end() ? "-" : place->second);
  }
  table.rows.push_back(std::move(last));
  if (!averages.empty()) table.rows.push_back(std::move(published));
  report.markdown = to_markdown(table);
  report.tables.push_back(std::move(table));
  report.svg = to_picture(report.title, title, value, results);
  return report;
}

}  // namespace graphsparse::experiments
