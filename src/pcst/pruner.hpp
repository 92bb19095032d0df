// An order of the nodes of a forest in which each comes before the one above it. The exclusive or
// of the edges at a node names the last one when all others are gone, so leaves can be taken off
// one after the other without any lists of neighbours.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"
#include "graphsparse/pcst/pcst.hpp"
#include "pcst/cluster_sets.hpp"
#include "pcst/growth_state.hpp"

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

// Strong pruning (Johnson, Minkoff, Phillips 2000): of each tree keep the subtree with the largest
// prizes minus costs, or the best one that contains the root.

class StrongPruning {
 public:
  explicit StrongPruning(const Graph& graph);

  // Expects the nodes and edges of a forest, in any order, and leaves those that stay, the nodes
  // ascending.
  void reduce(std::span<const double> prizes, const PcstOptions& options, Forest& forest);

  std::size_t memory_bytes() const;

 private:
  // Valid for the nodes of the forest only.
  struct Record {
    double payoff;   // of the best subtree that has this node as its highest: prizes minus costs
    double as_root;  // of the best subtree that contains this node
    NodeId top;      // of its tree
    NodeId best;     // of a top: the node of its tree from which the tree is worth most
  };

  Record& record(NodeId node) { return records_[static_cast<std::size_t>(node)]; }
  const Record& record(NodeId node) const { return records_[static_cast<std::size_t>(node)]; }
  // What the part below (above) the node's upward edge is worth to the other side.
  double gain(NodeId node) const;
  double gain_above(NodeId node) const;

  void sum_payoffs(std::span<const double> prizes, const Forest& forest);
  void mark_best_of_each_tree(const Forest& forest);

  const Graph& graph_;
  double scale_ = 1.0;
  LeafFirstOrder order_;
  std::vector<Record> records_;
  Marks kept_;
};

// What growth leaves is more than is needed: the prunings turn it into an answer.

class Pruner {
 public:
  explicit Pruner(const Graph& graph);

  // Fills the nodes and edges of the forest, both ascending.
  void prune(const GrowthState& growth, std::span<const double> prizes, const PcstOptions& options,
             Forest& forest);

  std::size_t memory_bytes() const;

 private:
  void mark_final_clusters(const GrowthState& growth);
  void collect(const GrowthState& growth, Pruning pruning, Forest& forest);
  bool keeps_edge(const GrowthState& growth, const Purchase& purchase, bool wanted,
                  Pruning pruning);
  void mark_necessary(const GrowthState& growth, NodeId node);

  const Graph& graph_;
  StrongPruning strong_;
  std::vector<std::uint8_t> flags_;  // of each cluster; that of a single node stands for the node
  Marks node_marks_;
  Marks edge_marks_;
};

}  // namespace graphsparse
