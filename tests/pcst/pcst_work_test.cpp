// Work, memory and stack: counts that do not depend on the machine.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

#include "graphsparse/graph/builders.hpp"
#include "graphsparse/pcst/pcst.hpp"
#include "support/allocation_meter.hpp"
#include "support/dual_check.hpp"
#include "support/hard_families.hpp"
#include "support/instances.hpp"
#include "support/threads.hpp"
#include "support/validity.hpp"

namespace graphsparse {
namespace {

using test_support::AllocationMeter;
using test_support::dual_defect;
using test_support::forest_defect;
using test_support::Instance;
using test_support::make_instance;
using test_support::Shape;
using test_support::TestRandom;
using test_support::Values;

constexpr Pruning kPrunings[] = {Pruning::none, Pruning::simple, Pruning::gw, Pruning::strong};

std::vector<double> random_prizes(std::int64_t node_count, std::uint64_t seed) {
  TestRandom random(seed);
  std::vector<double> prizes;
  for (std::int64_t v = 0; v < node_count; ++v) prizes.push_back(std::pow(random.normal(), 2));
  return prizes;
}

TEST(PcstWorkspace, allocatesNothingAfterItsFirstSolve) {
  for (const Shape shape : test_support::kShapes) {
    const Instance instance = make_instance(shape, Values::continuous, 300, 1);
    const Graph graph = instance.graph();
    PcstSolver solver(graph);
    // A first solve that needs little, so that the next ones would have to ask for more.
    solver.solve({instance.prizes, {.cost_scale = 1e6, .pruning = Pruning::none}});
    std::vector<std::vector<double>> prizes;
    for (std::uint64_t seed = 0; seed < 5; ++seed) prizes.push_back(random_prizes(300, seed));

    const AllocationMeter meter;
    for (const auto& chosen : prizes) {
      for (const Pruning pruning : kPrunings) {
        for (const double scale : {0.0, 0.1, 1.0, 10.0}) {
          solver.solve({chosen, {.cost_scale = scale, .components = 3, .pruning = pruning}});
          solver.solve(
              {chosen, {.cost_scale = scale, .root = 9, .components = 0, .pruning = pruning}});
          solver.moats();
        }
      }
    }
    EXPECT_EQ(meter.allocations(), 0) << "shape " << static_cast<int>(shape);
  }
}

// Thousands of events at the same time: whatever holds them must have room for all.
TEST(PcstWorkspace, allocatesNothingWhenEverythingHappensAtOnce) {
  const Graph grid = make_grid(120, 120);
  const auto node_count = static_cast<std::size_t>(grid.node_count());
  std::vector<std::vector<double>> all_prizes(2, std::vector<double>(node_count, 1.0));
  for (std::size_t v = 0; v < node_count; ++v) all_prizes[1][v] = v % 2 == 0 ? 3.0 : 0.0;
  PcstSolver solver(grid);
  solver.solve({all_prizes[0], {.cost_scale = 100.0}});

  const AllocationMeter meter;
  for (const auto& prizes : all_prizes) {
    for (const double scale : {0.0, 0.5, 1.0, 2.0}) {
      solver.solve({prizes, {.cost_scale = scale, .pruning = Pruning::gw}});
      solver.solve({prizes, {.cost_scale = scale, .root = 77, .components = 0}});
    }
  }
  EXPECT_EQ(meter.allocations(), 0);
}

// The first run that loses patience allocates the heaps of the careful kind of growth.
TEST(PcstWorkspace, allocatesNothingOnHardFamiliesOnceItHasMetThem) {
  for (const auto& [name, instance] : test_support::hard_families(300, 300)) {
    const Graph graph = instance.graph();
    PcstSolver solver(graph);
    solver.solve({instance.prizes, {.pruning = Pruning::gw}});
    const AllocationMeter meter;
    solver.solve({instance.prizes, {.pruning = Pruning::gw}});
    EXPECT_EQ(meter.allocations(), 0) << name;
  }
}

TEST(PcstWorkspace, meterCountsAllocations) {
  const AllocationMeter meter;
  const std::vector<double> some(100);
  EXPECT_EQ(meter.allocations(), 1);
  EXPECT_GE(meter.live_bytes(), 800);
}

void expect_little_memory(const Instance& instance, const std::string& name) {
  const AllocationMeter meter;
  const Graph graph = instance.graph();
  PcstSolver solver(graph);
  for (const Pruning pruning : kPrunings) {
    solver.solve({instance.prizes, {.cost_scale = 0.1, .pruning = pruning}});
  }
  const auto reported = static_cast<double>(graph.memory_bytes() + solver.memory_bytes());
  const auto held = static_cast<double>(meter.live_bytes());
  const double allowed = 100.0 * graph.edge_count() + 200.0 * graph.node_count();
  std::cout << name << ": " << reported / allowed << " of the allowed memory\n";
  EXPECT_LE(reported, allowed) << name;
  EXPECT_LE(held, allowed) << name;
  EXPECT_NEAR(reported, held, 0.03 * held) << name << ": memory_bytes is not what is held";
}

TEST(PcstWorkspace, holdsLittleMemory) {
  expect_little_memory(make_instance(Shape::grid, Values::unit_costs, 40'000, 1), "grid");
  expect_little_memory(make_instance(Shape::sparse, Values::continuous, 40'000, 1), "sparse");
  expect_little_memory(make_instance(Shape::dense, Values::continuous, 400, 1), "dense");
  expect_little_memory(make_instance(Shape::path, Values::continuous, 40'000, 1), "path");
}

TEST(PcstWork, staysBoundedAndRightOnHardFamilies) {
  for (const test_support::NamedInstance& family : test_support::hard_families(3000, 3000)) {
    const std::string& name = family.name;
    const Instance& instance = family.instance;
    const Graph graph = instance.graph();
    PcstSolver solver(graph);
    double worst = 0.0;
    const auto check = [&](const PcstOptions& options) {
      const Forest& forest = solver.solve({instance.prizes, options});
      EXPECT_EQ(forest_defect(graph, instance.prizes, options, forest), "") << name;
      EXPECT_EQ(dual_defect(graph, instance.prizes, options, solver.moats(), forest), "") << name;
      EXPECT_LE(forest.cost + 2 * forest.prizes_outside, 2 * solver.moats().total * (1 + 1e-9))
          << name << ": the proof of the factor two fails";
      worst = std::max(worst, static_cast<double>(forest.edge_events) / graph.edge_count());
    };
    for (const std::int64_t components : {1, 2, 100}) {
      check({.components = components, .pruning = Pruning::gw});
    }
    check({.root = 0, .components = 0, .pruning = Pruning::gw});
    std::cout << name << ": " << worst << " edge events an edge\n";
    EXPECT_LE(worst, 100.0) << name;
  }
}

TEST(PcstWork, isSmallOnOrdinaryGraphs) {
  for (const Shape shape : {Shape::grid, Shape::sparse, Shape::tree, Shape::parallel}) {
    const Instance instance = make_instance(shape, Values::continuous, 5000, 1);
    const Graph graph = instance.graph();
    PcstSolver solver(graph);
    for (const double scale : {0.01, 0.1, 1.0, 10.0}) {
      const Forest& forest = solver.solve({instance.prizes, {.cost_scale = scale}});
      EXPECT_LE(forest.edge_events, 8 * std::int64_t{graph.edge_count()})
          << "shape " << static_cast<int>(shape) << ", scale " << scale;
    }
  }
}

// A million nodes in a row, in a star and in a caterpillar, with a stack that no recursion over
// them would survive.
void solve_with_little_stack(const Graph& graph, const std::string& name) {
  const std::vector<double> prizes = random_prizes(graph.node_count(), 4);
  test_support::run_with_stack(256 * 1024, [&] {
    PcstSolver solver(graph);
    for (const PcstOptions& options :
         {PcstOptions{.cost_scale = 0.3, .pruning = Pruning::gw},
          PcstOptions{.cost_scale = 0.3, .root = 0, .components = 0, .pruning = Pruning::strong}}) {
      const Forest& forest = solver.solve({prizes, options});
      EXPECT_EQ(forest_defect(graph, prizes, options, forest), "") << name;
      EXPECT_GT(forest.nodes.size(), 1000U) << name << ": a deep tree was meant";
    }
  });
}

constexpr NodeId kMillion = 1'000'000;

TEST(PcstStack, isNotUsedUpByALongPath) { solve_with_little_stack(make_path(kMillion), "path"); }

TEST(PcstStack, isNotUsedUpByALargeStar) {
  std::vector<Edge> edges;
  for (NodeId leaf = 1; leaf < kMillion; ++leaf) edges.push_back({0, leaf});
  solve_with_little_stack(Graph::from_edges(kMillion, edges), "star");
}

TEST(PcstStack, isNotUsedUpByALongCaterpillar) {
  std::vector<Edge> edges;
  for (NodeId node = 1; node < kMillion; ++node) {
    // Even nodes are the spine, odd ones hang on it.
    edges.push_back({node % 2 == 0 ? node - 2 : node - 1, node});
  }
  solve_with_little_stack(Graph::from_edges(kMillion, edges), "caterpillar");
}

}  // namespace
}  // namespace graphsparse
