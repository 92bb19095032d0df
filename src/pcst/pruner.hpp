// What is left of a forest: its nodes in an order from the leaves to the tops, strong pruning, and
// the prunings of what growth has bought.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphsparse/core/id_vector.hpp"
#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"
#include "graphsparse/pcst/pcst.hpp"
#include "pcst/cluster_sets.hpp"
#include "pcst/growth_state.hpp"

namespace graphsparse {

// Places number the nodes of a forest so that each comes before the one above it and the tops come
// last: mostly the next one is above, and what is looked at together stands together. The exclusive
// or of the edges at a node names the last one when all others are gone, so leaves can be taken off
// one after the other without any lists of neighbours.
class ForestPlaces {
 public:
  using Place = std::int32_t;

  explicit ForestPlaces(const Graph& graph);

  // `root` becomes the top of its tree unless it is kNoNode; every other tree gets some top.
  void number(std::span<const NodeId> nodes, std::span<const EdgeId> edges, NodeId root = kNoNode);

  Place count() const { return static_cast<Place>(node_at_.size()); }
  Place below_count() const { return static_cast<Place>(edge_up_.size()); }  // without the tops
  bool is_top(Place place) const { return place >= below_count(); }
  NodeId node_at(Place place) const { return node_at_[place]; }
  Place above(Place place) const { return above_[place]; }       // itself for a top
  EdgeId edge_up(Place place) const { return edge_up_[place]; }  // of one that is no top

  std::size_t memory_bytes() const;

 private:
  static constexpr std::int32_t kPlaced = -1;

  struct Slot {
    std::int32_t number;      // all edges still there xored; of a node that is placed, its place
    std::int32_t open_edges;  // how many edges are still there, or kPlaced
  };

  void append(NodeId node, NodeId above);

  const Graph& graph_;
  IdVector<Slot> slots_;  // of nodes
  IdVector<NodeId> node_at_;
  IdVector<std::int32_t> above_;
  IdVector<EdgeId> edge_up_;
};

// Strong pruning (Johnson, Minkoff, Phillips 2000): of each tree keep the subtree with the largest
// prizes minus costs, or the best one that contains the root.
class StrongPruning {
 public:
  explicit StrongPruning(const Graph& graph);

  // Expects the nodes and edges of a forest, in any order, and leaves those that stay.
  void reduce(IdSpan<const double> prizes, const PcstOptions& options, Forest& forest);

  std::size_t memory_bytes() const;

 private:
  using Place = ForestPlaces::Place;

  // Of a place; what is worth something is prizes minus costs.
  struct Record {
    double payoff;   // of the best subtree that has this node as its highest
    double as_root;  // of the best subtree that contains this node
    Place top;       // of its tree; for a top the place from which its tree is worth most
    bool is_kept;
  };

  // What the part below (above) the upward edge is worth to the other side.
  double gain(Place place) const;
  double gain_above(Place place) const;

  void sum_payoffs(IdSpan<const double> prizes);
  void mark_best_of_each_tree();

  const Graph& graph_;
  double scale_ = 1.0;
  ForestPlaces places_;
  IdVector<Record> records_;
};

// What growth leaves is more than is needed: the prunings turn it into an answer.

class Pruner {
 public:
  explicit Pruner(const Graph& graph);

  // Fills the nodes and edges of the forest, both ascending.
  void prune(const GrowthState& growth, IdSpan<const double> prizes, const PcstOptions& options,
             Forest& forest);

  std::size_t memory_bytes() const;

 private:
  void mark_final_clusters(const GrowthState& growth);
  void collect(const GrowthState& growth, Pruning pruning, Forest& forest);
  void sort(Forest& forest);
  bool keeps_edge(const GrowthState& growth, const Purchase& purchase, bool wanted,
                  Pruning pruning);
  void mark_necessary(const GrowthState& growth, NodeId node);

  const Graph& graph_;
  StrongPruning strong_;
  IdVector<std::uint8_t> flags_;  // of each cluster; that of a single node stands for the node
  Marks node_marks_;
  Marks edge_marks_;
};

}  // namespace graphsparse
