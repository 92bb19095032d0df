#include "graphsparse/graph/builders.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "graphsparse/core/error.hpp"

namespace graphsparse {
namespace {

std::vector<Edge> edges_of(const Graph& graph) {
  std::vector<Edge> edges;
  for (EdgeId e = 0; e < graph.edge_count(); ++e) edges.push_back(graph.edge(e));
  return edges;
}

TEST(MakeGrid, numbersNodesAndEdgesRowByRow) {
  const Graph graph = make_grid(3, 2);
  EXPECT_EQ(graph.node_count(), 6);
  EXPECT_EQ(edges_of(graph),
            (std::vector<Edge>{{0, 1}, {0, 3}, {1, 2}, {1, 4}, {2, 5}, {3, 4}, {4, 5}}));
  EXPECT_TRUE(graph.has_unit_costs());
}

TEST(MakeGrid, givesEveryNodeItsNeighbours) {
  constexpr std::int64_t kWidth = 7;
  constexpr std::int64_t kHeight = 5;
  const Graph graph = make_grid(kWidth, kHeight);
  EXPECT_EQ(graph.edge_count(), (kWidth - 1) * kHeight + kWidth * (kHeight - 1));
  for (std::int64_t row = 0; row < kHeight; ++row) {
    for (std::int64_t column = 0; column < kWidth; ++column) {
      const auto node = static_cast<NodeId>(row * kWidth + column);
      const std::int64_t wanted =
          (row > 0) + (row + 1 < kHeight) + (column > 0) + (column + 1 < kWidth);
      EXPECT_EQ(graph.degree(node), wanted);
      for (const auto& [neighbour, half] : graph.incident(node)) {
        const std::int64_t rows = neighbour / kWidth - row;
        const std::int64_t columns = neighbour % kWidth - column;
        EXPECT_EQ(rows * rows + columns * columns, 1);
      }
    }
  }
}

TEST(MakeGrid, isAPathWhenOneSideIsOne) {
  EXPECT_EQ(edges_of(make_grid(4, 1)), (std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}}));
  EXPECT_EQ(edges_of(make_grid(1, 4)), edges_of(make_path(4)));
  EXPECT_EQ(make_grid(1, 1).node_count(), 1);
  EXPECT_EQ(make_grid(1, 1).edge_count(), 0);
}

TEST(MakeGrid, rejectsSidesThatAreNotPositiveOrTooLarge) {
  EXPECT_THROW(make_grid(0, 3), InputError);
  EXPECT_THROW(make_grid(3, 0), InputError);
  EXPECT_THROW(make_grid(-2, -2), InputError);
  EXPECT_THROW(make_grid(std::int64_t{1} << 20, std::int64_t{1} << 20), InputError);
  EXPECT_THROW(make_grid(std::int64_t{1} << 62, 4), InputError) << "the product overflows";
}

TEST(MakePath, joinsAMillionNodes) {
  constexpr std::int64_t kNodes = 1'000'000;
  const Graph graph = make_path(kNodes);
  ASSERT_EQ(graph.node_count(), kNodes);
  ASSERT_EQ(graph.edge_count(), kNodes - 1);
  EXPECT_EQ(graph.edge(kNodes - 2), (Edge{kNodes - 2, kNodes - 1}));
  EXPECT_EQ(graph.degree(0), 1);
  EXPECT_EQ(graph.degree(kNodes / 2), 2);
  EXPECT_EQ(graph.degree(kNodes - 1), 1);
}

}  // namespace
}  // namespace graphsparse
