#include "selection_results.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "fit_output.hpp"
#include "graphsparse/core/version.hpp"
#include "graphsparse/fit/feature_graph.hpp"
#include "graphsparse/io/subnetwork_file.hpp"
#include "graphsparse/report/html_page.hpp"
#include "graphsparse/report/selection_picture.hpp"
#include "option_types.hpp"
#include "output.hpp"

namespace graphsparse::cli {
namespace {

constexpr std::size_t kMostNodeRows = 2000;

double value_at(const JoinedGraph& joined, NodeId node) { return joined.values[node]; }

report::SelectedPart part_of(const SelectionPage& page, const JoinedGraph& joined) {
  report::SelectedPart part;
  part.measures.push_back({page.value_name, {}});
  for (const NodeId node : page.nodes) {
    part.names.push_back(joined.name(node));
    part.measures.front().values.push_back(value_at(joined, node));
  }
  part.edges = page.edges;
  part.grid = grid_size_of(page.graph, !joined.names.empty(), joined.graph.node_count());
  part.noun = "nodes";
  return part;
}

report::Table table_of(const report::SelectedPart& part) {
  const std::vector<double>& values = part.measures.front().values;
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(values[a]) > std::abs(values[b]);
  });
  report::Table table;
  table.columns = {"node", part.measures.front().name};
  for (const std::size_t i : order) {
    if (table.rows.size() == kMostNodeRows) {
      table.caption = fmt::format("The {} largest of {}.", kMostNodeRows, order.size());
      break;
    }
    table.rows.push_back({part.names[i], fmt::format("{:.6g}", values[i])});
  }
  return table;
}

std::string selection_page(const SelectionPage& page, const JoinedGraph& joined,
                           const RunRecord& run) {
  report::HtmlPage html(page.title, fmt::format("By graphsparse {}", kVersion));
  std::vector<report::Fact> facts;
  for (const auto& [name, value] : page.facts) facts.push_back({name, value});
  html.facts(facts);
  const report::SelectedPart part = part_of(page, joined);
  add_selection(html, part);
  if (!part.names.empty()) html.heading("Nodes").table(table_of(part));
  add_run(html, run);
  return html.to_string();
}

}  // namespace

void add_selection_options(CLI::App& app, SelectionResults& results) {
  add_text(app, "--report", results.report, "Write a page with tables and pictures there")
      ->type_name("OUT.html")
      ->group(kResultGroup);
  add_export_option(app, results.exports);
}

void check_selection_results(const SelectionResults& results) {
  check_report_name(results.report);
  check_writable(results.report);
  for (const std::string& path : results.exports) {
    for (const std::string& file : subnetwork_paths(path)) check_writable(file);
  }
}

void write_selection(const SelectionResults& results, const SelectionPage& page,
                     const JoinedGraph& joined, const RunRecord& run, bool quiet) {
  Subnetwork network;
  network.value_name = page.value_name;
  network.edges = page.edges;
  for (const NodeId node : page.nodes) {
    network.names.push_back(joined.name(node));
    network.coefficients.push_back(value_at(joined, node));
  }
  for (const std::string& path : results.exports) write_subnetwork(network, path);
  if (results.report.empty()) return;
  write_result(results.report, selection_page(page, joined, run));
  note_static_page(quiet);
}

}  // namespace graphsparse::cli
