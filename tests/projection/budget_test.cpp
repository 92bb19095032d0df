#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/graph/builders.hpp"
#include "graphsparse/pcst/pcst.hpp"
#include "projection/budget_tour.hpp"
#include "projection/methods.hpp"
#include "support/all_supports.hpp"
#include "support/instances.hpp"
#include "support/validity.hpp"

namespace graphsparse {
namespace {

using test_support::AllSupports;
using test_support::budget_model;
using test_support::forest_cost;
using test_support::Instance;
using test_support::kMostTrees;
using test_support::kShapes;
using test_support::kValues;
using test_support::make_instance;
using test_support::membership;
using test_support::projection_defect;
using test_support::Shape;
using test_support::signed_roots;
using test_support::TestRandom;
using test_support::Values;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

ProjectionResult project(const Graph& graph, const ProjectionOptions& options,
                         const std::vector<double>& x) {
  return make_budget_projection(graph, options)->project(x);
}

double energy(const std::vector<double>& x) {
  return std::inner_product(x.begin(), x.end(), x.begin(), 0.0);
}

std::vector<double> random_vector(std::int64_t size, std::uint64_t seed) {
  TestRandom random(seed);
  std::vector<double> x(static_cast<std::size_t>(size));
  for (double& entry : x) entry = random.normal();
  return x;
}

// The result may exceed the model by a constant factor only.
void expect_bounded_excess(const Graph& graph, const ProjectionOptions& options,
                           const ProjectionResult& result) {
  const double cost = forest_cost(graph, membership(graph, result.support), options.components);
  EXPECT_LE(cost, 2.0 * kBudgetExcess * *options.budget * (1.0 + 1e-9));
  const double edges = kBudgetExcess * static_cast<double>(2 * options.max_size - 1);
  EXPECT_LE(static_cast<double>(std::ssize(result.support)),
            edges + static_cast<double>(options.components) + 1e-9);
}

// The factor that is claimed for this vector, and the one that holds for all.
void expect_true_factor(const std::vector<double>& x, const ProjectionOptions& options,
                        const ProjectionResult& result, double largest_capture) {
  const double total = energy(x);
  const double rounding = 1e-9 * (total + 1e-300);
  ASSERT_TRUE(result.certified_factor.has_value());
  const double squared = *result.certified_factor * *result.certified_factor;
  if (options.kind == ProjectionKind::tail) {
    EXPECT_GE(squared, 1.0);
    EXPECT_LE(squared, kBudgetTailFactor * (1.0 + 1e-6));
    EXPECT_LE(result.lost, squared * (total - largest_capture) + rounding);
  } else {
    EXPECT_LE(squared, 1.0);
    EXPECT_GE(squared, kBudgetHeadFactor * (1.0 - 1e-6));
    EXPECT_GE(result.captured, squared * largest_capture - rounding);
  }
}

TEST(BudgetProjection, keepsItsFactorsOnEveryShape) {
  for (const Shape shape : kShapes) {
    for (const Values values : kValues) {
      for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const std::int64_t n = 6 + static_cast<std::int64_t>(seed) % 5;
        SCOPED_TRACE(test_support::describe(shape, values, n, seed));
        const Instance instance = make_instance(shape, values, n, seed);
        const Graph graph = instance.graph();
        const AllSupports supports(graph);
        const std::vector<double> x = signed_roots(instance, seed);
        for (const double budget : {0.0, 0.4, 1.0, 2.5, 6.0}) {
          for (std::int64_t g = 1; g <= kMostTrees; ++g) {
            for (const std::int64_t high : {std::int64_t{2}, std::int64_t{4}, n}) {
              for (const ProjectionKind kind : {ProjectionKind::head, ProjectionKind::tail}) {
                const ProjectionOptions options = budget_model(kind, high, g, budget);
                const ProjectionResult result = project(graph, options, x);
                EXPECT_THAT(projection_defect(graph, x, options, result), IsEmpty());
                expect_bounded_excess(graph, options, result);
                expect_true_factor(x, options, result, supports.largest_capture(x, options));
              }
            }
          }
        }
      }
    }
  }
}

// Large prizes in the distance: the cost of what the solver returns jumps over all that the limit
// allows, and the search has to settle beside the jump.
TEST(BudgetProjection, keepsItsFactorsWhereTheCostJumps) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    TestRandom random(seed);
    const NodeId n = 12;
    const Graph graph = seed % 2 == 0 ? make_path(n) : make_grid(4, 3);
    const AllSupports supports(graph);
    std::vector<double> x(n, 0.0);
    for (int i = 0; i < 3; ++i)
      x[static_cast<std::size_t>(random.below(n))] = 1.0 + random.uniform();
    for (double& entry : x) entry += 0.05 * random.normal();
    for (std::int64_t high = 2; high <= 4; ++high) {
      for (const ProjectionKind kind : {ProjectionKind::head, ProjectionKind::tail}) {
        const ProjectionOptions options =
            budget_model(kind, high, 1, static_cast<double>(high - 1));
        const ProjectionResult result = project(graph, options, x);
        expect_bounded_excess(graph, options, result);
        expect_true_factor(x, options, result, supports.largest_capture(x, options));
      }
    }
  }
}

// Beside 1e8 the small entries vanish in every sum; still they must not be lost.
TEST(BudgetProjection, losesNothingOfAVectorInTheModelHoweverUneven) {
  const Graph path = make_path(30);
  std::vector<double> x(30, 0.0);
  for (std::size_t v = 10; v < 16; ++v) x[v] = v == 12 ? 1e8 : 1e-6;
  for (const ProjectionKind kind : {ProjectionKind::head, ProjectionKind::tail}) {
    const ProjectionResult result = project(path, budget_model(kind, 6, 1, 5.0), x);
    EXPECT_EQ(result.lost, 0.0);
    EXPECT_EQ(result.certified_factor, 1.0);
  }
}

TEST(BudgetProjection, losesNothingOfAVectorInTheModel) {
  const Graph grid = make_grid(20, 20);
  std::vector<double> x(400, 0.0);
  constexpr std::size_t kRow = 7;
  for (std::size_t column = 3; column < 15; ++column) x[kRow * 20 + column] = 1.0;
  x[kRow * 20 + 8] = 1e-3;
  x[kRow * 20 + 9] = 0.0;
  for (const ProjectionKind kind : {ProjectionKind::head, ProjectionKind::tail}) {
    const ProjectionResult result = project(grid, budget_model(kind, 12, 1, 11.0), x);
    EXPECT_EQ(result.lost, 0.0);
    EXPECT_EQ(result.certified_factor, 1.0);
  }
}

TEST(BudgetProjection, provesMoreThanThePaperOnALargeGrid) {
  const Graph grid = make_grid(60, 60);
  std::vector<double> x = random_vector(3600, 3);
  for (std::size_t row = 20; row < 30; ++row) {
    for (std::size_t column = 30; column < 40; ++column) x[row * 60 + column] += 6.0;
  }
  const ProjectionOptions tail = budget_model(ProjectionKind::tail, 100, 1, 99.0);
  const ProjectionResult lost = project(grid, tail, x);
  EXPECT_THAT(projection_defect(grid, x, tail, lost), IsEmpty());
  expect_bounded_excess(grid, tail, lost);
  ASSERT_TRUE(lost.certified_factor.has_value());
  EXPECT_LE(*lost.certified_factor, 1.1);
  EXPECT_LE(lost.pcst_calls, 12);

  const ProjectionOptions head = budget_model(ProjectionKind::head, 100, 1, 99.0);
  const ProjectionResult kept = project(grid, head, x);
  ASSERT_TRUE(kept.certified_factor.has_value());
  EXPECT_GE(*kept.certified_factor, 0.9);
  EXPECT_LE(kept.pcst_calls, 12);
}

TEST(BudgetProjection, takesTheLargestEntriesWhereTreesAreAsManyAsNodes) {
  const std::vector<double> x = {1.0, -5.0, 2.0, 4.0, -3.0};
  const ProjectionResult result =
      project(make_path(5), budget_model(ProjectionKind::tail, 2, 3, 0.0), x);
  EXPECT_THAT(result.support, ElementsAre(1, 3));
  EXPECT_EQ(result.certified_factor, 1.0);
  EXPECT_EQ(result.pcst_calls, 0);
}

TEST(BudgetProjection, usesOnlyFreeEdgesWithoutABudget) {
  const std::vector<Edge> edges = {{0, 1, 0.0}, {1, 2, 0.0}, {2, 3, 1e-9}, {3, 4, 0.0}};
  const std::vector<double> x = {1.0, 1.0, 1.0, 2.0, 1.5};
  const Graph graph = Graph::from_edges(5, edges);
  for (const ProjectionKind kind : {ProjectionKind::head, ProjectionKind::tail}) {
    const ProjectionResult result = project(graph, budget_model(kind, 3, 1, 0.0), x);
    EXPECT_THAT(result.support, ElementsAre(3, 4));
    EXPECT_TRUE(result.certified_factor.has_value());
  }
}

TEST(BudgetProjection, acceptsAZeroVector) {
  const std::vector<double> zeros(16, 0.0);
  for (const ProjectionKind kind : {ProjectionKind::head, ProjectionKind::tail}) {
    for (const double budget : {0.0, 3.0}) {
      const ProjectionOptions options = budget_model(kind, 4, 2, budget);
      const Graph grid = make_grid(4, 4);
      const ProjectionResult result = project(grid, options, zeros);
      EXPECT_THAT(projection_defect(grid, zeros, options, result), IsEmpty());
      EXPECT_EQ(result.lost, 0.0);
      EXPECT_EQ(result.certified_factor, 1.0);
    }
  }
}

TEST(BudgetProjection, scalesWithTheVector) {
  const Graph grid = make_grid(12, 12);
  const std::vector<double> x = random_vector(144, 4);
  const ProjectionOptions options = budget_model(ProjectionKind::tail, 20, 2, 19.0);
  const ProjectionResult plain = project(grid, options, x);
  ASSERT_GT(plain.lambda, 0.0);
  for (const double scale : {0x1p-300, 0x1p-30, 0x1p40, 0x1p300}) {
    std::vector<double> scaled = x;
    for (double& entry : scaled) entry *= scale;
    const ProjectionResult result = project(grid, options, scaled);
    EXPECT_EQ(result.support, plain.support);
    EXPECT_EQ(result.lambda, plain.lambda * scale * scale);
    EXPECT_EQ(result.certified_factor, plain.certified_factor);
  }
}

TEST(BudgetProjection, doesNotDependOnTheUnitOfCosts) {
  const Instance instance = make_instance(Shape::sparse, Values::continuous, 60, 5);
  std::vector<Edge> scaled = instance.edges;
  for (Edge& edge : scaled) edge.cost *= 0x1p-20;
  const std::vector<double> x = signed_roots(instance, 5);
  const ProjectionResult plain =
      project(instance.graph(), budget_model(ProjectionKind::head, 12, 1, 5.0), x);
  const ProjectionResult small = project(
      Graph::from_edges(60, scaled), budget_model(ProjectionKind::head, 12, 1, 5.0 * 0x1p-20), x);
  EXPECT_EQ(plain.support, small.support);
  EXPECT_EQ(plain.lambda, small.lambda);
}

TEST(BudgetProjection, claimsNoFactorWhereTheSearchIsCutOff) {
  // One solve cannot tell how much the best support loses here.
  const Graph path = make_path(200);
  std::vector<double> x(200, 0.0);
  for (std::size_t v = 0; v < 200; v += 10) x[v] = 1.0;
  ProjectionOptions options = budget_model(ProjectionKind::tail, 191, 1, 190.0);
  ASSERT_EQ(project(path, options, x).certified_factor, 1.0);

  options = budget_model(ProjectionKind::tail, 30, 1, 29.0);
  options.max_calls = 1;
  const ProjectionResult cut_off = project(path, options, x);
  EXPECT_EQ(cut_off.pcst_calls, 1);
  EXPECT_FALSE(cut_off.certified_factor.has_value());
  EXPECT_FALSE(cut_off.support.empty());
  expect_bounded_excess(path, options, cut_off);

  options.max_calls = 50;
  EXPECT_TRUE(project(path, options, x).certified_factor.has_value());
}

TEST(BudgetProjection, neverExceedsMaxCalls) {
  const Graph grid = make_grid(10, 10);
  for (int max_calls = 1; max_calls <= 6; ++max_calls) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      ProjectionOptions options = budget_model(ProjectionKind::tail, 8, 1, 7.0);
      options.max_calls = max_calls;
      EXPECT_LE(project(grid, options, random_vector(100, seed)).pcst_calls, max_calls);
    }
  }
}

// Few large entries far apart: the cost jumps, which takes a cold search long to enclose.
TEST(BudgetProjection, needsFewerSolvesFromAWarmStart) {
  const Graph path = make_path(300);
  TestRandom random(1);
  std::vector<double> x(300);
  for (double& entry : x) {
    entry = random.chance(0.02) ? 1.0 + random.uniform() : 0.01 * random.normal();
  }
  std::vector<double> near = x;
  for (double& entry : near) entry *= 1.0 + 0.01 * random.normal();
  ProjectionOptions options = budget_model(ProjectionKind::tail, 30, 1, 29.0);
  const int cold_calls = project(path, options, near).pcst_calls;
  ASSERT_GE(cold_calls, 8);

  options.warm_start = true;
  const auto keeping = make_budget_projection(path, options);
  const double lambda = keeping->project(x).lambda;
  const ProjectionResult warm = keeping->project(near);
  EXPECT_LE(warm.pcst_calls, 4);
  EXPECT_TRUE(warm.certified_factor.has_value());

  options.warm_start = false;
  const auto told = make_budget_projection(path, options);
  told->set_lambda(lambda);
  EXPECT_EQ(told->project(near).pcst_calls, warm.pcst_calls);
  EXPECT_EQ(told->project(near).pcst_calls, cold_calls);
}

TEST(BudgetProjection, survivesSenselessWarmStarts) {
  const Graph grid = make_grid(10, 10);
  const std::vector<double> x = random_vector(100, 8);
  const auto projection =
      make_budget_projection(grid, budget_model(ProjectionKind::tail, 10, 1, 9.0));
  for (const double lambda :
       {0.0, -1.0, kInfinity, std::numeric_limits<double>::quiet_NaN(), 1e-300, 1e300}) {
    projection->set_lambda(lambda);
    EXPECT_TRUE(projection->project(x).certified_factor.has_value()) << lambda;
  }
}

TEST(BudgetProjection, forgetsEarlierVectors) {
  const Graph grid = make_grid(15, 15);
  const ProjectionOptions options = budget_model(ProjectionKind::head, 20, 2, 15.0);
  const auto reused = make_budget_projection(grid, options);
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const std::vector<double> x = random_vector(225, seed);
    const ProjectionResult& result = reused->project(x);
    const ProjectionResult fresh = project(grid, options, x);
    EXPECT_EQ(result.support, fresh.support);
    EXPECT_EQ(result.pcst_calls, fresh.pcst_calls);
    EXPECT_EQ(result.certified_factor, fresh.certified_factor);
  }
}

TEST(BudgetProjection, namesTheMissingOption) {
  const Graph path = make_path(3);
  ProjectionOptions options;
  options.max_size = 2;
  try {
    make_budget_projection(path, options);
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("--budget"));
  }
  for (const double budget : {-1.0, kInfinity, std::numeric_limits<double>::quiet_NaN()}) {
    options.budget = budget;
    EXPECT_THROW(make_budget_projection(path, options), InputError) << budget;
  }
}

TEST(BudgetProjection, refusesABadVector) {
  const Graph path = make_path(3);
  const auto projection =
      make_budget_projection(path, budget_model(ProjectionKind::tail, 2, 1, 1.0));
  EXPECT_THROW(projection->project(std::vector<double>{1.0, 2.0}), InputError);
  EXPECT_THROW(projection->project(std::vector<double>{1.0, kInfinity, 0.0}), InputError);
}

// On a forest with unit costs and a budget of one less than the nodes, the model is that of the
// exact method, which goes far beyond brute force.
TEST(BudgetProjection, keepsItsFactorsOnLargeForests) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    TestRandom random(seed);
    const std::int64_t n = 200 + random.below(800);
    const Shape shape = seed % 2 == 0 ? Shape::path : Shape::tree;
    const Graph graph = make_instance(shape, Values::unit_costs, n, seed).graph();
    std::vector<double> x = random_vector(n, seed);
    const double quiet = random.chance(0.5) ? 1.0 : 0.02;
    for (double& entry : x) entry *= random.chance(0.05) ? 1.0 : quiet;
    const std::int64_t high = 5 + random.below(30);
    ProjectionOptions options = budget_model(ProjectionKind::tail, high, 1 + random.below(3), 0.0);
    options.budget = static_cast<double>(high - 1);
    const double best = make_exact_projection(graph, options)->project(x).captured;
    for (const ProjectionKind kind : {ProjectionKind::head, ProjectionKind::tail}) {
      options.kind = kind;
      const ProjectionResult result = project(graph, options, x);
      EXPECT_THAT(projection_defect(graph, x, options, result), IsEmpty()) << "seed " << seed;
      expect_bounded_excess(graph, options, result);
      expect_true_factor(x, options, result, best);
    }
  }
}

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

Forest whole_forest(const Graph& graph) {
  Forest forest;
  forest.nodes.resize(static_cast<std::size_t>(graph.node_count()));
  std::iota(forest.nodes.begin(), forest.nodes.end(), 0);
  forest.edges.resize(static_cast<std::size_t>(graph.edge_count()));
  std::iota(forest.edges.begin(), forest.edges.end(), 0);
  return forest;
}

TEST(ForestTour, cutsTheBestWindowOfAPath) {
  const Graph path = make_path(7);
  const std::vector<double> prizes = {5.0, 0.0, 0.0, 1.0, 3.0, 3.0, 0.0};
  Support nodes;
  ForestTour tour(path);
  tour.cut(whole_forest(path), prizes, 2.0, nodes);
  EXPECT_THAT(nodes, ElementsAre(3, 4, 5));
  tour.cut(whole_forest(path), prizes, 0.5, nodes);
  EXPECT_THAT(nodes, ElementsAre(0));
  tour.cut(whole_forest(path), prizes, 100.0, nodes);
  EXPECT_THAT(nodes, ElementsAre(0, 1, 2, 3, 4, 5));
}

TEST(ForestTour, joinsPartsOfNeighbouringTrees) {
  const std::vector<Edge> edges = {{0, 1, 3.0}, {1, 2, 1.0}, {3, 4, 1.0}, {4, 5, 3.0}};
  const Graph graph = Graph::from_edges(6, edges);
  const std::vector<double> prizes = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0};
  Support nodes;
  ForestTour(graph).cut(whole_forest(graph), prizes, 2.0, nodes);
  EXPECT_THAT(nodes, UnorderedElementsAre(1, 2, 3, 4));
}

// The share that the proof of the head's factor counts on.
TEST(ForestTour, keepsItsShareOfThePrizesWithinTheLimit) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    TestRandom random(seed);
    std::vector<Edge> edges;
    const std::int64_t n = 2 + random.below(60);
    for (std::int64_t v = 1; v < n; ++v) {
      if (random.chance(0.1)) continue;
      edges.push_back(
          {static_cast<NodeId>(random.below(v)), static_cast<NodeId>(v), random.uniform(0.0, 2.0)});
    }
    const Graph graph = Graph::from_edges(n, edges);
    const Forest forest = whole_forest(graph);
    double cost = 0.0;
    for (const Edge& edge : edges) cost += edge.cost;
    std::vector<double> prizes(static_cast<std::size_t>(n));
    for (double& prize : prizes) prize = random.chance(0.3) ? random.uniform() : 0.0;
    const double total = std::accumulate(prizes.begin(), prizes.end(), 0.0);
    const double limit = random.uniform(0.1, 10.0);

    Support nodes;
    ForestTour(graph).cut(forest, prizes, limit, nodes);
    double kept = 0.0;
    for (const NodeId v : nodes) kept += prizes[static_cast<std::size_t>(v)];
    EXPECT_GE(kept, total / (1.0 + 2.0 * cost / limit) - 1e-12) << "seed " << seed;
    const auto trees = static_cast<std::int64_t>(n) - std::ssize(edges);
    EXPECT_LE(forest_cost(graph, membership(graph, nodes), trees), limit + 1e-12)
        << "seed " << seed;
  }
}

}  // namespace
}  // namespace graphsparse
