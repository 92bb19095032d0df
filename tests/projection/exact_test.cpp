#include "projection/exact.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/graph/builders.hpp"
#include "projection/checks.hpp"
#include "projection/methods.hpp"
#include "support/allocation_meter.hpp"
#include "support/brute_force.hpp"
#include "support/golden_files.hpp"
#include "support/instances.hpp"
#include "support/shared_data.hpp"
#include "support/threads.hpp"
#include "support/validity.hpp"

namespace graphsparse {
namespace {

using test_support::AllocationMeter;
using test_support::BruteForce;
using test_support::Instance;
using test_support::kShapes;
using test_support::kValues;
using test_support::make_instance;
using test_support::projection_defect;
using test_support::Shape;
using test_support::signed_roots;
using test_support::TestRandom;
using test_support::Values;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ProjectionOptions limits(std::int64_t low, std::int64_t high, std::int64_t components = 1) {
  ProjectionOptions options;
  options.min_size = low;
  options.max_size = high;
  options.components = components;
  return options;
}

ProjectionResult project(const Graph& graph, const ProjectionOptions& options,
                         const std::vector<double>& x) {
  return make_exact_projection(graph, options)->project(x);
}

std::vector<double> squares(const std::vector<double>& x) {
  std::vector<double> result;
  result.reserve(x.size());
  for (const double entry : x) result.push_back(entry * entry);
  return result;
}

std::vector<double> random_vector(std::int64_t size, std::uint64_t seed) {
  TestRandom random(seed);
  std::vector<double> x(static_cast<std::size_t>(size));
  for (double& entry : x) entry = random.normal();
  return x;
}

double sum(const std::vector<double>& values, std::size_t first, std::size_t count) {
  const auto begin = values.begin() + static_cast<std::ptrdiff_t>(first);
  return std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(count), 0.0);
}

double sum_of_largest(std::vector<double> values, std::size_t count) {
  std::sort(values.begin(), values.end(), std::greater<>());
  return sum(values, 0, std::min(count, values.size()));
}

Graph random_forest(std::int64_t node_count, double cut_chance, std::uint64_t seed) {
  TestRandom random(seed);
  std::vector<Edge> edges;
  for (std::int64_t v = 1; v < node_count; ++v) {
    if (random.chance(cut_chance)) continue;
    edges.push_back({static_cast<NodeId>(random.below(v)), static_cast<NodeId>(v), 1.0});
  }
  return Graph::from_edges(node_count, edges);
}

Graph star(NodeId leaves) {
  std::vector<Edge> edges;
  for (NodeId leaf = 1; leaf <= leaves; ++leaf) edges.push_back({0, leaf, 1.0});
  return Graph::from_edges(leaves + 1, edges);
}

// A path 0..length-1 with a leaf v + length at each of its nodes v.
Graph caterpillar(NodeId length) {
  std::vector<Edge> edges;
  for (NodeId v = 0; v < length; ++v) {
    if (v > 0) edges.push_back({v - 1, v, 1.0});
    edges.push_back({v, v + length, 1.0});
  }
  return Graph::from_edges(std::int64_t{2} * length, edges);
}

void expect_optimal(const Graph& graph, const BruteForce& brute_force,
                    const ProjectionOptions& options, const std::vector<double>& x) {
  const std::vector<double> energies = squares(x);
  const double best =
      brute_force.best_support(energies, 0, options.max_size, options.components).value();
  const ProjectionResult result = project(graph, options, x);
  EXPECT_THAT(projection_defect(graph, x, options, result), IsEmpty());
  EXPECT_NEAR(result.captured, best, 1e-12 * (1.0 + best));
  EXPECT_LE(std::ssize(result.support), options.max_size);
  EXPECT_EQ(result.certified_factor, 1.0);
  EXPECT_EQ(result.pcst_calls, 0);
  EXPECT_EQ(result.lambda, 0.0);
}

TEST(ExactProjection, matchesBruteForceOnEveryShape) {
  for (const Shape shape : kShapes) {
    for (const Values values : kValues) {
      for (std::int64_t n = 1; n <= 11; n += 2) {
        const std::uint64_t seed = 77 + static_cast<std::uint64_t>(n);
        SCOPED_TRACE(test_support::describe(shape, values, n, seed));
        const Instance instance = make_instance(shape, values, n, seed);
        const Graph graph = instance.graph();
        const BruteForce brute_force(graph);
        const std::vector<double> x = signed_roots(instance, seed);
        for (std::int64_t g = 1; g <= 3; ++g) {
          for (const std::int64_t high : {std::int64_t{1}, (n + 1) / 2, n}) {
            expect_optimal(graph, brute_force, limits(1, high, g), x);
          }
        }
      }
    }
  }
}

TEST(ExactProjection, matchesTheRecordedOptima) {
  constexpr const char* kFile = "golden/exact/exact.txt";
  const auto file = test_support::find_shared(kFile);
  if (!file) GTEST_SKIP() << test_support::missing_shared_message(kFile);
  for (const auto& recorded : test_support::read_golden_exact(*file)) {
    const Graph graph = recorded.graph();
    for (const auto& best : recorded.projections) {
      const ProjectionResult result =
          project(graph, limits(1, best.size, best.components), recorded.x);
      EXPECT_NEAR(result.captured, best.best_kept, 1e-9 * (1.0 + best.best_kept)) << recorded.name;
      EXPECT_NEAR(result.lost, best.best_lost, 1e-9 * (1.0 + best.best_kept)) << recorded.name;
    }
  }
}

// Integers are summed without rounding, so sizes chosen among ties must agree as well.
TEST(ExactProjection, knapsackAgreesWithEnumerationOnForests) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    TestRandom random(seed);
    const std::int64_t n = 1 + random.below(15);
    const Graph graph = random_forest(n, seed % 3 == 0 ? 0.3 : 0.0, seed);
    std::vector<double> energies(static_cast<std::size_t>(n));
    for (double& energy : energies) energy = static_cast<double>(random.below(4));
    for (std::int64_t g = 1; g <= 4; ++g) {
      const std::int64_t high = 1 + random.below(n);
      const ProjectionOptions options = limits(1 + random.below(high), high, g);
      Support by_knapsack;
      ForestKnapsack(order_forest(graph).value(), options).solve(energies, by_knapsack);
      Support by_enumeration;
      SubsetSearch(graph, options).solve(energies, by_enumeration);

      const auto energy_of = [&](const Support& support) {
        double energy = 0.0;
        for (const NodeId v : support) energy += energies[static_cast<std::size_t>(v)];
        return energy;
      };
      ASSERT_EQ(energy_of(by_knapsack), energy_of(by_enumeration)) << "seed " << seed;
      ASSERT_EQ(by_knapsack.size(), by_enumeration.size()) << "seed " << seed;
      ASSERT_LE(test_support::count_parts(graph, by_knapsack), g) << "seed " << seed;
    }
  }
}

TEST(ExactProjection, findsTheBestWindowOfALongPath) {
  constexpr std::int64_t kNodes = 100'000;
  constexpr std::size_t kSize = 50;
  const Graph path = make_path(kNodes);
  const std::vector<double> x = random_vector(kNodes, 5);
  const std::vector<double> energies = squares(x);
  double best = 0.0;
  for (std::size_t first = 0; first + kSize <= energies.size(); ++first) {
    best = std::max(best, sum(energies, first, kSize));
  }

  ProjectionResult result;
  test_support::run_with_stack(std::size_t{256} << 10,
                               [&] { result = project(path, limits(50, 50), x); });
  EXPECT_NEAR(result.captured, best, 1e-9 * best);
  EXPECT_EQ(result.support.size(), kSize);
  EXPECT_EQ(result.components, 1);
  EXPECT_TRUE(result.within_range);
}

// The same answer from a much simpler recurrence that knows only paths.
TEST(ExactProjection, findsTheBestStretchesOfAPath) {
  constexpr std::size_t kNodes = 400;
  constexpr std::size_t kSize = 20;
  constexpr std::size_t kStretches = 4;
  const std::vector<double> x = random_vector(kNodes, 6);
  // best[taken][k][j]: j nodes in k stretches so far, the last node taken or not.
  using Table = std::vector<std::vector<double>>;
  const Table nothing(kStretches + 1, std::vector<double>(kSize + 1, -1e300));
  Table left = nothing;
  Table taken = nothing;
  left[0][0] = 0.0;
  for (const double energy : squares(x)) {
    Table new_left = left;
    Table new_taken = nothing;
    for (std::size_t k = 0; k <= kStretches; ++k) {
      for (std::size_t j = 0; j <= kSize; ++j) {
        new_left[k][j] = std::max(left[k][j], taken[k][j]);
        if (j == 0 || k == 0) continue;
        new_taken[k][j] = energy + std::max(taken[k][j - 1], left[k - 1][j - 1]);
      }
    }
    left = new_left;
    taken = new_taken;
  }
  double best = 0.0;
  for (std::size_t k = 0; k <= kStretches; ++k) {
    best = std::max({best, left[k][kSize], taken[k][kSize]});
  }

  const Graph path = make_path(kNodes);
  const ProjectionOptions options = limits(1, kSize, kStretches);
  const ProjectionResult result = project(path, options, x);
  EXPECT_THAT(projection_defect(path, x, options, result), IsEmpty());
  EXPECT_NEAR(result.captured, best, 1e-9 * best);
}

TEST(ExactProjection, takesTheCentreAndTheBestLeavesOfAStar) {
  const Graph graph = star(20'000);
  std::vector<double> x = random_vector(graph.node_count(), 7);
  x[0] = 0.0;
  const std::vector<double> energies = squares(x);
  const ProjectionResult result = project(graph, limits(1, 30), x);
  EXPECT_NEAR(result.captured, sum_of_largest(energies, 29), 1e-9);
  EXPECT_EQ(result.support.front(), 0);

  // With as many components as nodes the centre is of no use.
  const ProjectionResult apart = project(graph, limits(1, 30, 30), x);
  EXPECT_NEAR(apart.captured, sum_of_largest(energies, 30), 1e-9);
  EXPECT_EQ(apart.components, 30);
}

TEST(ExactProjection, findsTheBestPartOfACaterpillar) {
  constexpr std::size_t kLength = 150;
  constexpr std::size_t kSize = 12;
  const Graph graph = caterpillar(kLength);
  const std::vector<double> x = random_vector(2 * kLength, 8);
  const std::vector<double> energies = squares(x);
  double best = *std::max_element(energies.begin(), energies.end());
  for (std::size_t count = 1; count <= kSize; ++count) {
    for (std::size_t first = 0; first + count <= kLength; ++first) {
      const auto legs = energies.begin() + static_cast<std::ptrdiff_t>(first + kLength);
      const std::vector<double> leg_energies(legs, legs + static_cast<std::ptrdiff_t>(count));
      best =
          std::max(best, sum(energies, first, count) + sum_of_largest(leg_energies, kSize - count));
    }
  }
  const ProjectionOptions options = limits(1, kSize);
  const ProjectionResult result = project(graph, options, x);
  EXPECT_THAT(projection_defect(graph, x, options, result), IsEmpty());
  EXPECT_NEAR(result.captured, best, 1e-9 * best);
}

TEST(ExactProjection, findsTheBestArcOfARing) {
  constexpr std::size_t kNodes = 20;
  std::vector<Edge> edges;
  for (std::size_t v = 0; v < kNodes; ++v) {
    edges.push_back({static_cast<NodeId>(v), static_cast<NodeId>((v + 1) % kNodes), 1.0});
  }
  const Graph ring = Graph::from_edges(kNodes, edges);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const std::vector<double> x = random_vector(kNodes, seed);
    const std::vector<double> energies = squares(x);
    const std::size_t size = 2 + static_cast<std::size_t>(seed);
    double best = 0.0;
    for (std::size_t first = 0; first < kNodes; ++first) {
      double arc = 0.0;
      for (std::size_t i = 0; i < size; ++i) arc += energies[(first + i) % kNodes];
      best = std::max(best, arc);
    }
    const ProjectionOptions options = limits(1, static_cast<std::int64_t>(size));
    const ProjectionResult result = project(ring, options, x);
    EXPECT_THAT(projection_defect(ring, x, options, result), IsEmpty());
    EXPECT_NEAR(result.captured, best, 1e-12 * best);
  }
}

TEST(ExactProjection, choosesTheSmallestAllowedSizeAmongTies) {
  const std::vector<double> x = {0.0, 0.0, 3.0, 0.0, 0.0, 0.0};
  EXPECT_THAT(project(make_path(6), limits(1, 5), x).support, ElementsAre(2));
  EXPECT_EQ(project(make_path(6), limits(3, 5), x).support.size(), 3U);

  const Graph grid = make_grid(3, 2);
  EXPECT_THAT(project(grid, limits(1, 5), x).support, ElementsAre(2));
  EXPECT_EQ(project(grid, limits(4, 5), x).support.size(), 4U);
}

TEST(ExactProjection, returnsTheSmallestAllowedSizeForAZeroVector) {
  const std::vector<double> zeros(9, 0.0);
  for (const Graph& graph : {make_path(9), make_grid(3, 3)}) {
    const ProjectionResult result = project(graph, limits(4, 6, 2), zeros);
    EXPECT_EQ(result.support.size(), 4U);
    EXPECT_LE(result.components, 2);
    EXPECT_EQ(result.lost, 0.0);
    EXPECT_TRUE(result.within_range);
  }
}

TEST(ExactProjection, takesTheLargestPossibleWhereLowIsOutOfReach) {
  // A path of two nodes, one of three, and an isolated node.
  const std::vector<Edge> forest = {{0, 1, 1.0}, {2, 3, 1.0}, {3, 4, 1.0}};
  // The same with a triangle.
  std::vector<Edge> cyclic = forest;
  cyclic.push_back({2, 4, 1.0});
  const std::vector<double> x = {1.0, 1.0, 1.0, 1.0, 0.0, 0.5};
  for (const std::vector<Edge>& edges : {forest, cyclic}) {
    const Graph graph = Graph::from_edges(6, edges);
    const ProjectionResult one = project(graph, limits(5, 6), x);
    EXPECT_THAT(one.support, ElementsAre(2, 3, 4));
    EXPECT_FALSE(one.within_range);

    const ProjectionResult two = project(graph, limits(5, 6, 2), x);
    EXPECT_THAT(two.support, ElementsAre(0, 1, 2, 3, 4));
    EXPECT_TRUE(two.within_range);
  }
}

TEST(ExactProjection, prefersEnergyToSize) {
  const std::vector<Edge> edges = {{1, 2, 1.0}, {2, 3, 1.0}};
  const std::vector<double> x = {9.0, 1.0, 1.0, 1.0};
  const ProjectionResult result = project(Graph::from_edges(4, edges), limits(3, 3), x);
  EXPECT_THAT(result.support, ElementsAre(0));
  EXPECT_FALSE(result.within_range);
}

TEST(ExactProjection, isTheWholeGraphWhereEverythingFits) {
  const std::vector<double> x = {1.0, -2.0, 3.0, 4.0};
  const ProjectionResult result = project(make_path(4), limits(1, 100, 100), x);
  EXPECT_THAT(result.support, ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(result.lost, 0.0);
}

TEST(ExactProjection, countsParallelEdgesAsOne) {
  std::vector<Edge> edges;
  for (NodeId v = 1; v < 40; ++v) {
    edges.push_back({v - 1, v, 1.0});
    edges.push_back({v, v - 1, 2.0});
  }
  const std::vector<double> x = random_vector(40, 9);
  const ProjectionOptions options = limits(1, 10, 2);
  const ProjectionResult doubled = project(Graph::from_edges(40, edges), options, x);
  EXPECT_EQ(doubled.support, project(make_path(40), options, x).support);
}

TEST(ExactProjection, neitherOverflowsNorVanishesWithExtremeVectors) {
  const std::vector<double> x = {1.0, 5.0, 1.0, 4.0, 4.0, 1.0};
  for (const double scale : {1e-200, 1e-160, 1e160, 1e200}) {
    std::vector<double> scaled = x;
    for (double& entry : scaled) entry *= scale;
    ScaledSquares energies;
    energies.assign(scaled);
    const ProjectionOptions options = limits(1, 2);
    Support support;
    ForestKnapsack(order_forest(make_path(6)).value(), options).solve(energies.values(), support);
    EXPECT_THAT(support, ElementsAre(3, 4));
  }
}

TEST(ExactProjection, refusesALargerGraphWithACycle) {
  const Graph grid = make_grid(7, 3);
  try {
    make_exact_projection(grid, limits(1, 3));
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("needs a forest or at most 20 nodes"));
    EXPECT_THAT(error.what(), HasSubstr("21 nodes"));
  }
  EXPECT_NO_THROW(make_exact_projection(make_grid(5, 4), limits(1, 3)));
  EXPECT_NO_THROW(make_exact_projection(make_path(21), limits(1, 3)));
}

TEST(ExactProjection, refusesTablesOutOfBounds) {
  try {
    make_exact_projection(make_path(100'000), limits(1, 50'000, 10));
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("high = 50000 and components = 10"));
  }
}

TEST(ExactProjection, refusesAVectorOfTheWrongLength) {
  const Graph path = make_path(4);
  const auto projection = make_exact_projection(path, limits(1, 2));
  EXPECT_THROW(projection->project(std::vector<double>(3, 1.0)), InputError);
}

TEST(ExactProjection, forgetsEarlierVectors) {
  for (const Graph& graph : {random_forest(200, 0.05, 10), make_grid(4, 4)}) {
    const ProjectionOptions options = limits(3, 9, 2);
    const auto reused = make_exact_projection(graph, options);
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const std::vector<double> x = random_vector(graph.node_count(), seed);
      EXPECT_EQ(reused->project(x).support, project(graph, options, x).support);
    }
  }
}

TEST(ExactProjection, searchesAllocateNothingAfterTheFirstCall) {
  const std::vector<double> energies = squares(random_vector(300, 11));
  const ProjectionOptions options = limits(10, 10, 2);
  ForestKnapsack knapsack(order_forest(random_forest(300, 0.02, 12)).value(), options);
  SubsetSearch subsets(make_grid(4, 4), options);
  const std::span<const double> few = std::span(energies).first(16);
  Support support;
  knapsack.solve(energies, support);
  subsets.solve(few, support);

  const AllocationMeter meter;
  knapsack.solve(energies, support);
  subsets.solve(few, support);
  EXPECT_EQ(meter.allocations(), 0);
}

}  // namespace
}  // namespace graphsparse
