#include "graphsparse/structure/structure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/graph/builders.hpp"
#include "graphsparse/graph/components.hpp"
#include "graphsparse/pcst/pcst.hpp"
#include "graphsparse/reference/projection_table.hpp"

namespace graphsparse {
namespace {

using testing::ElementsAre;

TEST(SparseStructure, keepsTheLargestAndBreaksTiesByNumber) {
  const auto structure = make_sparse_structure(6, 3);
  const std::vector<double> x = {1, -2, 2, 0, -2, 2};
  EXPECT_THAT(structure->tail(x), ElementsAre(1, 2, 4));
  EXPECT_EQ(structure->head(x).size(), 6U);
  EXPECT_EQ(structure->pcst_calls(), 0);
}

// As a diverging run may hand them over.
TEST(SparseStructure, ranksWhatIsNoNumberAsTheLargest) {
  const auto structure = make_sparse_structure(5, 2);
  const double none = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(structure->tail(std::vector<double>{1, none, 3, none, 2}), ElementsAre(1, 3));
  EXPECT_THAT(structure->tail(std::vector<double>{1, none, 3, 0, 2}), ElementsAre(1, 2));
}

TEST(SparseStructure, rejectsMoreThanThereAre) {
  EXPECT_THROW(make_sparse_structure(4, 5), InputError);
  EXPECT_THROW(make_sparse_structure(4, 0), InputError);
}

TEST(GraphStructure, tailIsConnectedAndOfTheSizeAskedFor) {
  const Graph grid = make_grid(8, 8);
  GraphStructureOptions options;
  options.sparsity = 7;
  const auto structure = make_graph_structure(grid, options);
  std::vector<double> x(64, 0.01);
  x[0] = x[63] = 3.0;
  x[27] = x[28] = x[36] = 4.0;
  const Support support = structure->tail(x);
  EXPECT_EQ(support.size(), 7U);
  EXPECT_EQ(count_induced_components(grid, support), 1);
}

TEST(GraphStructure, rootIsInEverySupport) {
  const Graph grid = make_grid(8, 8);
  GraphStructureOptions options;
  options.sparsity = 5;
  options.root = 63;
  const auto structure = make_graph_structure(grid, options);
  std::vector<double> x(64, 0.0);
  x[0] = x[1] = x[8] = 5.0;
  for (const double scale : {1.0, 1e-9, 0.0}) {
    for (double& value : x) value *= scale;
    EXPECT_THAT(structure->tail(x), testing::Contains(63));
  }
}

TEST(GraphStructure, rejectsASparsityThatNoConnectedPartHas) {
  const std::vector<Edge> edges = {{0, 1}, {1, 2}, {3, 4}};
  const Graph graph = Graph::from_edges(5, edges);
  GraphStructureOptions options;
  options.sparsity = 4;
  EXPECT_THROW(make_graph_structure(graph, options), InputError);
  options.components = 2;
  EXPECT_NO_THROW(make_graph_structure(graph, options));
  options.components = 1;
  options.sparsity = 3;
  options.root = 3;
  EXPECT_THROW(make_graph_structure(graph, options), InputError);
}

TEST(GroupStructure, keepsWholeGroupsWithTheMostEnergy) {
  const auto structure = make_group_structure({0, 0, 1, 1, 2, 2, -1}, 4);
  const std::vector<double> x = {1, 1, 0, 3, 2, 0, 99};
  EXPECT_THAT(structure->tail(x), ElementsAre(2, 3, 4, 5));
  EXPECT_THROW(make_group_structure({0, 0, 0}, 2), InputError);
}

TEST(StructureTable, rowsHaveKindsAndNamesOfTheirOwn) {
  for (const StructureRow& row : structure_table()) {
    EXPECT_EQ(&structure_row(row.kind), &row);
    EXPECT_EQ(&find_structure(row.name), &row);
    EXPECT_EQ(to_string(row.kind), row.name);
  }
}

TEST(StructureTable, unknownNameIsRejectedWithTheKnownOnes) {
  try {
    find_structure("grap");
    FAIL() << "an unknown structure is taken";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("none, graph, groups"));
  }
}

TEST(MakeStructure, makesEachKindFromOneSpecification) {
  const Graph path = Graph::from_edges(4, std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}});
  const std::vector<std::int32_t> groups = {0, 1, 0, 1};
  StructureSpec spec;
  spec.features = 4;
  spec.sparsity = 2;
  spec.graph = &path;
  spec.groups = groups;
  const std::vector<double> x = {3, 0, 1, 2};
  EXPECT_THAT(make_structure(spec)->tail(x), ElementsAre(0, 3));
  spec.kind = StructureKind::graph;
  EXPECT_THAT(make_structure(spec)->tail(x), ElementsAre(0, 1));
  spec.kind = StructureKind::groups;
  EXPECT_THAT(make_structure(spec)->tail(x), ElementsAre(0, 2));
}

TEST(MakeStructure, supportsAreThoseOfTheVectorTimesAPowerOfTwo) {
  const Graph path = Graph::from_edges(4, std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}});
  const std::vector<std::int32_t> groups = {0, 1, 0, 1};
  const std::vector<double> x = {3, 0, -1, 2};
  for (const NodeId root : {kNoNode, NodeId{3}}) {
    for (const StructureRow& row : structure_table()) {
      StructureSpec spec;
      spec.kind = row.kind;
      spec.features = 4;
      spec.sparsity = 2;
      spec.graph = &path;
      spec.groups = groups;
      spec.root = row.kind == StructureKind::graph ? root : kNoNode;
      for (const int exponent : {-1000, -600, 600, 1000}) {
        std::vector<double> scaled = x;
        for (double& value : scaled) value = std::scalbn(value, exponent);
        const auto structure = make_structure(spec);
        const Support tail = structure->tail(x);
        const Support head = structure->head(x);
        EXPECT_EQ(structure->tail(scaled), tail) << row.name << " 2^" << exponent;
        EXPECT_EQ(structure->head(scaled), head) << row.name << " 2^" << exponent;
      }
    }
  }
}

TEST(MakeStructure, namesWhatIsMissing) {
  StructureSpec spec;
  spec.features = 4;
  for (const StructureRow& row : structure_table()) {
    spec.kind = row.kind;
    if (row.needs_graph || row.needs_groups) {
      EXPECT_THROW(make_structure(spec), InputError) << row.name;
    } else {
      EXPECT_NO_THROW(make_structure(spec)) << row.name;
    }
  }
}

TEST(MakeStructure, rejectsInputOfAnotherSize) {
  const Graph path = Graph::from_edges(3, std::vector<Edge>{{0, 1}, {1, 2}});
  const std::vector<std::int32_t> groups = {0, 1, 0};
  StructureSpec spec;
  spec.features = 4;
  spec.graph = &path;
  spec.groups = groups;
  spec.kind = StructureKind::graph;
  EXPECT_THROW(make_structure(spec), InputError);
  spec.kind = StructureKind::groups;
  EXPECT_THROW(make_structure(spec), InputError);
}

// What keeps a reference to a graph takes no graph that is gone after the call.
template <class G>
concept CanMakeStructure = requires(G&& graph) {
  make_graph_structure(std::forward<G>(graph), GraphStructureOptions{});
};
template <class G>
concept CanMakeProjection = requires(G&& graph) {
  make_projection(default_projection_method(), std::forward<G>(graph), ProjectionOptions{});
  make_projection("tree-dp", std::forward<G>(graph), ProjectionOptions{});
};

TEST(KeptGraph, isNoTemporary) {
  EXPECT_TRUE(CanMakeStructure<const Graph&>);
  EXPECT_FALSE(CanMakeStructure<Graph>);
  EXPECT_TRUE(CanMakeProjection<const Graph&>);
  EXPECT_FALSE(CanMakeProjection<Graph>);
  EXPECT_TRUE((std::is_constructible_v<PcstSolver, const Graph&>));
  EXPECT_FALSE((std::is_constructible_v<PcstSolver, Graph>));
  EXPECT_TRUE((std::is_constructible_v<InducedComponents, const Graph&>));
  EXPECT_FALSE((std::is_constructible_v<InducedComponents, Graph>));
}

}  // namespace
}  // namespace graphsparse
