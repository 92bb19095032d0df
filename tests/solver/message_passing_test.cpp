#include "solver/message_passing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "support/planted.hpp"

namespace graphsparse {
namespace {

TEST(MessagePassing, recoversASignalAndIsSureOfIt) {
  const PlantedProblem planted = PlantedProblem::linear(20, 80);
  const Result result = planted.run("graph-amp");
  EXPECT_EQ(result.termination, Termination::converged);
  EXPECT_LT(planted.error(result.x), 1e-6);
  ASSERT_EQ(result.probability.size(), 256U);
  double inside = 0.0;
  for (const NodeId feature : planted.signal.support) {
    inside += result.probability[static_cast<std::size_t>(feature)] / 20.0;
  }
  const double all = std::accumulate(result.probability.begin(), result.probability.end(), 0.0);
  EXPECT_GT(inside, 0.8);
  EXPECT_LT(all, 40.0);
}

// A neighbour that is probable makes a feature more so: fewer measurements are needed.
TEST(MessagePassing, theGraphHelps) {
  int with_graph = 0;
  int without = 0;
  for (std::uint64_t trial = 0; trial < 10; ++trial) {
    const PlantedProblem planted = PlantedProblem::linear(20, 50, trial);
    with_graph += planted.error(planted.run("graph-amp").x) < 1e-6 ? 1 : 0;
    without += planted.error(planted.run("sparse-amp").x) < 1e-6 ? 1 : 0;
  }
  EXPECT_GE(with_graph, 8);
  EXPECT_LT(without, with_graph);
}

// Columns that are nearly alike are what message passing is not made for.
TEST(MessagePassing, returnsItsBestPointWhereMessagesDiverge) {
  RandomStream stream(5, "correlated");
  const RowIndex rows = 40;
  const NodeId columns = 64;
  std::vector<double> values;
  std::vector<double> target;
  for (RowIndex i = 0; i < rows; ++i) {
    const double common = 30.0 * stream.normal();
    for (NodeId j = 0; j < columns; ++j) values.push_back(common + stream.normal());
    target.push_back(values[values.size() - 1] - values[values.size() - 2]);
  }
  const DenseMatrix<double> design(rows, columns, std::move(values));
  const auto loss = find_loss("squares").make();
  const Problem problem{&design, target, loss.get(), {}, 0.0, true};
  const Graph grid = make_grid(8, 8);
  GraphStructureOptions options;
  options.sparsity = 5;
  const auto structure = make_graph_structure(grid, options);
  const Result result = solve(problem, *structure, find_solver("amp").options);
  EXPECT_TRUE(std::isfinite(result.objective));
  EXPECT_LE(result.objective, result.start_objective);
  for (const double probability : result.probability) {
    EXPECT_TRUE(probability >= 0.0 && probability <= 1.0);
  }
}

TEST(MessagePassing, findsFeaturesOfLabels) {
  const PlantedProblem planted = PlantedProblem::logistic(8, 400);
  const Result result = planted.run("graph-amp");
  Support common;
  std::set_intersection(result.x.support.begin(), result.x.support.end(),
                        planted.signal.support.begin(), planted.signal.support.end(),
                        std::back_inserter(common));
  EXPECT_GE(common.size(), 6U);
}

TEST(Spread, isTheMeanOfNeighboursOrOfTheGroup) {
  const Graph path = make_grid(4, 1);
  GraphStructureOptions options;
  const auto graph = make_graph_structure(path, options);
  const std::vector<double> probability = {0.2, 0.4, 0.8, 0.0};
  std::vector<double> prior(4);
  graph->spread(probability, prior);
  EXPECT_EQ(prior, (std::vector<double>{0.4, 0.5, 0.2, 0.8}));
  make_group_structure({0, 0, 1, -1}, 2)->spread(probability, prior);
  EXPECT_NEAR(prior[0], 0.3, 1e-15);
  EXPECT_EQ(prior[2], 0.8);
  EXPECT_EQ(prior[3], 0.0);
  make_sparse_structure(4, 1)->spread(probability, prior);
  EXPECT_NEAR(prior[1], 0.35, 1e-15);
}

TEST(Screening, selectsByDifferencesOfMeansAndFitsWithAPenalty) {
  const PlantedProblem planted = PlantedProblem::logistic(8, 400);
  const Result result = planted.run("graph-ridge");
  EXPECT_EQ(result.epochs, 1);
  EXPECT_EQ(result.iterations, 1);
  EXPECT_LT(result.objective, result.start_objective);
}

}  // namespace
}  // namespace graphsparse
