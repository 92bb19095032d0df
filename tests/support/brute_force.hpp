// Exact answers by trying every set of nodes; for graphs of at most 16 nodes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"

namespace graphsparse::test_support {

// Every set of nodes of a small graph, with the cheapest forests and the connected parts of each.
class BruteForce {
 public:
  explicit BruteForce(const Graph& graph);

  // The least (edge costs + prizes left out) over forests with at most `components` trees, the
  // empty one included.
  double best_steiner_forest(std::span<const double> prizes, std::int64_t components) const;

  // ... over trees that contain the root.
  double best_rooted_tree(std::span<const double> prizes, NodeId root) const;

  // The largest sum of values over sets with low..high nodes in at most `components` connected
  // parts; nothing where there is no such set.
  std::optional<double> best_support(std::span<const double> values, std::int64_t low,
                                     std::int64_t high, std::int64_t components) const;

 private:
  using NodeSet = std::uint32_t;

  void list_neighbours(const Graph& graph);
  int count_parts(NodeSet set) const;
  void cheapest_forests(const Graph& graph, std::span<const EdgeId> by_cost, NodeSet set);
  double forest_cost(NodeSet set, std::int64_t trees) const;

  int node_count_;
  std::vector<NodeSet> neighbours_;
  std::vector<std::int8_t> parts_;    // connected parts of each set
  std::vector<double> forest_costs_;  // for each set: with at most 1, 2, ... trees
};

}  // namespace graphsparse::test_support
