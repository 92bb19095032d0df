#include "fit_results.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <string_view>

#include "errors.hpp"
#include "graphsparse/fit/selected_subnetwork.hpp"
#include "graphsparse/report/html_page.hpp"
#include "interrupt.hpp"
#include "option_types.hpp"
#include "output.hpp"

namespace graphsparse::cli {
namespace {

// Also where the path is empty, or what is there tells better what is wrong with it.
bool has_extension(const std::string& path, std::initializer_list<std::string_view> allowed) {
  std::error_code ignored;
  if (path.empty() || std::filesystem::is_other(path, ignored)) return true;
  if (std::filesystem::is_directory(path, ignored)) return true;
  const std::string extension = std::filesystem::path(path).extension().string();
  return std::find(allowed.begin(), allowed.end(), extension) != allowed.end();
}

void check_figure_name(const std::string& path) {
  if (has_extension(path, {".svg"})) return;
  throw UsageError(
      fmt::format("--figure {}: a figure is an SVG picture; end the name with .svg", path));
}

}  // namespace

void add_result_options(CLI::App& app, FitResults& results) {
  add_text(app, "--model", results.model, "Write the model there, for 'predict' and --init")
      ->type_name("OUT.json")
      ->group(kResultGroup);
  add_text(app, "--report", results.report, "Write a page with tables and pictures there")
      ->type_name("OUT.html")
      ->group(kResultGroup);
  add_text(app, "--figure", results.figure,
           "Write one figure for a paper there: the selected subnetwork, without a graph a chart")
      ->type_name("OUT.svg")
      ->group(kResultGroup);
  add_export_option(app, results.exports);
}

void add_export_option(CLI::App& app, std::vector<std::string>& exports) {
  app.add_option("--export", exports,
                 "Write the selected subnetwork there, for Cytoscape (.graphml; .sif and .tsv with "
                 "a second file .nodes.tsv); may be repeated")
      ->type_name("OUT.graphml")
      ->allow_extra_args(false)
      ->take_all()
      ->group(kResultGroup);
}

void check_report_name(const std::string& path) {
  if (has_extension(path, {".html", ".htm"})) return;
  throw UsageError(fmt::format(
      "--report {}: a report is an HTML page; end the name with .html (browsers print it as PDF)",
      path));
}

void note_static_page(bool quiet) {
  if (quiet || report::HtmlPage::can_be_interactive()) return;
  print_message(
      "note: the report is a static page: d3 (Debian package node-d3) was missing when graphsparse "
      "was built");
}

void check_results(const FitResults& results, bool has_graph) {
  check_report_name(results.report);
  check_figure_name(results.figure);
  for (const std::string& path : {results.out, results.model, results.report, results.figure}) {
    check_writable(path);
  }
  if (!results.exports.empty() && !has_graph) {
    throw UsageError("--export writes a part of the graph, so it needs --graph");
  }
  for (const std::string& path : results.exports) {
    for (const std::string& file : subgraph_files(path)) check_writable(file);
  }
}

void check_names(const FitResults& results, const Dataset& data) {
  if (results.model.empty()) return;
  check_model_names(data.feature_names);
  if (data.target) check_model_names(data.target->values);
}

void write_models(const FitResults& results, const Fit& fit, const FitPictures& pictures,
                  const std::vector<NodeAttribute>& attributes) {
  const DeferInterrupts until_renamed;
  if (!results.model.empty()) fit.model.save(results.model);
  if (!results.exports.empty()) {
    Subnetwork network = selected_subnetwork(fit);
    network.attributes.insert(network.attributes.end(), attributes.begin(), attributes.end());
    for (const std::string& path : results.exports) write_subnetwork(network, path);
  }
  if (!results.report.empty()) write_result(results.report, pictures.page);
  if (!results.figure.empty()) write_result(results.figure, pictures.figure);
}

}  // namespace graphsparse::cli
