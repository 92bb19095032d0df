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
  struct Record {
    double payoff;        // of the best subtree with this node on top: prizes minus prices
    std::int32_t count;   // its number of nodes
    std::int32_t degree;  // while leaves are dropped
    NodeId top;
    NodeId best;  // of a top: the node of its tree with the largest payoff
  };

  Record& record(NodeId node) { return records_[static_cast<std::size_t>(node)]; }
  std::int64_t weigh(std::span<const double> prizes, std::span<const NodeId> nodes, double price);
  void keep_best_subtrees(std::vector<NodeId>& nodes, std::vector<EdgeId>& edges);
  void drop_cheapest_leaves(std::span<const double> prizes, std::int64_t at_most,
                            std::vector<NodeId>& nodes, std::vector<EdgeId>& edges);
  void erase_unkept(std::vector<NodeId>& nodes, std::vector<EdgeId>& edges);

  const Graph& graph_;
  LeafFirstOrder order_;
  std::vector<Record> records_;
  std::vector<std::uint8_t> kept_;
  std::vector<NodeId> leaves_;
};

}  // namespace graphsparse
