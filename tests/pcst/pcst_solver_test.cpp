#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/graph/builders.hpp"
#include "graphsparse/pcst/pcst.hpp"
#include "support/instances.hpp"
#include "support/validity.hpp"

namespace graphsparse {
namespace {

using test_support::forest_defect;
using test_support::make_instance;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string error_of(const Graph& graph, const std::vector<double>& prizes,
                     const PcstOptions& options = {}) {
  PcstSolver solver(graph);
  try {
    solver.solve({prizes, options});
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Pruning, isParsedByTheNameItPrints) {
  for (const Pruning pruning : {Pruning::none, Pruning::simple, Pruning::gw, Pruning::strong}) {
    EXPECT_EQ(parse_pruning(to_string(pruning)), pruning);
  }
  EXPECT_EQ(parse_pruning("GW"), std::nullopt);
  EXPECT_EQ(parse_pruning(""), std::nullopt);
}

TEST(PcstSolver, joinsTwoRichNodesOverAPoorOne) {
  const Graph graph = make_path(3);
  PcstSolver solver(graph);
  const std::vector<double> prizes = {3.0, 0.0, 4.0};
  const Forest& forest = solver.solve({prizes});
  EXPECT_THAT(forest.nodes, ElementsAre(0, 1, 2));
  EXPECT_THAT(forest.edges, ElementsAre(0, 1));
  EXPECT_EQ(forest.cost, 2.0);
  EXPECT_EQ(forest.prizes_outside, 0.0);
  EXPECT_EQ(forest.objective(), 2.0);
  EXPECT_EQ(forest.components, 1);
}

TEST(PcstSolver, keepsTheRichestNodeWhenEdgesAreDear) {
  const std::vector<double> prizes = {3.0, 1.0, 4.0, 2.0};
  const Graph graph = make_path(4);
  PcstSolver solver(graph);
  for (const Pruning pruning : {Pruning::simple, Pruning::gw, Pruning::strong}) {
    const Forest& forest = solver.solve({prizes, {.cost_scale = 100.0, .pruning = pruning}});
    EXPECT_THAT(forest.nodes, ElementsAre(2)) << to_string(pruning);
    EXPECT_THAT(forest.edges, IsEmpty());
    EXPECT_EQ(forest.prizes_outside, 6.0);
  }
}

TEST(PcstSolver, takesTheCheapestOfParallelEdges) {
  const Graph graph =
      Graph::from_edges(2, std::vector<Edge>{{0, 1, 3.0}, {1, 0, 2.0}, {0, 1, 2.5}});
  PcstSolver solver(graph);
  const std::vector<double> prizes = {5.0, 5.0};
  EXPECT_THAT(solver.solve({prizes}).edges, ElementsAre(1));
}

// The pendant 0 - 1 dies before it is reached; gw pruning drops it again, simple pruning does not.
TEST(PcstSolver, prunesMoreFromSimpleToStrong) {
  const std::vector<Edge> edges = {{0, 1, 3.0}, {1, 2, 1.0}, {2, 3, 1.0}};
  const std::vector<double> prizes = {2.0, 4.0, 0.0, 9.0};
  const Graph graph = Graph::from_edges(4, edges);
  PcstSolver solver(graph);
  const Support with_simple = solver.solve({prizes, {.pruning = Pruning::simple}}).nodes;
  const Support with_gw = solver.solve({prizes, {.pruning = Pruning::gw}}).nodes;
  const Support with_strong = solver.solve({prizes, {.pruning = Pruning::strong}}).nodes;
  EXPECT_LE(with_gw.size(), with_simple.size());
  EXPECT_THAT(with_strong, ElementsAre(1, 2, 3));
}

TEST(PcstSolver, growsToSeveralTreesWhenAsked) {
  const std::vector<Edge> edges = {{0, 1, 1.0}, {1, 2, 50.0}, {2, 3, 1.0}};
  const std::vector<double> prizes = {9.0, 9.0, 9.0, 9.0};
  const Graph graph = Graph::from_edges(4, edges);
  PcstSolver solver(graph);
  const Forest& two = solver.solve({prizes, {.components = 2}});
  EXPECT_THAT(two.nodes, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(two.edges, ElementsAre(0, 2));
  EXPECT_EQ(two.components, 2);
}

TEST(PcstSolver, returnsTheRootAloneWhenNothingIsWorthReaching) {
  const Graph graph = make_path(5);
  const std::vector<double> prizes = {0.1, 0.1, 0.0, 0.1, 0.1};
  PcstSolver solver(graph);
  for (const Pruning pruning : {Pruning::simple, Pruning::gw, Pruning::strong}) {
    const Forest& forest = solver.solve({prizes, {.root = 2, .components = 0, .pruning = pruning}});
    EXPECT_THAT(forest.nodes, ElementsAre(2)) << to_string(pruning);
    EXPECT_NEAR(forest.objective(), 0.4, 1e-12);
  }
}

// The hub 0 is too poor to start on its own. A first leaf reaches it and becomes inactive before
// the edge to the root is covered; a second leaf must still find that edge.
TEST(PcstSolver, reachesTheRootThroughAHubThatBecameInactive) {
  const std::vector<Edge> edges = {{0, 1, 3.0}, {0, 2, 1.0}, {0, 3, 1.0}, {0, 4, 2.5}};
  const std::vector<double> prizes = {0.0, 0.0, 1.2, 0.1, 20.0};
  const Graph graph = Graph::from_edges(5, edges);
  PcstSolver solver(graph);
  const Forest& forest = solver.solve({prizes, {.root = 1, .components = 0}});
  EXPECT_THAT(forest.nodes, ElementsAre(0, 1, 2, 4));
}

TEST(PcstSolver, solvesTheEmptyGraph) {
  const Graph graph;
  PcstSolver solver(graph);
  const Forest& forest = solver.solve(PcstInput{});
  EXPECT_THAT(forest.nodes, IsEmpty());
  EXPECT_THAT(forest.edges, IsEmpty());
  EXPECT_EQ(forest.objective(), 0.0);
  EXPECT_EQ(forest.lower_bound, 0.0);
  EXPECT_EQ(forest.components, 0);
}

TEST(PcstSolver, isExactOnASingleNode) {
  const Graph graph = Graph::from_edges(1, {});
  PcstSolver solver(graph);
  for (const double prize : {0.0, 2.5}) {
    const std::vector<double> prizes = {prize};
    const Forest& forest = solver.solve({prizes});
    EXPECT_EQ(forest_defect(graph, prizes, {}, forest), "");
    EXPECT_THAT(forest.nodes, ElementsAre(0));
    const Forest& rooted = solver.solve({prizes, {.root = 0, .components = 0}});
    EXPECT_THAT(rooted.nodes, ElementsAre(0));
  }
}

TEST(PcstSolver, rejectsBadPrizesNamingTheNode) {
  const Graph graph = make_path(3);
  for (const double bad : {-1.0, -1e-300, kNan, kInfinity, -kInfinity}) {
    const std::string message = error_of(graph, {1.0, bad, 1.0});
    EXPECT_THAT(message, HasSubstr("prize")) << bad;
    EXPECT_THAT(message, HasSubstr("1")) << bad;
  }
  EXPECT_THAT(error_of(graph, {1.0, 1.0}), HasSubstr("3")) << "one prize too few";
  EXPECT_THAT(error_of(graph, {1.0, 1.0, 1.0, 1.0}), HasSubstr("3")) << "one prize too many";
}

TEST(PcstSolver, rejectsBadOptionsNamingThem) {
  const Graph graph = make_path(3);
  const std::vector<double> prizes = {1.0, 2.0, 3.0};
  EXPECT_THAT(error_of(graph, prizes, {.root = 3, .components = 0}), HasSubstr("root"));
  EXPECT_THAT(error_of(graph, prizes, {.root = -5, .components = 0}), HasSubstr("root"));
  EXPECT_THAT(error_of(graph, prizes, {.root = 0, .components = 1}), HasSubstr("components"));
  EXPECT_THAT(error_of(graph, prizes, {.components = 0}), HasSubstr("components"));
  EXPECT_THAT(error_of(graph, prizes, {.components = -3}), HasSubstr("components"));
  for (const double bad : {-1.0, kNan, kInfinity}) {
    EXPECT_THAT(error_of(graph, prizes, {.cost_scale = bad}), HasSubstr("cost_scale")) << bad;
  }
  EXPECT_EQ(error_of(graph, prizes, {.cost_scale = 0.0}), "no error");
  EXPECT_EQ(error_of(graph, prizes, {.components = std::int64_t{1} << 40}), "no error");
}

TEST(PcstSolver, worksAfterAMove) {
  const Graph graph = make_path(4);
  const std::vector<double> prizes = {3.0, 0.0, 0.0, 4.0};
  PcstSolver first(graph);
  const Support nodes = first.solve({prizes}).nodes;
  PcstSolver second = std::move(first);
  EXPECT_EQ(second.solve({prizes}).nodes, nodes);
  EXPECT_EQ(&second.graph(), &graph);
}

TEST(PcstSolver, needsPrizesOfItsOwn) {
  const Graph graph = make_path(3);
  PcstSolver solver(graph);
  EXPECT_THROW(solver.solve(PcstOptions{}), InputError);
  const std::vector<double> prizes = {1.0, 2.0, 3.0};
  solver.set_prizes(prizes);
  EXPECT_NO_THROW(solver.solve(PcstOptions{}));
  // A vector that was refused leaves none behind.
  const std::vector<double> bad = {1.0, -2.0, 3.0};
  EXPECT_THROW(solver.set_prizes(bad), InputError);
  EXPECT_THROW(solver.solve(PcstOptions{}), InputError);
}

TEST(PcstSolver, refusesSumsAndProductsBeyondADouble) {
  const Graph dear = Graph::from_edges(2, std::vector<Edge>{{0, 1, 1e300}});
  EXPECT_THAT(error_of(dear, {1.0, 1.0}, {.cost_scale = 1e10}), HasSubstr("makes the cost 1e+300"));
  EXPECT_THAT(error_of(dear, {1e308, 1e308}), HasSubstr("the sum of the prizes is too large"));
}

// Thousands of events at one time, and a queue that has to split its buckets.
TEST(PcstSolver, isRightWhereThousandsOfNodesAreAlike) {
  const Graph grid = make_grid(60, 60);
  PcstSolver solver(grid);
  for (const double prize : {0.4, 1.5}) {
    const std::vector<double> prizes(3600, prize);
    const Forest& forest = solver.solve({prizes, {.pruning = Pruning::gw}});
    EXPECT_EQ(forest_defect(grid, prizes, {.pruning = Pruning::gw}, forest), "");
    EXPECT_LE(forest.objective(), 2.0 * forest.lower_bound + 1e-6);
    // All or one: an edge costs 1.
    EXPECT_EQ(forest.nodes.size(), prize > 1.0 ? 3600U : 1U);
  }
}

}  // namespace
}  // namespace graphsparse
