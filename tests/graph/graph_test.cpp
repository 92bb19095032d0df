#include "graphsparse/graph/graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "support/allocation_meter.hpp"
#include "support/instances.hpp"

namespace graphsparse {
namespace {

using test_support::AllocationMeter;
using test_support::make_instance;
using ::testing::HasSubstr;

std::string error_of(std::int64_t node_count, const std::vector<Edge>& edges) {
  try {
    Graph::from_edges(node_count, edges);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Graph, hasNothingWhenEmpty) {
  for (const Graph& graph : {Graph(), Graph::from_edges(0, {})}) {
    EXPECT_EQ(graph.node_count(), 0);
    EXPECT_EQ(graph.edge_count(), 0);
    EXPECT_EQ(graph.dropped_self_loops(), 0);
    EXPECT_TRUE(graph.has_unit_costs());
  }
}

TEST(Graph, listsEveryEdgeAtBothEnds) {
  const std::vector<Edge> edges = {{0, 1, 2.0}, {2, 1, 0.5}, {3, 0, 1.0}};
  const Graph graph = Graph::from_edges(4, edges);
  ASSERT_EQ(graph.node_count(), 4);
  ASSERT_EQ(graph.edge_count(), 3);
  for (EdgeId e = 0; e < 3; ++e) EXPECT_EQ(graph.edge(e), edges[static_cast<std::size_t>(e)]);

  ASSERT_EQ(graph.degree(0), 2);
  EXPECT_EQ(graph.incident(0)[0].neighbour, 1);
  EXPECT_EQ(graph.incident(0)[0].half, 0);
  EXPECT_EQ(graph.incident(0)[1].neighbour, 3);
  EXPECT_EQ(graph.incident(0)[1].half, 5);
  ASSERT_EQ(graph.degree(1), 2);
  EXPECT_EQ(graph.incident(1)[0].half, 1);
  EXPECT_EQ(graph.incident(1)[1].half, 3);
  EXPECT_EQ(graph.degree(2), 1);
  EXPECT_EQ(graph.degree(3), 1);
}

TEST(Graph, agreesWithItsEdgeListOnRandomGraphs) {
  for (const auto shape : test_support::kShapes) {
    const auto instance = make_instance(shape, test_support::Values::continuous, 40, 3);
    const Graph graph = instance.graph();
    ASSERT_EQ(graph.edge_count(), static_cast<EdgeId>(instance.edges.size()));
    std::int64_t degrees = 0;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
      const auto incident = graph.incident(node);
      degrees += graph.degree(node);
      ASSERT_EQ(graph.degree(node), static_cast<std::int64_t>(incident.size()));
      double cheapest = std::numeric_limits<double>::infinity();
      for (const auto& [neighbour, half] : incident) {
        ASSERT_EQ(graph.end_of(half), node);
        ASSERT_EQ(graph.end_of(twin_of(half)), neighbour);
        cheapest = std::min(cheapest, graph.cost(edge_of(half)));
      }
      EXPECT_EQ(graph.cheapest_cost(node), cheapest);
      EXPECT_EQ(graph.cheapest_costs()[static_cast<std::size_t>(node)], cheapest);
    }
    EXPECT_EQ(degrees, 2 * static_cast<std::int64_t>(instance.edges.size()));
  }
}

TEST(Graph, dropsAndCountsSelfLoops) {
  const std::vector<Edge> edges = {{0, 0, 7.0}, {0, 1, 1.0}, {1, 1, 1.0}, {1, 2, 1.0}, {2, 2, 0.0}};
  const Graph graph = Graph::from_edges(3, edges);
  EXPECT_EQ(graph.dropped_self_loops(), 3);
  ASSERT_EQ(graph.edge_count(), 2);
  EXPECT_EQ(graph.edge(0), edges[1]);
  EXPECT_EQ(graph.edge(1), edges[3]);
  EXPECT_EQ(graph.degree(1), 2);
  EXPECT_EQ(graph.cheapest_cost(2), 1.0);
  EXPECT_TRUE(graph.has_unit_costs()) << "a dropped edge has no say in it";
}

TEST(Graph, keepsCostsOnlyWhereOneIsNotOne) {
  std::vector<Edge> edges = {{0, 1, 1.0}, {1, 2, 1.0}, {2, 3, 1.0}};
  const Graph unit = Graph::from_edges(4, edges);
  EXPECT_TRUE(unit.has_unit_costs());
  EXPECT_EQ(unit.cost(2), 1.0);
  edges[1].cost = 2.5;
  const Graph other = Graph::from_edges(4, edges);
  EXPECT_FALSE(other.has_unit_costs());
  for (EdgeId e = 0; e < 3; ++e) EXPECT_EQ(other.edge(e), edges[static_cast<std::size_t>(e)]);
  EXPECT_EQ(other.memory_bytes(), unit.memory_bytes() + 3 * sizeof(double));
}

TEST(Graph, keepsParallelEdges) {
  const Graph graph =
      Graph::from_edges(2, std::vector<Edge>{{0, 1, 3.0}, {1, 0, 2.0}, {0, 1, 3.0}});
  ASSERT_EQ(graph.edge_count(), 3);
  EXPECT_EQ(graph.degree(0), 3);
  EXPECT_EQ(graph.degree(1), 3);
  EXPECT_EQ(graph.cheapest_cost(0), 2.0);
  EXPECT_EQ(graph.dropped_self_loops(), 0);
}

TEST(Graph, allowsIsolatedNodes) {
  const Graph graph = Graph::from_edges(5, std::vector<Edge>{{1, 3, 1.0}});
  for (const NodeId node : {0, 2, 4}) {
    EXPECT_EQ(graph.degree(node), 0);
    EXPECT_TRUE(graph.incident(node).empty());
    EXPECT_EQ(graph.cheapest_cost(node), std::numeric_limits<double>::infinity());
  }
}

TEST(Graph, knowsWhetherAllCostsAreOne) {
  EXPECT_TRUE(Graph::from_edges(3, std::vector<Edge>{{0, 1}, {1, 2}}).has_unit_costs());
  EXPECT_FALSE(Graph::from_edges(3, std::vector<Edge>{{0, 1}, {1, 2, 2.0}}).has_unit_costs());
  EXPECT_FALSE(Graph::from_edges(3, std::vector<Edge>{{0, 1, 0.0}, {1, 2}}).has_unit_costs());
}

TEST(Graph, rejectsEndsOutOfRangeNamingTheEdge) {
  const std::string above = error_of(3, {{0, 1, 1.0}, {1, 3, 1.0}});
  EXPECT_THAT(above, HasSubstr("edge 1"));
  EXPECT_THAT(above, HasSubstr("node 3"));
  EXPECT_THAT(above, HasSubstr("0 to 2"));
  const std::string below = error_of(3, {{0, 1, 1.0}, {1, 2, 1.0}, {-1, 0, 1.0}});
  EXPECT_THAT(below, HasSubstr("edge 2"));
  EXPECT_THAT(below, HasSubstr("-1"));
  EXPECT_THAT(error_of(3, {{3, 3, 1.0}}), HasSubstr("edge 0")) << "a self-loop is checked too";
  EXPECT_NE(error_of(0, {{0, 0, 1.0}}), "no error");
}

TEST(Graph, rejectsBadCostsNamingTheEdge) {
  const double bad_costs[] = {-1.0, -1e-300, std::numeric_limits<double>::quiet_NaN(),
                              std::numeric_limits<double>::infinity(),
                              -std::numeric_limits<double>::infinity()};
  for (const double cost : bad_costs) {
    const std::string message = error_of(4, {{0, 1, 1.0}, {1, 2, 1.0}, {2, 3, cost}});
    EXPECT_THAT(message, HasSubstr("edge 2")) << cost;
    EXPECT_THAT(message, HasSubstr("cost")) << cost;
  }
  EXPECT_EQ(error_of(2, {{0, 1, 0.0}}), "no error");
  EXPECT_EQ(error_of(2, {{0, 1, std::numeric_limits<double>::max()}}), "no error");
}

TEST(Graph, rejectsSizesThatDoNotFit) {
  EXPECT_THAT(error_of(-1, {}), HasSubstr("-1"));
  EXPECT_THAT(error_of(std::int64_t{1} << 31, {}), HasSubstr("2147483648"));
  EXPECT_NE(error_of(std::numeric_limits<std::int64_t>::max(), {}), "no error");
}

TEST(Graph, isTheSameAfterACopyAndAMove) {
  const Graph original = Graph::from_edges(3, std::vector<Edge>{{0, 1, 2.0}, {1, 2, 3.0}});
  Graph copy = original;
  const Graph moved = std::move(copy);
  ASSERT_EQ(moved.node_count(), 3);
  ASSERT_EQ(moved.edge_count(), 2);
  EXPECT_EQ(moved.edge(1), original.edge(1));
  EXPECT_EQ(moved.degree(1), 2);
  EXPECT_EQ(moved.cheapest_cost(2), 3.0);
}

TEST(Graph, reportsTheMemoryItHolds) {
  const auto instance =
      make_instance(test_support::Shape::sparse, test_support::Values::continuous, 20000, 1);
  const AllocationMeter meter;
  const Graph graph = instance.graph();
  const auto reported = static_cast<double>(graph.memory_bytes());
  const auto held = static_cast<double>(meter.live_bytes());
  EXPECT_GE(reported, 0.98 * held);
  EXPECT_LE(reported, 1.02 * held);
}

}  // namespace
}  // namespace graphsparse
