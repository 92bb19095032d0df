#include "inputs.hpp"

#include <fmt/format.h>

#include "graphsparse/core/error.hpp"
#include "output.hpp"
#include "suggest.hpp"

namespace graphsparse::cli {

bool is_complete(const JoinReport& report) {
  return report.features_without_node == 0 && report.nodes_without_feature == 0 &&
         report.self_loops == 0;
}

void note_join(const JoinReport& report, bool quiet) {
  if (!is_complete(report) && !quiet) print_message("note: " + report.describe());
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
