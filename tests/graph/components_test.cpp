#include "graphsparse/graph/components.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "graphsparse/graph/builders.hpp"
#include "support/instances.hpp"
#include "support/threads.hpp"
#include "support/validity.hpp"

namespace graphsparse {
namespace {

using test_support::count_parts;
using test_support::make_instance;
using test_support::TestRandom;

TEST(ConnectedComponents, areNoneInAnEmptyGraph) {
  const Components components = connected_components(Graph());
  EXPECT_EQ(components.count(), 0);
  EXPECT_TRUE(components.label.empty());
}

TEST(ConnectedComponents, areNumberedByTheirSmallestNode) {
  const Graph graph =
      Graph::from_edges(7, std::vector<Edge>{{6, 1}, {4, 2}, {1, 3}, {4, 2}, {3, 6}});
  const Components components = connected_components(graph);
  EXPECT_EQ(components.count(), 4);
  EXPECT_EQ(components.label, (std::vector<NodeId>{0, 1, 2, 1, 2, 3, 1}));
  EXPECT_EQ(components.size, (std::vector<std::int64_t>{1, 3, 2, 1}));
}

TEST(ConnectedComponents, agreeWithDisjointSetsOnRandomGraphs) {
  for (const auto shape : test_support::kShapes) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const auto instance = make_instance(shape, test_support::Values::continuous, 30, seed);
      const Graph graph = instance.graph();
      const Components components = connected_components(graph);
      std::vector<NodeId> everything(30);
      std::iota(everything.begin(), everything.end(), 0);
      EXPECT_EQ(components.count(), count_parts(graph, everything));
      for (const Edge& edge : instance.edges) {
        EXPECT_EQ(components.label[static_cast<std::size_t>(edge.u)],
                  components.label[static_cast<std::size_t>(edge.v)]);
      }
      std::vector<std::int64_t> size(components.size.size(), 0);
      for (const NodeId label : components.label) ++size[static_cast<std::size_t>(label)];
      EXPECT_EQ(size, components.size);
    }
  }
}

TEST(CountInducedComponents, countsOnlyEdgesInsideTheSet) {
  const Graph grid = make_grid(3, 3);
  EXPECT_EQ(count_induced_components(grid, {}), 0);
  EXPECT_EQ(count_induced_components(grid, std::vector<NodeId>{4}), 1);
  EXPECT_EQ(count_induced_components(grid, std::vector<NodeId>{0, 2, 6, 8}), 4);
  EXPECT_EQ(count_induced_components(grid, std::vector<NodeId>{0, 1, 2, 6, 8}), 3);
  EXPECT_EQ(count_induced_components(grid, std::vector<NodeId>{8, 5, 2, 1, 0, 3, 6, 7}), 1);
}

TEST(CountInducedComponents, stopsBeyondTheMostAndCountsAnewAfterwards) {
  const Graph grid = make_grid(3, 3);
  InducedComponents counter(grid);
  const std::vector<NodeId> corners = {0, 2, 6, 8};
  EXPECT_EQ(counter.count(corners, 2), 3);
  EXPECT_EQ(counter.count(corners, 4), 4);
  EXPECT_EQ(counter.count(std::vector<NodeId>{0, 1}), 1) << "nothing is left of the sets before";
}

TEST(CountInducedComponents, agreesWithDisjointSetsOnRandomSets) {
  TestRandom random(5);
  for (const auto shape : test_support::kShapes) {
    const Graph graph = make_instance(shape, test_support::Values::continuous, 40, 9).graph();
    for (int round = 0; round < 50; ++round) {
      std::vector<NodeId> nodes = random.permutation(40);
      nodes.resize(static_cast<std::size_t>(random.below(41)));
      EXPECT_EQ(count_induced_components(graph, nodes), count_parts(graph, nodes));
    }
  }
}

TEST(ConnectedComponents, needLittleStackOnALongPath) {
  const Graph path = make_path(1'000'000);
  test_support::run_with_stack(256 * 1024, [&] {
    EXPECT_EQ(connected_components(path).count(), 1);
    std::vector<NodeId> ends_and_middle(999'999);
    std::iota(ends_and_middle.begin(), ends_and_middle.end(), 0);
    ends_and_middle.erase(ends_and_middle.begin() + 500'000);
    EXPECT_EQ(count_induced_components(path, ends_and_middle), 2);
  });
}

}  // namespace
}  // namespace graphsparse
