#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <utility>

#include "classification.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/report/line_chart.hpp"
#include "published.hpp"

// Table 2: area under the ROC curve of the paper's eight methods and ours, over repeats.

namespace graphsparse::experiments {

std::optional<Report> run_table2(const Request& request, Watcher& watcher) {
  const std::optional<Classification> results = classify(request, watcher);
  if (!results) return std::nullopt;
  return make_fold_table("table2", "AUC", &FoldScore::auc, "table2_auc.csv", request, *results);
}

// Table 3: balanced classification error of the methods of table 2, from the same folds.

std::optional<Report> run_table3(const Request& request, Watcher& watcher) {
  const std::optional<Classification> results = classify(request, watcher);
  if (!results) return std::nullopt;
  return make_fold_table("table3", "balanced error", &FoldScore::balanced_error,
                         "table3_balanced_error.csv", request, *results);
}

// Table 4: number of genes that the models of table 2 use, from the same folds.

std::optional<Report> run_table4(const Request& request, Watcher& watcher) {
  const std::optional<Classification> results = classify(request, watcher);
  if (!results) return std::nullopt;
  return make_fold_table("table4", "genes", &FoldScore::nonzeros, "table4_nonzeros.csv", request,
                         *results);
}

// Table 5: which genes of a list of known ones the models of table 2 use, over all repeats.

namespace {

// Ids or symbols, the first word of each line; a header `entrez,symbol` is skipped by not matching.
std::set<std::string> read_known(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw InputError(fmt::format("--known {}: cannot be read", path));
  std::set<std::string> known;
  for (std::string line; std::getline(in, line);) {
    known.insert(line.substr(0, line.find_first_of(",\t \r")));
  }
  known.erase("");
  if (known.empty()) throw InputError(fmt::format("--known {}: there is no gene in it", path));
  return known;
}

// The planted ones of a generated cohort are known by their names.
std::set<std::string> known_genes(const Request& request, const Cohort& cohort) {
  if (!request.known_file.empty()) return read_known(request.known_file);
  if (!request.data_folder.empty()) {
    return read_known(find_data_file(request.data_folder, "cancer_genes_25.csv"));
  }
  std::set<std::string> planted;
  for (const std::string& symbol : cohort.symbols) {
    if (symbol.starts_with("PLANTED")) planted.insert(symbol);
  }
  return planted;
}

}  // namespace

std::optional<Report> run_table5(const Request& request, Watcher& watcher) {
  const std::optional<Classification> results = classify(request, watcher);
  if (!results) return std::nullopt;
  const Cohort& cohort = results->cohort;
  const std::set<std::string> known = known_genes(request, cohort);
  const auto is_known = [&](NodeId gene) {
    return known.contains(cohort.genes[gene]) || known.contains(cohort.symbols[gene]);
  };
  std::int64_t measured = 0;
  for (std::size_t gene = 0; gene < cohort.genes.size(); ++gene) {
    if (is_known(static_cast<NodeId>(gene))) ++measured;
  }
  Report report;
  report.name = "table5";
  report.title = fmt::format("Known genes that the models use ({})", cohort.name);
  report.remarks = cohort.remarks;
  report.settings = {{"known genes measured", fmt::format("{} of {}", measured, known.size())},
                     {"repeats", fmt::format("{}", request.trials)}};
  report.csv = "method,gene,times_selected,models\n";
  report::Table table;
  table.caption = "Known genes in any model, most often used first";
  table.columns = {"method", "found", "genes"};
  report::LineChart chart;
  chart.title = report.title;
  chart.x_label = "known genes, most often used first";
  chart.y_label = "share of the models";
  for (const MethodScores& method : results->methods) {
    std::map<NodeId, std::int64_t> times;
    std::int64_t models = 0;
    for (const std::vector<FoldScore>& repeat : method.repeats) {
      for (const FoldScore& score : repeat) {
        ++models;
        for (const NodeId gene : score.genes) {
          if (is_known(gene)) ++times[gene];
        }
      }
    }
    std::vector<std::pair<std::int64_t, NodeId>> order;
    for (const auto& [gene, count] : times) order.emplace_back(-count, gene);
    std::sort(order.begin(), order.end());
    std::string list;
    report::Series series;
    series.name = method.method;
    for (const auto& [count, gene] : order) {
      const std::string& symbol = cohort.symbols[gene];
      list += fmt::format("{}{}", list.empty() ? "" : " ", symbol);
      report.csv += fmt::format("{},{},{},{}\n", method.method, symbol, -count, models);
      series.x.push_back(static_cast<double>(series.x.size() + 1));
      series.y.push_back(static_cast<double>(-count) / static_cast<double>(models));
    }
    chart.series.push_back(std::move(series));
    table.rows.push_back({method.method, fmt::format("{}", order.size()), std::move(list)});
  }
  report.svg = report::to_svg(chart, 720.0, 440.0);
  report.markdown = to_markdown(table);
  report.tables.push_back(std::move(table));
  return report;
}

}  // namespace graphsparse::experiments
