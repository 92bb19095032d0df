#include "inputs.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/option.hpp"
#include "graphsparse/core/suggest.hpp"
#include "graphsparse/fit/files.hpp"
#include "option_types.hpp"
#include "output.hpp"

namespace graphsparse::cli {
namespace {

// An excluded name that nothing has is a mistake.
void check_excluded(const EdgeOptions& options, const EdgeTable& whole, const NamedVector& vector) {
  for (const std::string& name : options.exclude) {
    const auto has = [&](const std::vector<std::string>& names) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (has(vector.names) || has(whole.names) || whole.names.empty()) continue;
    throw InputError(
        fmt::format("`exclude`: no node is called '{}'{}", name, did_you_mean(name, whole.names)));
  }
}

}  // namespace

EdgeOptions NetworkOptions::edge_options() const {
  return {values, min_score, split_names(exclude, "exclude")};
}

void add_network_options(CLI::App& app, NetworkOptions& options) {
  add_choice(app, "--edge-values", options.values, {"cost", "confidence", "ignore"},
             "What the values of edges are (default: confidence where called score or weight, else "
             "cost)");
  add_amount(app, "--min-score", options.min_score, "Drop edges with a lower score");
  add_text(app, "--exclude", options.exclude, "Nodes to leave out")->type_name("LIST");
}

JoinedGraph read_joined(const std::string& graph, const NetworkOptions& options,
                        const NamedVector& vector, bool quiet) {
  EdgeOptions edges = options.edge_options();
  if (!edges.exclude.empty()) {
    EdgeOptions without_exclusion = edges;
    without_exclusion.exclude.clear();
    check_excluded(edges, read_edge_table(graph, without_exclusion), vector);
  }
  const EdgeTable table = read_edge_table(graph, edges);
  JoinedGraph joined = join(table, without_names(vector, edges.exclude));
  if (!quiet) {
    for (const std::string& note : vector.notes) print_message("note: " + note);
    for (const std::string& note : table.notes) print_message("note: " + with_option_names(note));
  }
  return joined;
}

void note_join(const JoinReport& report, bool quiet) {
  if (!report.is_complete() && !quiet) print_message("note: " + report.describe());
}

NodeId find_node(const JoinedGraph& joined, const std::string& option, const std::string& name) {
  const NodeId node = joined.find(name);
  if (node != kNoNode) return node;
  if (joined.names.empty()) {
    throw InputError(fmt::format("{}: no node is called '{}'; the nodes are 0 to {}", option, name,
                                 joined.graph.node_count() - 1));
  }
  throw InputError(
      fmt::format("{}: no node is called '{}'{}", option, name, did_you_mean(name, joined.names)));
}

}  // namespace graphsparse::cli
