#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "graphsparse/pcst/pcst.hpp"
#include "projection/budget_tour.hpp"
#include "support/all_supports.hpp"
#include "support/instances.hpp"

namespace graphsparse {
namespace {

using test_support::AllSupports;
using test_support::budget_model;
using test_support::Instance;
using test_support::kMostTrees;
using test_support::kShapes;
using test_support::kValues;
using test_support::make_instance;
using test_support::Shape;
using test_support::signed_roots;

// The bound itself, since results that lose less than the model's best would hide a false one.
TEST(BudgetModel, neverOverestimatesTheLeastLoss) {
  for (const Shape shape : kShapes) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      const Instance instance = make_instance(shape, kValues[seed % 4], 10, seed);
      const Graph graph = instance.graph();
      const AllSupports supports(graph);
      const std::vector<double> x = signed_roots(instance, seed);
      const double total = std::accumulate(instance.prizes.begin(), instance.prizes.end(), 0.0);
      for (std::int64_t g = 1; g <= kMostTrees; ++g) {
        const ProjectionOptions options = budget_model(ProjectionKind::tail, 4, g, 2.0);
        const double least = total - supports.largest_capture(x, options);
        const BudgetModel reduced(graph, 2.0, 4);
        PcstSolver solver(reduced.graph);
        for (double lambda = 0.01; lambda < 20.0; lambda *= 1.5) {
          const PcstOptions pcst = {.cost_scale = lambda, .components = g, .pruning = Pruning::gw};
          const Forest& forest = solver.solve({instance.prizes, pcst});
          EXPECT_LE(reduced.least_loss(forest, lambda, total), least + 1e-9 * total)
              << test_support::describe(shape, kValues[seed % 4], 10, seed) << ", g " << g
              << ", lambda " << lambda;
        }
      }
    }
  }
}

// A hub without a prize and eight leaves with one: here the moats pay for nearly all of the edges
// and the bound is nearly tight.
TEST(BudgetModel, comesCloseToTheLeastLossOfAStar) {
  constexpr std::int64_t kLeaves = 8;
  std::vector<Edge> edges;
  std::vector<double> prizes = {0.0};
  for (NodeId leaf = 1; leaf <= kLeaves; ++leaf) {
    edges.push_back({0, leaf, 1.0});
    prizes.push_back(1.0);
  }
  prizes.push_back(0.5);  // an isolated node that one tree must lose
  const Graph graph = Graph::from_edges(kLeaves + 2, edges);
  const BudgetModel reduced(graph, kLeaves, kLeaves + 1);
  PcstSolver solver(reduced.graph);
  const double lambda = 1.0;
  const PcstOptions pcst = {.cost_scale = lambda, .components = 1, .pruning = Pruning::gw};
  const double bound = reduced.least_loss(solver.solve({prizes, pcst}), lambda, kLeaves + 0.5);
  EXPECT_LE(bound, 0.5);
  EXPECT_GE(bound, 0.5 - reduced.largest_cost / kLeaves - 1e-9);
}

}  // namespace
}  // namespace graphsparse
