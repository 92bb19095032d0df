#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graphsparse/graph/builders.hpp"
#include "graphsparse/pcst/pcst.hpp"
#include "support/dual_check.hpp"
#include "support/instances.hpp"

namespace graphsparse {
namespace {

using test_support::dual_defect;
using test_support::Instance;
using test_support::make_instance;

TEST(Moats, areAFeasibleDualSolution) {
  for (const auto shape : test_support::kShapes) {
    for (const auto values : test_support::kValues) {
      for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const auto node_count = static_cast<std::int64_t>(1 + 6 * seed);
        const Instance instance = make_instance(shape, values, node_count, seed);
        const Graph graph = instance.graph();
        PcstSolver solver(graph);
        solver.set_prizes(instance.prizes);
        const auto check = [&](const PcstOptions& options) {
          const Forest& forest = solver.solve(options);
          EXPECT_EQ(dual_defect(graph, instance.prizes, options, solver.moats(), forest), "")
              << describe(shape, values, node_count, seed) << ", scale " << options.cost_scale
              << ", root " << options.root;
          EXPECT_LE(forest.lower_bound, solver.moats().total);
        };
        for (const double scale : {0.0, 0.2, 1.0, 5.0}) {
          check({.cost_scale = scale, .components = 1});
          check({.cost_scale = scale, .components = 3});
          check(
              {.cost_scale = scale, .root = static_cast<NodeId>(node_count / 2), .components = 0});
        }
      }
    }
  }
}

TEST(Moats, areWhatOneGrowsByHandOnTwoNodes) {
  const Graph graph = make_path(2);
  const std::vector<double> prizes = {3.0, 0.25};
  PcstSolver solver(graph);
  // Both grow to 0.25, where node 1 has spent its prize and becomes inactive: one is left, growth
  // ends.
  const Forest& forest = solver.solve({prizes});
  EXPECT_DOUBLE_EQ(solver.moats().total, 0.5);
  EXPECT_NEAR(forest.lower_bound, 0.25, 1e-12) << "the tree may lie inside one of the moats";
  // A root does not grow; node 0 pays the whole edge.
  const Forest& rooted = solver.solve({prizes, {.root = 1, .components = 0}});
  EXPECT_NEAR(rooted.lower_bound, 1.0, 1e-12);
  EXPECT_EQ(rooted.objective(), 1.0);
}

TEST(Moats, areTheSameWhereNobodyAsksForBounds) {
  const Graph path = make_path(3);
  const std::vector<double> prizes = {1.0, 0.0, 1.5};
  PcstSolver solver(path);
  const Forest with = solver.solve({prizes, {}});
  EXPECT_GT(with.lower_bound, 0.0);
  const double total = solver.moats().total;
  EXPECT_GT(total, 0.0);
  PcstOptions options;
  options.bounds = false;
  const Forest without = solver.solve({prizes, options});
  EXPECT_EQ(without.lower_bound, 0.0);
  EXPECT_EQ(solver.moats().total, total);
  EXPECT_EQ(without.nodes, with.nodes);
  EXPECT_EQ(without.objective(), with.objective());
}

}  // namespace
}  // namespace graphsparse
