// Makes forests smaller: the best part of one with so many nodes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphsparse/core/id_vector.hpp"
#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"
#include "pcst/pruner.hpp"

namespace graphsparse {

// Makes a large forest smaller in nearly linear time, keeping about the best nodes: the best
// subtrees when every node costs a price, for the highest price that leaves enough of them.
class TreeThinner {
 public:
  explicit TreeThinner(const Graph& graph) : graph_(graph), kept_(graph.node_count(), 0) {}

  // Leaves at least `size` and at most `at_most` nodes of a forest that has more. Of each tree a
  // connected part stays, or nothing.
  void thin(IdSpan<const double> prizes, std::int64_t size, std::int64_t at_most,
            ForestPlaces& places, std::vector<NodeId>& nodes, std::vector<EdgeId>& edges);

 private:
  using Place = ForestPlaces::Place;
  struct Leaf {
    double prize;
    NodeId node;
    Place place;
  };

  std::int64_t weigh(const ForestPlaces& places, double price);
  void keep_best_subtrees(const ForestPlaces& places, std::vector<NodeId>& nodes,
                          std::vector<EdgeId>& edges);
  void drop_cheapest_leaves(IdSpan<const double> prizes, std::int64_t at_most,
                            const ForestPlaces& places, std::vector<NodeId>& nodes,
                            std::vector<EdgeId>& edges);
  void erase_unkept(std::vector<NodeId>& nodes, std::vector<EdgeId>& edges);

  const Graph& graph_;
  IdVector<std::uint8_t> kept_;  // of nodes
  std::vector<Leaf> leaves_;

  // Of places.
  IdVector<double> prize_at_;
  IdVector<Place> top_;            // of its tree
  IdVector<double> payoff_;        // of the best subtree with this one on top: prizes minus prices
  IdVector<std::int32_t> count_;   // its number of nodes
  IdVector<Place> best_;           // of a top: the place of its tree with the largest payoff
  IdVector<std::int32_t> degree_;  // while leaves are dropped
  IdVector<std::uint8_t> is_kept_;
};

// The best part of a forest with exactly so many nodes in at most so many pieces: a knapsack over
// subtrees.

class TreeTrimmer {
 public:
  // The most cells that the exact way may fill.
  static constexpr std::int64_t kMaxCells = 3'000'000;

  explicit TreeTrimmer(const Graph& graph, std::int64_t max_cells = kMaxCells);

  // Reduces the forest's nodes to `size` of them in at most `pieces` connected pieces, as large in
  // prizes as possible. Exact as long as the tables stay small and `pieces` are few; a forest too
  // large for that is first thinned. Expects at least `size` nodes in at most `pieces` trees.
  void trim(IdSpan<const double> prizes, std::int64_t size, std::int64_t pieces,
            std::vector<NodeId>& nodes, std::vector<EdgeId>& edges);

 private:
  // What is kept of a subtree: its top or not, in how many pieces (0: nothing), how many nodes.
  struct Choice {
    bool top = false;
    std::int32_t pieces = 0;
    std::int32_t count = 0;
  };
  // The largest prizes of a subtree for each choice but nothing. Counts start at `least`: who keeps
  // fewer cannot reach the size any more.
  struct Table {
    std::int32_t nodes = 0;  // of the subtree
    std::int32_t least = 1;
    std::int32_t width = 0;
    std::size_t begin = 0;  // in values_
  };
  // How a child's table went into its parent's.
  struct Merge {
    std::int32_t parent;
    std::int32_t child;
    Table result;
    std::size_t begin;  // in child_choices_, one for each cell of the result
  };

  Table new_table(std::int32_t nodes);
  void start_table(std::int32_t place, double prize);
  void merge(std::int32_t parent, std::int32_t child);
  void take_over(const Table& from, bool top, std::int32_t pieces, bool into_top,
                 std::uint32_t code);
  void convolve(bool top, std::int32_t pieces, std::int32_t into_pieces, bool child_top,
                std::int32_t child_pieces);
  void trace_back(std::vector<NodeId>& kept);

  std::size_t row(const Table& table, bool top, std::int32_t pieces) const {
    const auto index = static_cast<std::size_t>((top ? rows_ : 0) + pieces - 1);
    return table.begin + index * static_cast<std::size_t>(table.width);
  }

  std::int64_t max_cells_;
  ForestPlaces places_;
  TreeThinner thinner_;
  std::int32_t size_ = 0;
  std::int32_t spare_ = 0;  // how many nodes have to go
  std::int32_t rows_ = 1;   // numbers of pieces a table tells apart
  bool count_at_root_ = true;

  IdVector<Table> tables_;  // of each place; the last is above all trees
  std::vector<double> values_;
  std::vector<std::uint32_t> child_choices_;
  std::vector<Merge> merges_;
  IdVector<Choice> choice_at_;

  // The merge under way.
  Table before_;
  Table child_;
  Table result_;
  std::size_t result_choices_ = 0;
};

}  // namespace graphsparse
