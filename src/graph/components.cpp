#include "graphsparse/graph/components.hpp"

namespace graphsparse {

Components connected_components(const Graph& graph) {
  Components result;
  result.label.assign(graph.node_count(), kNoNode);
  std::vector<NodeId> stack;
  for (NodeId start = 0; start < graph.node_count(); ++start) {
    if (result.label[start] != kNoNode) continue;
    const auto label = static_cast<NodeId>(result.size.size());
    std::int64_t size = 0;
    result.label[start] = label;
    stack.push_back(start);
    while (!stack.empty()) {
      const NodeId node = stack.back();
      stack.pop_back();
      ++size;
      for (const auto& [neighbour, half] : graph.incident(node)) {
        NodeId& seen = result.label[neighbour];
        if (seen != kNoNode) continue;
        seen = label;
        stack.push_back(neighbour);
      }
    }
    result.size.push_back(size);
  }
  return result;
}

std::int64_t InducedComponents::count(std::span<const NodeId> nodes, std::int64_t most) {
  for (const NodeId node : nodes) waiting_[node] = 1;
  std::int64_t count = 0;
  for (const NodeId start : nodes) {
    if (waiting_[start] == 0) continue;
    if (++count > most) break;
    waiting_[start] = 0;
    stack_.push_back(start);
    while (!stack_.empty()) {
      const NodeId node = stack_.back();
      stack_.pop_back();
      for (const auto& [neighbour, half] : graph_.incident(node)) {
        unsigned char& waits = waiting_[neighbour];
        if (waits == 0) continue;
        waits = 0;
        stack_.push_back(neighbour);
      }
    }
  }
  if (count > most) {
    for (const NodeId node : nodes) waiting_[node] = 0;
  }
  return count;
}

std::int64_t count_induced_components(const Graph& graph, std::span<const NodeId> nodes) {
  return InducedComponents(graph).count(nodes);
}

}  // namespace graphsparse
