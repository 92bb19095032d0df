#include "graphsparse/graph/components.hpp"

#include <algorithm>
#include <unordered_set>

namespace graphsparse {

Components connected_components(const Graph& graph) {
  Components result;
  result.label.assign(static_cast<std::size_t>(graph.node_count()), kNoNode);
  std::vector<NodeId> stack;
  for (NodeId start = 0; start < graph.node_count(); ++start) {
    if (result.label[static_cast<std::size_t>(start)] != kNoNode) continue;
    const auto label = static_cast<NodeId>(result.size.size());
    std::int64_t size = 0;
    result.label[static_cast<std::size_t>(start)] = label;
    stack.push_back(start);
    while (!stack.empty()) {
      const NodeId node = stack.back();
      stack.pop_back();
      ++size;
      for (const auto& [neighbour, half] : graph.incident(node)) {
        NodeId& seen = result.label[static_cast<std::size_t>(neighbour)];
        if (seen != kNoNode) continue;
        seen = label;
        stack.push_back(neighbour);
      }
    }
    result.size.push_back(size);
  }
  return result;
}

std::int64_t count_induced_components(const Graph& graph, std::span<const NodeId> nodes) {
  // The set of nodes not yet reached; in proportion to the set, not to the graph.
  std::unordered_set<NodeId> waiting(nodes.begin(), nodes.end());
  std::vector<NodeId> stack;
  std::int64_t count = 0;
  for (const NodeId start : nodes) {
    if (waiting.erase(start) == 0) continue;
    ++count;
    stack.push_back(start);
    while (!stack.empty()) {
      const NodeId node = stack.back();
      stack.pop_back();
      for (const auto& [neighbour, half] : graph.incident(node)) {
        if (waiting.erase(neighbour) != 0) stack.push_back(neighbour);
      }
    }
  }
  return count;
}

}  // namespace graphsparse
