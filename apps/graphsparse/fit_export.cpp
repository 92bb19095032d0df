#include "fit_export.hpp"

#include <CLI/CLI.hpp>

#include "errors.hpp"
#include "graphsparse/io/subnetwork_file.hpp"
#include "output.hpp"

namespace graphsparse::cli {

CLI::Option* add_export_option(CLI::App& app, std::vector<std::string>& paths) {
  return app
      .add_option(
          "--export", paths,
          "Write the selected subnetwork there, for Cytoscape (.graphml; .sif and .tsv with "
          "a second file .nodes.tsv); may be repeated")
      ->type_name("OUT.graphml")
      ->allow_extra_args(false)
      ->take_all();
}

void check_exports(const std::vector<std::string>& paths, const FitOptions& options) {
  if (!paths.empty() && options.graph.empty()) {
    throw UsageError("--export writes a part of the graph, so it needs --graph");
  }
  for (const std::string& path : paths) {
    for (const std::string& file : subnetwork_paths(path)) check_writable(file);
  }
}

void write_export(const std::string& path, const FitProblem& fit, const Result& result) {
  Subnetwork network;
  for (const NodeId feature : result.x.support) {
    network.names.push_back(fit.data().feature_name(feature));
    network.coefficients.push_back(result.x.w[static_cast<std::size_t>(feature)]);
  }
  network.edges = induced_edges(*fit.graph(), result.x.support);
  for (const auto& [file, text] : format_subnetwork(network, path)) write_result(file, text);
}

}  // namespace graphsparse::cli
