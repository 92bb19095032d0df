#include "graphsparse/model/sparsity_model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/graph/builders.hpp"
#include "graphsparse/graph/components.hpp"

namespace graphsparse {
namespace {

using testing::ElementsAre;

TEST(TopModel, keepsTheLargestAndBreaksTiesByNumber) {
  const auto model = make_top_model(6, 3);
  const std::vector<double> x = {1, -2, 2, 0, -2, 2};
  EXPECT_THAT(model->tail(x), ElementsAre(1, 2, 4));
  EXPECT_EQ(model->head(x).size(), 6U);
  EXPECT_EQ(model->pcst_calls(), 0);
}

// As a diverging run may hand them over.
TEST(TopModel, ranksWhatIsNoNumberAsTheLargest) {
  const auto model = make_top_model(5, 2);
  const double none = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(model->tail(std::vector<double>{1, none, 3, none, 2}), ElementsAre(1, 3));
  EXPECT_THAT(model->tail(std::vector<double>{1, none, 3, 0, 2}), ElementsAre(1, 2));
}

TEST(TopModel, rejectsMoreThanThereAre) {
  EXPECT_THROW(make_top_model(4, 5), InputError);
  EXPECT_THROW(make_top_model(4, 0), InputError);
}

TEST(GraphModel, tailIsConnectedAndOfTheSizeAskedFor) {
  const Graph grid = make_grid(8, 8);
  GraphModelOptions options;
  options.sparsity = 7;
  const auto model = make_graph_model(grid, options);
  std::vector<double> x(64, 0.01);
  x[0] = x[63] = 3.0;
  x[27] = x[28] = x[36] = 4.0;
  const Support support = model->tail(x);
  EXPECT_EQ(support.size(), 7U);
  EXPECT_EQ(count_induced_components(grid, support), 1);
}

TEST(GraphModel, rootIsInEverySupport) {
  const Graph grid = make_grid(8, 8);
  GraphModelOptions options;
  options.sparsity = 5;
  options.root = 63;
  const auto model = make_graph_model(grid, options);
  std::vector<double> x(64, 0.0);
  x[0] = x[1] = x[8] = 5.0;
  for (const double scale : {1.0, 1e-9, 0.0}) {
    for (double& value : x) value *= scale;
    EXPECT_THAT(model->tail(x), testing::Contains(63));
  }
}

TEST(GraphModel, rejectsASparsityThatNoConnectedPartHas) {
  const std::vector<Edge> edges = {{0, 1}, {1, 2}, {3, 4}};
  const Graph graph = Graph::from_edges(5, edges);
  GraphModelOptions options;
  options.sparsity = 4;
  EXPECT_THROW(make_graph_model(graph, options), InputError);
  options.components = 2;
  EXPECT_NO_THROW(make_graph_model(graph, options));
  options.components = 1;
  options.sparsity = 3;
  options.root = 3;
  EXPECT_THROW(make_graph_model(graph, options), InputError);
}

TEST(GroupModel, keepsWholeGroupsWithTheMostEnergy) {
  const auto model = make_group_model({0, 0, 1, 1, 2, 2, -1}, 4);
  const std::vector<double> x = {1, 1, 0, 3, 2, 0, 99};
  EXPECT_THAT(model->tail(x), ElementsAre(2, 3, 4, 5));
  EXPECT_THROW(make_group_model({0, 0, 0}, 2), InputError);
}

}  // namespace
}  // namespace graphsparse
