#include "projection/budget_tour.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "graphsparse/graph/builders.hpp"
#include "support/all_supports.hpp"
#include "support/instances.hpp"

namespace graphsparse {
namespace {

using test_support::forest_cost;
using test_support::membership;
using test_support::TestRandom;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

Forest whole_forest(const Graph& graph) {
  Forest forest;
  forest.nodes.resize(static_cast<std::size_t>(graph.node_count()));
  std::iota(forest.nodes.begin(), forest.nodes.end(), 0);
  forest.edges.resize(static_cast<std::size_t>(graph.edge_count()));
  std::iota(forest.edges.begin(), forest.edges.end(), 0);
  return forest;
}

TEST(ForestTour, cutsTheBestWindowOfAPath) {
  const Graph path = make_path(7);
  const std::vector<double> prizes = {5.0, 0.0, 0.0, 1.0, 3.0, 3.0, 0.0};
  Support nodes;
  ForestTour tour(path);
  tour.cut(whole_forest(path), prizes, 2.0, nodes);
  EXPECT_THAT(nodes, ElementsAre(3, 4, 5));
  tour.cut(whole_forest(path), prizes, 0.5, nodes);
  EXPECT_THAT(nodes, ElementsAre(0));
  tour.cut(whole_forest(path), prizes, 100.0, nodes);
  EXPECT_THAT(nodes, ElementsAre(0, 1, 2, 3, 4, 5));
}

TEST(ForestTour, joinsPartsOfNeighbouringTrees) {
  const std::vector<Edge> edges = {{0, 1, 3.0}, {1, 2, 1.0}, {3, 4, 1.0}, {4, 5, 3.0}};
  const Graph graph = Graph::from_edges(6, edges);
  const std::vector<double> prizes = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0};
  Support nodes;
  ForestTour(graph).cut(whole_forest(graph), prizes, 2.0, nodes);
  EXPECT_THAT(nodes, UnorderedElementsAre(1, 2, 3, 4));
}

// The share that the proof of the head's factor counts on.
TEST(ForestTour, keepsItsShareOfThePrizesWithinTheLimit) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    TestRandom random(seed);
    std::vector<Edge> edges;
    const std::int64_t n = 2 + random.below(60);
    for (std::int64_t v = 1; v < n; ++v) {
      if (random.chance(0.1)) continue;
      edges.push_back(
          {static_cast<NodeId>(random.below(v)), static_cast<NodeId>(v), random.uniform(0.0, 2.0)});
    }
    const Graph graph = Graph::from_edges(n, edges);
    const Forest forest = whole_forest(graph);
    double cost = 0.0;
    for (const Edge& edge : edges) cost += edge.cost;
    std::vector<double> prizes(static_cast<std::size_t>(n));
    for (double& prize : prizes) prize = random.chance(0.3) ? random.uniform() : 0.0;
    const double total = std::accumulate(prizes.begin(), prizes.end(), 0.0);
    const double limit = random.uniform(0.1, 10.0);

    Support nodes;
    ForestTour(graph).cut(forest, prizes, limit, nodes);
    double kept = 0.0;
    for (const NodeId v : nodes) kept += prizes[static_cast<std::size_t>(v)];
    EXPECT_GE(kept, total / (1.0 + 2.0 * cost / limit) - 1e-12) << "seed " << seed;
    const auto trees = static_cast<std::int64_t>(n) - std::ssize(edges);
    EXPECT_LE(forest_cost(graph, membership(graph, nodes), trees), limit + 1e-12)
        << "seed " << seed;
  }
}

}  // namespace
}  // namespace graphsparse
