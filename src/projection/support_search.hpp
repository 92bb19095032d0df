// Searches among connected supports: shortest ways and exchanges.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphsparse/core/id_vector.hpp"
#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"

namespace graphsparse {

// Shortest ways from one node, and among these the ones with the largest prizes. Keeps its memory.

class PathFinder {
 public:
  explicit PathFinder(const Graph& graph) : graph_(graph), records_(graph.node_count()) {}

  // Looks at all nodes on ways of at most `most_nodes` nodes.
  void start(IdSpan<const double> prizes, NodeId from, std::int64_t most_nodes);

  // The nodes of the way to `to`; false if there is none so short.
  bool path_to(NodeId to, std::vector<NodeId>& nodes) const;

 private:
  struct Record {
    std::uint32_t run = 0;
    std::int32_t count = 0;  // nodes on the way here
    double prizes = 0.0;     // of these nodes
    NodeId before = kNoNode;
  };

  const Graph& graph_;
  IdVector<Record> records_;
  std::uint32_t run_ = 0;
  std::vector<NodeId> reached_;  // by distance
};

// Searches among connected supports one node at a time: growing by the best neighbour, and
// exchanging a node that nothing depends on for a better one outside. Keeps its memory.

class SupportSearch {
 public:
  explicit SupportSearch(const Graph& graph);

  // Adds the neighbour with the largest prize until there are `size` nodes or none is left. With
  // fewer than `pieces` pieces a new one may begin elsewhere, where the largest prize is.
  void grow(IdSpan<const double> prizes, std::int64_t size, std::int64_t pieces,
            std::vector<NodeId>& nodes);

  // Exchanges nodes as long as that increases the prizes. There will be as many nodes as before, in
  // at most `pieces` pieces if there were no more.
  void exchange(IdSpan<const double> prizes, std::int64_t pieces, std::vector<NodeId>& nodes);

  // Removes nodes without a prize that nothing depends on, down to `size`.
  void drop_worthless(IdSpan<const double> prizes, std::int64_t size, std::vector<NodeId>& nodes);

  // The edges of a spanning forest in which nodes with small prizes are leaves where possible.
  void span(IdSpan<const double> prizes, std::span<const NodeId> nodes, std::vector<EdgeId>& edges);

 private:
  struct Record {
    std::uint32_t run = 0;  // in which the rest is valid
    bool inside = false;
    bool in_forest = false;
    bool on_border = false;
    NodeId parent = kNoNode;  // in the spanning forest
    EdgeId edge_up = -1;
    std::int32_t children = 0;
  };

  // A node beside its prize, so that heaps and sorting look nowhere else.
  struct Ranked {
    double prize;
    NodeId node;
  };
  // For heaps: the largest (smallest) prize on top, ties by number. Types of their own, so that
  // comparing is no call.
  static constexpr auto smaller_prize = [](const Ranked& a, const Ranked& b) {
    return a.prize != b.prize ? a.prize < b.prize : a.node > b.node;
  };
  static constexpr auto larger_prize = [](const Ranked& a, const Ranked& b) {
    return a.prize != b.prize ? a.prize > b.prize : a.node < b.node;
  };

  Ranked ranked(NodeId node) const { return {prize(node), node}; }
  Record& meet(NodeId node);
  bool is_inside(NodeId node) { return meet(node).inside; }
  double prize(NodeId node) const { return prizes_[node]; }

  void begin(IdSpan<const double> prizes, std::span<const NodeId> nodes);
  void build_forest();
  std::size_t grow_tree(NodeId root);
  void put_border_around(NodeId node);
  void push_border(NodeId node);
  void push_leaf(NodeId node);

  NodeId top_of_border();
  NodeId best_far_node();
  NodeId worst_leaf();
  bool exchange_round(std::int64_t pieces);
  NodeId find_replacement(NodeId leaf, std::int64_t pieces);
  bool has_neighbour_inside(NodeId node, NodeId except);
  void add(NodeId node);
  void remove_leaf(NodeId leaf);
  void hand_out(std::vector<NodeId>& nodes);

  const Graph& graph_;
  IdSpan<const double> prizes_;
  IdVector<Record> records_;
  std::uint32_t run_ = 0;
  std::int64_t inside_count_ = 0;
  std::int64_t piece_count_ = 0;
  std::vector<NodeId> members_;  // all nodes that are or were inside in this run
  std::vector<Ranked> border_;   // a heap, largest prize first; may hold nodes that went inside
  std::vector<Ranked> leaves_;   // a heap, smallest prize first; may hold what is no leaf any more
  std::vector<Ranked> reached_;
  std::vector<Ranked> ranked_;
  std::vector<NodeId> set_aside_;
  std::vector<Ranked> far_;  // the nodes with the largest prizes, smallest first
};

}  // namespace graphsparse
