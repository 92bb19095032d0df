#include "inputs.hpp"

#include <fmt/format.h>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/suggest.hpp"
#include "output.hpp"

namespace graphsparse::cli {

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
