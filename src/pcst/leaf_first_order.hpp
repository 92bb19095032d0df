// An order of the nodes of a forest in which each comes before the one above it. The exclusive or
// of the edges at a node names the last one when all others are gone, so leaves can be taken off
// one after the other without any lists of neighbours.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"

namespace graphsparse {

class LeafFirstOrder {
 public:
  explicit LeafFirstOrder(const Graph& graph);

  // `root` becomes the top of its tree unless it is kNoNode; every other tree gets some top.
  void arrange(std::span<const NodeId> nodes, std::span<const EdgeId> edges, NodeId root);

  // All nodes but the tops.
  std::span<const NodeId> nodes_below() const { return below_; }
  bool is_top(NodeId node) const { return slot(node).open_edges != kTaken; }

  // Of a node that is not a top:
  EdgeId edge_up(NodeId node) const { return slot(node).edge; }
  NodeId above(NodeId node) const {
    const EdgeId edge = slot(node).edge;
    return graph_.end_of(2 * edge) ^ graph_.end_of(2 * edge + 1) ^ node;  // the other end
  }

  std::size_t memory_bytes() const;

 private:
  static constexpr std::int32_t kTaken = -1;

  struct Slot {
    EdgeId edge;              // towards the top; all edges still there xored, while arranging
    std::int32_t open_edges;  // how many edges are still there; kTaken below the top
  };

  Slot& slot(NodeId node) { return slots_[static_cast<std::size_t>(node)]; }
  const Slot& slot(NodeId node) const { return slots_[static_cast<std::size_t>(node)]; }

  const Graph& graph_;
  std::vector<Slot> slots_;
  std::vector<NodeId> below_;
};

}  // namespace graphsparse
