// Makes a large forest smaller in nearly linear time, keeping about the best nodes: the best
// subtrees when every node costs a price, for the highest price that leaves enough of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"
#include "pcst/leaf_first_order.hpp"

namespace graphsparse {

class TreeThinner {
 public:
  explicit TreeThinner(const Graph& graph);

  // Leaves at least `size` and at most `at_most` nodes of a forest that has more. Of each tree a
  // connected part stays, or nothing.
  void thin(std::span<const double> prizes, std::int64_t size, std::int64_t at_most,
            std::vector<NodeId>& nodes, std::vector<EdgeId>& edges);

 private:
  // Places number the nodes of a forest so that each comes before the one above it and the tops
  // come last: mostly the next one is above, and what is looked at together stands together.
  using Place = std::uint32_t;
  struct Leaf {
    double prize;
    NodeId node;
    Place place;
  };

  void number_places(std::span<const double> prizes, std::span<const NodeId> nodes,
                     std::span<const EdgeId> edges);
  bool is_top(std::size_t place) const { return place >= below_count_; }
  std::int64_t weigh(double price);
  void keep_best_subtrees(std::vector<NodeId>& nodes, std::vector<EdgeId>& edges);
  void drop_cheapest_leaves(std::span<const double> prizes, std::int64_t at_most,
                            std::vector<NodeId>& nodes, std::vector<EdgeId>& edges);
  void erase_unkept(std::vector<NodeId>& nodes, std::vector<EdgeId>& edges);

  const Graph& graph_;
  LeafFirstOrder order_;
  std::vector<Place> place_of_node_;
  std::vector<std::uint8_t> kept_;  // of nodes
  std::vector<Leaf> leaves_;

  // Of places.
  std::size_t below_count_ = 0;
  std::vector<NodeId> node_at_;
  std::vector<double> prize_at_;
  std::vector<Place> above_;    // itself for a top
  std::vector<Place> top_;      // of its tree
  std::vector<double> payoff_;  // of the best subtree with this one on top: prizes minus prices
  std::vector<std::int32_t> count_;   // its number of nodes
  std::vector<Place> best_;           // of a top: the place of its tree with the largest payoff
  std::vector<std::int32_t> degree_;  // while leaves are dropped
  std::vector<std::uint8_t> is_kept_;
};

}  // namespace graphsparse
