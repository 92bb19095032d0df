// Layouts of small graphs.
#include "report/graph_layout.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "graphsparse/core/random.hpp"
#include "report/stress_layout.hpp"

namespace graphsparse::report {
namespace {

double distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

Graph star(int leaves) {
  std::vector<Edge> edges;
  for (int i = 1; i <= leaves; ++i) edges.push_back({0, i});
  return Graph::from_edges(leaves + 1, edges);
}

Graph complete(int nodes) {
  std::vector<Edge> edges;
  for (int u = 0; u < nodes; ++u) {
    for (int v = u + 1; v < nodes; ++v) edges.push_back({u, v});
  }
  return Graph::from_edges(nodes, edges);
}

// `pieces` random trees with hubs, and `extra` edges more.
Graph random_network(int nodes, int pieces, int extra, std::uint64_t seed) {
  RandomStream random(seed, "layout test");
  std::vector<Edge> edges;
  for (int i = pieces; i < nodes; ++i) {
    const double share = random.uniform();
    edges.push_back({i, static_cast<NodeId>(share * share * i)});
  }
  for (int i = 0; i < extra; ++i) {
    const auto any = [&] {
      return static_cast<NodeId>(random.below(static_cast<std::uint64_t>(nodes)));
    };
    edges.push_back({any(), any()});
  }
  return Graph::from_edges(nodes, edges);
}

// No two boxes overlap, and all lie within the layout.
bool is_clear(const GraphLayout& layout, const std::vector<Extent>& extents) {
  constexpr double slack = 1e-6;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    const Point a = layout.centres[i];
    if (a.x - extents[i].half_width < -slack || a.y - extents[i].half_height < -slack ||
        a.x + extents[i].half_width > layout.width + slack ||
        a.y + extents[i].half_height > layout.height + slack) {
      return false;
    }
    for (std::size_t j = 0; j < i; ++j) {
      const Point b = layout.centres[j];
      if (std::abs(a.x - b.x) < extents[i].half_width + extents[j].half_width &&
          std::abs(a.y - b.y) < extents[i].half_height + extents[j].half_height) {
        return false;
      }
    }
  }
  return true;
}

std::vector<Extent> boxes(const Graph& graph) {
  std::vector<Extent> extents;
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    extents.push_back({.half_width = 12.0 + node % 20, .half_height = 12.0 + node % 7});
  }
  return extents;
}

TEST(StressLayout, keepsTheDistancesOfAPath) {
  const std::vector<Point> places =
      stress_layout(Graph::from_edges(5, std::vector<Edge>{{3, 1}, {1, 0}, {0, 4}, {4, 2}}));
  EXPECT_NEAR(distance(places[3], places[2]), 4, 0.05);
  EXPECT_NEAR(distance(places[3], places[1]), 1, 0.05);
  // Lies across.
  EXPECT_GT(std::abs(places[3].x - places[2].x), 3.9);
}

TEST(StressLayout, drawsAGridAsAGrid) {
  const int side = 6;
  std::vector<Edge> edges;
  for (int i = 0; i < side * side; ++i) {
    if ((i + 1) % side != 0) edges.push_back({i, i + 1});
    if (i + side < side * side) edges.push_back({i, i + side});
  }
  const std::vector<Point> places = stress_layout(Graph::from_edges(side * side, edges));
  // Not folded: corners are farthest from each other, neighbours about an edge apart.
  const double diagonal = distance(places[0], places[35]);
  EXPECT_GT(diagonal, 1.2 * distance(places[0], places[5]));
  for (const Edge& edge : edges) {
    const double length = distance(places[static_cast<std::size_t>(edge.u)],
                                   places[static_cast<std::size_t>(edge.v)]);
    EXPECT_GT(length, 0.7);
    EXPECT_LT(length, 1.6);
  }
}

TEST(StressLayout, windsALongChain) {
  constexpr int nodes = 200;
  std::vector<Edge> edges;
  for (int i = 1; i < nodes; ++i) edges.push_back({i - 1, i});
  const std::vector<Point> places = stress_layout(Graph::from_edges(nodes, edges));
  EXPECT_LT(distance(places.front(), places.back()), 60);
  for (std::size_t i = 1; i < places.size(); ++i) {
    EXPECT_GT(distance(places[i], places[i - 1]), 0.4);
    EXPECT_LT(distance(places[i], places[i - 1]), 1.5);
  }
}

TEST(StressLayout, partsNodesWithTheSameNeighbours) {
  for (const Graph& graph : {star(40), complete(12), complete(2), complete(3)}) {
    const std::vector<Point> places = stress_layout(graph);
    for (std::size_t i = 0; i < places.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) EXPECT_GT(distance(places[i], places[j]), 0.05);
    }
  }
}

TEST(GraphLayout, hasNoOverlaps) {
  for (const Graph& graph :
       {star(80), complete(40), random_network(120, 1, 60, 1), random_network(90, 7, 0, 2),
        Graph::from_edges(1, {}), Graph::from_edges(30, {}), Graph::from_edges(0, {})}) {
    const std::vector<Extent> extents = boxes(graph);
    EXPECT_TRUE(is_clear(lay_out(graph, extents), extents)) << graph.node_count();
  }
}

RC_GTEST_PROP(GraphLayout, hasNoOverlapsInRandomNetworks, ()) {
  const int nodes = *rc::gen::inRange(1, 40);
  const Graph graph =
      random_network(nodes, *rc::gen::inRange(1, nodes + 1), *rc::gen::inRange(0, 40),
                     *rc::gen::arbitrary<std::uint64_t>());
  const std::vector<Extent> extents = boxes(graph);
  RC_ASSERT(is_clear(lay_out(graph, extents), extents));
}

TEST(GraphLayout, isTheSameEachTime) {
  const Graph graph = random_network(60, 2, 20, 3);
  const std::vector<Extent> extents = boxes(graph);
  const GraphLayout first = lay_out(graph, extents);
  const GraphLayout second = lay_out(graph, extents);
  for (std::size_t i = 0; i < extents.size(); ++i) {
    EXPECT_EQ(first.centres[i].x, second.centres[i].x);
    EXPECT_EQ(first.centres[i].y, second.centres[i].y);
  }
}

TEST(GraphLayout, isCompact) {
  const Graph graph = random_network(300, 1, 100, 4);
  const std::vector<Extent> extents(300, Extent{.half_width = 25, .half_height = 16});
  const GraphLayout layout = lay_out(graph, extents);
  EXPECT_TRUE(is_clear(layout, extents));
  // The boxes fill a sixth of the sheet at least.
  EXPECT_LT(layout.width * layout.height, 6.0 * 300 * 50 * 32);
}

TEST(RemoveOverlaps, partsBoxesAtTheSamePlace) {
  std::vector<Point> centres(20, Point{3, 4});
  const std::vector<Extent> extents(20, Extent{.half_width = 10, .half_height = 5});
  remove_overlaps(centres, extents);
  for (std::size_t i = 0; i < centres.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_TRUE(std::abs(centres[i].x - centres[j].x) >= 20 ||
                  std::abs(centres[i].y - centres[j].y) >= 10);
    }
  }
}

TEST(RemoveOverlaps, leavesDistantBoxesAlone) {
  std::vector<Point> centres = {{0, 0}, {100, 0}};
  remove_overlaps(centres, std::vector<Extent>(2, Extent{.half_width = 10, .half_height = 5}));
  EXPECT_EQ(centres[0].x, 0);
  EXPECT_EQ(centres[1].x, 100);
}

}  // namespace
}  // namespace graphsparse::report
