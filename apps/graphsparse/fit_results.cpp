#include "fit_results.hpp"

#include <CLI/CLI.hpp>

#include "errors.hpp"
#include "interrupt.hpp"
#include "option_types.hpp"
#include "output.hpp"

namespace graphsparse::cli {

void add_result_options(CLI::App& app, FitResults& results) {
  add_text(app, "--model", results.model, "Write the model there, for 'predict' and --init")
      ->type_name("OUT.json")
      ->group(kResultGroup);
  add_text(app, "--report", results.report, "Write a page with tables and pictures there")
      ->type_name("OUT.html")
      ->group(kResultGroup);
  app.add_option("--export", results.exports,
                 "Write the selected subnetwork there, for Cytoscape (.graphml; .sif and .tsv with "
                 "a second file .nodes.tsv); may be repeated")
      ->type_name("OUT.graphml")
      ->allow_extra_args(false)
      ->take_all()
      ->group(kResultGroup);
}

void check_results(const FitResults& results, bool has_graph) {
  for (const std::string& path : {results.out, results.model, results.report}) {
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

void write_models(const FitResults& results, const Fit& fit, const std::string& page) {
  const DeferInterrupts until_renamed;
  if (!results.model.empty()) fit.model.save(results.model);
  for (const std::string& path : results.exports) export_subgraph(fit, path);
  if (!results.report.empty()) write_result(results.report, page);
}

}  // namespace graphsparse::cli
