// Cuts a part of bounded cost and much prize out of a forest that costs too much.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"
#include "graphsparse/pcst/pcst.hpp"

namespace graphsparse {

// A tour walks around each tree of the forest, one tree after the other, and passes every edge at
// most twice. Any stretch of it is a forest with no more trees, and the best of the few stretches
// that cover the tour has a fair share of the prizes. Keeps its memory.
class ForestTour {
 public:
  explicit ForestTour(const Graph& graph);

  // The nodes of the stretch with the largest sum of prizes among those whose edges cost at most
  // the limit. The costs are those of the graph, unscaled.
  void cut(const Forest& forest, std::span<const double> prizes, double cost_limit, Support& nodes);

 private:
  // Numbers of nodes and edges count within the forest.
  struct Step {
    std::int32_t node;
    std::int32_t edge;  // by which the tour came here, or kNoEdge at the start of a tree
  };
  struct Link {
    std::int32_t node;
    std::int32_t edge;
  };
  struct Stretch {
    std::size_t first = 0;
    std::size_t last = 0;
  };
  static constexpr std::int32_t kNoEdge = -1;

  void link_nodes(const Forest& forest);
  void walk_forest(const Forest& forest);
  void walk_tree(std::int32_t root);
  Stretch best_stretch(const Forest& forest, std::span<const double> prizes, double cost_limit);

  const Graph& graph_;
  std::vector<std::int32_t> number_;  // of each node of the graph that is in the forest
  std::vector<std::int32_t> link_ends_;
  std::vector<Link> links_;
  std::vector<Step> steps_;
  std::vector<std::int32_t> next_link_;
  std::vector<char> seen_;
  std::vector<Step> way_back_;
  std::vector<std::int32_t> node_visits_;  // within the stretch
  std::vector<std::int32_t> edge_visits_;
};

}  // namespace graphsparse
