#include "pcst/leaf_first_order.hpp"

namespace graphsparse {

LeafFirstOrder::LeafFirstOrder(const Graph& graph)
    : graph_(graph), slots_(static_cast<std::size_t>(graph.node_count())) {
  below_.reserve(static_cast<std::size_t>(graph.node_count()));
}

void LeafFirstOrder::arrange(std::span<const NodeId> nodes, std::span<const EdgeId> edges,
                             NodeId root) {
  for (const NodeId node : nodes) slot(node) = {0, 0};
  for (const EdgeId edge : edges) {
    for (const NodeId end : {graph_.end_of(2 * edge), graph_.end_of(2 * edge + 1)}) {
      ++slot(end).open_edges;
      slot(end).edge ^= edge;
    }
  }
  if (root != kNoNode) slot(root).open_edges += 2;  // so that it never looks like a leaf

  below_.clear();
  for (NodeId node : nodes) {
    while (slot(node).open_edges == 1) {
      below_.push_back(node);
      slot(node).open_edges = kTaken;
      const NodeId next = above(node);
      slot(next).edge ^= slot(node).edge;
      --slot(next).open_edges;
      node = next;
    }
  }
}

std::size_t LeafFirstOrder::memory_bytes() const {
  return slots_.capacity() * sizeof(Slot) + below_.capacity() * sizeof(NodeId);
}

}  // namespace graphsparse
