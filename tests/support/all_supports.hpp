// Brute force for the weighted graph model: every support of a small graph with what it costs.
#pragma once

#include <cstdint>
#include <vector>

#include "graphsparse/graph/graph.hpp"
#include "graphsparse/projection/projection.hpp"

namespace graphsparse::test_support {

inline constexpr std::int64_t kMostTrees = 3;

// The cost of the cheapest forest with at most `trees` trees on exactly the nodes in `inside`;
// infinite where they are in more parts. By Kruskal's method.
double forest_cost(const Graph& graph, const std::vector<char>& inside, std::int64_t trees);

std::vector<char> membership(const Graph& graph, const Support& support);

class AllSupports {
 public:
  explicit AllSupports(const Graph& graph);

  // The largest squared norm that a support in the model keeps.
  double largest_capture(const std::vector<double>& x, const ProjectionOptions& options) const;

 private:
  NodeId node_count_;
  std::vector<double> costs_;  // for each set with at most 1, 2, 3 trees
};

// At most so many nodes in so many trees that cost so much.
ProjectionOptions budget_model(ProjectionKind kind, std::int64_t nodes, std::int64_t trees,
                               double budget);

}  // namespace graphsparse::test_support
