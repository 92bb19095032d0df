// Properties that must hold for every input. Instances come from (shape, values, size, seed), so
// what a failure prints is enough to make the instance again.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "graphsparse/graph/builders.hpp"
#include "graphsparse/pcst/pcst.hpp"
#include "support/dual_check.hpp"
#include "support/instances.hpp"
#include "support/validity.hpp"

namespace graphsparse {
namespace {

using test_support::dual_defect;
using test_support::Instance;
using test_support::is_close;
using test_support::kShapes;
using test_support::kValues;
using test_support::make_instance;
using test_support::mapped;
using test_support::Shape;
using test_support::Values;

Shape any_shape() { return *rc::gen::elementOf(kShapes); }
Values any_values() { return *rc::gen::elementOf(kValues); }
std::uint64_t any_seed() { return *rc::gen::inRange<std::uint64_t>(0, 1'000'000); }
std::int64_t any_size() { return *rc::gen::inRange<std::int64_t>(1, 120); }

// By name, so that a failure prints it.
Pruning any_pruning() {
  return parse_pruning(*rc::gen::element<std::string>("none", "simple", "gw", "strong")).value();
}

Instance any_instance() { return make_instance(any_shape(), any_values(), any_size(), any_seed()); }

// No ties: prizes and costs are continuous.
Instance any_generic_instance() {
  return make_instance(any_shape(), Values::continuous, any_size(), any_seed());
}

PcstOptions any_options(std::int64_t node_count) {
  PcstOptions options;
  options.pruning = any_pruning();
  options.cost_scale = *rc::gen::element(0.01, 0.3, 1.0, 2.5, 100.0);
  if (*rc::gen::arbitrary<bool>()) {
    options.root = static_cast<NodeId>(*rc::gen::inRange<std::int64_t>(0, node_count));
    options.components = 0;
  } else {
    options.components = *rc::gen::inRange<std::int64_t>(1, 5);
  }
  return options;
}

double total_of(const std::vector<double>& values) {
  double total = 0.0;
  for (const double value : values) total += value;
  return total;
}

std::vector<double> scaled(std::vector<double> values, double factor) {
  for (double& value : values) value *= factor;
  return values;
}

Graph scaled_graph(const Instance& instance, double factor) {
  std::vector<Edge> edges = instance.edges;
  for (Edge& edge : edges) edge.cost *= factor;
  return Graph::from_edges(instance.node_count, edges);
}

void assert_identical(const Forest& a, const Forest& b) {
  RC_ASSERT(a.nodes == b.nodes);
  RC_ASSERT(a.edges == b.edges);
  RC_ASSERT(a.cost == b.cost);
  RC_ASSERT(a.prizes_outside == b.prizes_outside);
  RC_ASSERT(a.lower_bound == b.lower_bound);
  RC_ASSERT(a.components == b.components);
  RC_ASSERT(a.edge_events == b.edge_events);
}

RC_GTEST_PROP(PcstProperties, everyResultIsAForestAsAskedFor, ()) {
  const Instance instance = any_instance();
  const Graph graph = instance.graph();
  const PcstOptions options = any_options(instance.node_count);
  PcstSolver solver(graph);
  const Forest& forest = solver.solve({instance.prizes, options});
  const std::string defect = test_support::forest_defect(graph, instance.prizes, options, forest);
  RC_LOG() << defect << "\n";
  RC_ASSERT(defect.empty());
}

RC_GTEST_PROP(PcstProperties, relabellingChangesNothingWithoutTies, ()) {
  const Instance instance = any_generic_instance();
  const auto relabelled = test_support::relabel(instance, any_seed());
  PcstOptions options = any_options(instance.node_count);
  const Graph graph = instance.graph();
  PcstSolver solver(graph);
  const Forest& forest = solver.solve({instance.prizes, options});

  const Graph other_graph = relabelled.instance.graph();
  if (options.root != kNoNode) {
    options.root = relabelled.new_node[static_cast<std::size_t>(options.root)];
  }
  PcstSolver other_solver(other_graph);
  const Forest& other = other_solver.solve({relabelled.instance.prizes, options});
  RC_ASSERT(other.nodes == mapped(forest.nodes, relabelled.new_node));
  RC_ASSERT(other.edges == mapped(forest.edges, relabelled.new_edge));
  const double total = total_of(instance.prizes);
  RC_ASSERT(is_close(other.objective(), forest.objective(), total + forest.cost));
  RC_ASSERT(is_close(other.lower_bound, forest.lower_bound, total));
}

RC_GTEST_PROP(PcstProperties, aReusedWorkspaceEqualsAFreshOne, ()) {
  const Shape shape = any_shape();
  const Values values = any_values();
  const std::int64_t node_count = any_size();
  const Graph graph = make_instance(shape, values, node_count, 7).graph();
  PcstSolver reused(graph);
  const int rounds = *rc::gen::inRange(2, 8);
  for (int round = 0; round < rounds; ++round) {
    // Other prizes, options and sparsity each time, so that each solve touches another part.
    std::vector<double> prizes = make_instance(shape, any_values(), node_count, any_seed()).prizes;
    const std::int64_t zeroed = *rc::gen::inRange<std::int64_t>(0, node_count + 1);
    for (std::int64_t v = 0; v < zeroed; ++v) prizes[static_cast<std::size_t>(v)] = 0.0;
    const PcstOptions options = any_options(node_count);
    PcstSolver fresh(graph);
    assert_identical(reused.solve({prizes, options}), fresh.solve({prizes, options}));
    const MoatForest moats = reused.moats();
    const MoatForest fresh_moats = fresh.moats();
    RC_ASSERT(moats.total == fresh_moats.total);
    RC_ASSERT(moats.clusters.size() == fresh_moats.clusters.size());
  }
}

RC_GTEST_PROP(PcstProperties, settingPrizesFirstEqualsOneStep, ()) {
  const Instance instance = any_instance();
  const Graph graph = instance.graph();
  PcstSolver two_steps(graph);
  PcstSolver one_step(graph);
  two_steps.set_prizes(instance.prizes);
  for (int round = 0; round < 3; ++round) {
    const PcstOptions options = any_options(instance.node_count);
    assert_identical(two_steps.solve(options), one_step.solve({instance.prizes, options}));
  }
}

RC_GTEST_PROP(PcstProperties, scalingByAPowerOfTwoScalesTheResultExactly, ()) {
  const Instance instance = any_instance();
  const PcstOptions options = any_options(instance.node_count);
  const double factor = std::ldexp(1.0, *rc::gen::inRange(-40, 40));
  const Graph graph = instance.graph();
  PcstSolver solver(graph);
  Forest expected = solver.solve({instance.prizes, options});
  expected.cost *= factor;
  expected.prizes_outside *= factor;
  expected.lower_bound *= factor;

  const Graph larger = scaled_graph(instance, factor);
  PcstSolver larger_solver(larger);
  assert_identical(larger_solver.solve({scaled(instance.prizes, factor), options}), expected);
}

RC_GTEST_PROP(PcstProperties, scalingByAnyFactorKeepsTheSetsWithoutTies, ()) {
  const Instance instance = any_generic_instance();
  const PcstOptions options = any_options(instance.node_count);
  const double factor = *rc::gen::element(1e-8, 0.1, 3.0, 1e5, 7.7e9);
  const Graph graph = instance.graph();
  const Graph larger = scaled_graph(instance, factor);
  PcstSolver solver(graph);
  PcstSolver larger_solver(larger);
  const Forest& forest = solver.solve({instance.prizes, options});
  const Forest& other = larger_solver.solve({scaled(instance.prizes, factor), options});
  RC_ASSERT(other.nodes == forest.nodes);
  RC_ASSERT(other.edges == forest.edges);
  RC_ASSERT(
      is_close(other.lower_bound, factor * forest.lower_bound, factor * total_of(instance.prizes)));
}

RC_GTEST_PROP(PcstProperties, costScaleEqualsScaledCosts, ()) {
  const Instance instance = any_instance();
  PcstOptions options = any_options(instance.node_count);
  options.cost_scale = *rc::gen::element(0.0, 0.125, 0.3, 1.7, 64.0);
  const Graph graph = instance.graph();
  const Graph scaled_costs = scaled_graph(instance, options.cost_scale);
  PcstSolver solver(graph);
  PcstSolver scaled_solver(scaled_costs);
  const Forest& forest = solver.solve({instance.prizes, options});
  options.cost_scale = 1.0;
  const Forest& other = scaled_solver.solve({instance.prizes, options});
  RC_ASSERT(other.nodes == forest.nodes);
  RC_ASSERT(other.edges == forest.edges);
  const double total = total_of(instance.prizes);
  RC_ASSERT(is_close(other.cost, forest.cost, forest.cost));
  RC_ASSERT(is_close(other.lower_bound, forest.lower_bound, total));
}

// Growth is the same for all prunings, and so is the bound that it proves.
RC_GTEST_PROP(PcstProperties, pruningOnlyTakesAwayAndKeepsTheBound, ()) {
  const Instance instance = any_instance();
  const Graph graph = instance.graph();
  PcstOptions options = any_options(instance.node_count);
  PcstSolver solver(graph);
  solver.set_prizes(instance.prizes);
  Forest wider;
  for (const Pruning pruning : {Pruning::none, Pruning::simple, Pruning::gw}) {
    options.pruning = pruning;
    const Forest& forest = solver.solve(options);
    if (pruning != Pruning::none) {
      RC_ASSERT(std::ranges::includes(wider.nodes, forest.nodes));
      RC_ASSERT(std::ranges::includes(wider.edges, forest.edges));
      RC_ASSERT(forest.lower_bound == wider.lower_bound);
      RC_ASSERT(forest.edge_events == wider.edge_events);
    }
    wider = forest;
  }
}

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
