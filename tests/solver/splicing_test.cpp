// Exchanges of single features: the supports stay allowed, the objective falls, and what is left
// cannot be improved by any one exchange.
#include "solver/splicing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "graphsparse/graph/components.hpp"
#include "graphsparse/objective/block_objective.hpp"
#include "solver/support_fit.hpp"
#include "support/planted.hpp"

namespace graphsparse {
namespace {

double objective(const Problem& problem, Rows rows, const Point& point) {
  BlockObjective all(problem);
  all.move_to(rows, point);
  return all.value(point);
}

Point fitted(const Problem& problem, const std::vector<RowIndex>& rows, Support support) {
  Point point(problem.features());
  point.support = std::move(support);
  SupportFit(problem, rows).fit(point);
  return point;
}

// The least objective of all supports that differ from the point's by one connected exchange.
double best_exchange(const PlantedProblem& planted, const Problem& problem,
                     const std::vector<RowIndex>& rows, const Point& point) {
  double least = objective(problem, rows, point);
  for (const NodeId leaving : point.support) {
    for (NodeId entering = 0; entering < problem.features(); ++entering) {
      Support support = point.support;
      if (std::binary_search(support.begin(), support.end(), entering)) continue;
      *std::find(support.begin(), support.end(), leaving) = entering;
      std::sort(support.begin(), support.end());
      if (count_induced_components(planted.graph, support) != 1) continue;
      least = std::min(least, objective(problem, rows, fitted(problem, rows, support)));
    }
  }
  return least;
}

void expect_spliced(const PlantedProblem& planted, double l2) {
  Problem problem = planted.problem(true);
  problem.l2 = l2;
  const std::vector<RowIndex> rows = used_rows(problem);
  const auto structure = planted.structure(StructureKind::graph);
  std::vector<double> slopes(static_cast<std::size_t>(problem.features()), 0.0);
  RandomStream stream(3, "splicing test");
  for (double& slope : slopes) slope = stream.normal();
  Point point = fitted(problem, rows, structure->tail(slopes));
  const std::size_t size = point.support.size();
  const double before = objective(problem, rows, point);
  splice(problem, rows, *structure, 0, point);
  const double after = objective(problem, rows, point);
  EXPECT_LT(after, before);
  EXPECT_EQ(point.support.size(), size);
  EXPECT_EQ(count_induced_components(planted.graph, point.support), 1);
  EXPECT_GE(best_exchange(planted, problem, rows, point), after - 1e-6 * after);
}

TEST(Splicing, endsWhereNoExchangeHelpsSquares) {
  expect_spliced(PlantedProblem::linear(6, 40, 1, 0.5), 0.0);
}

TEST(Splicing, endsWhereNoExchangeHelpsLabels) {
  expect_spliced(PlantedProblem::logistic(6, 80, 2), 0.1);
}

TEST(Splicing, findsTheSignalFromOneWrongFeature) {
  const PlantedProblem planted = PlantedProblem::linear(8, 60);
  const Problem problem = planted.problem();
  const std::vector<RowIndex> rows = used_rows(problem);
  const auto structure = planted.structure(StructureKind::none);
  Support support = planted.signal.support;
  support.back() = support.back() == 255 ? 0 : 255;
  std::sort(support.begin(), support.end());
  Point point = fitted(problem, rows, support);
  splice(problem, rows, *structure, 0, point);
  EXPECT_EQ(point.support, planted.signal.support);
}

TEST(Splicing, leavesWholeGroupsAlone) {
  const PlantedProblem planted = PlantedProblem::linear(8, 60);
  const Problem problem = planted.problem();
  const std::vector<RowIndex> rows = used_rows(problem);
  const auto structure = planted.structure(StructureKind::groups);
  std::vector<double> x(256, 0.0);
  x[0] = 1.0;
  const Point start = fitted(problem, rows, structure->tail(x));
  Point point = start;
  splice(problem, rows, *structure, 0, point);
  EXPECT_EQ(point.support, start.support);
}

Point spliced(const Problem& problem, const std::vector<RowIndex>& rows, Structure& structure,
              std::uint64_t seed, Point point) {
  splice(problem, rows, structure, seed, point);
  return point;
}

TEST(Splicing, perturbationsNeverLeadAboveExchangesAlone) {
  std::int64_t better = 0;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const PlantedProblem planted = PlantedProblem::linear(10, 22, seed);
    const Problem problem = planted.problem();
    const std::vector<RowIndex> rows = used_rows(problem);
    const auto structure = planted.structure(StructureKind::graph);
    std::vector<double> x(256, 0.0);
    RandomStream stream(seed, "splicing test");
    for (double& value : x) value = stream.normal();
    const Point start = fitted(problem, rows, structure->tail(x));
    Point exchanged = start;
    Splicing(problem, rows, structure->make_exchange_rule()).improve(exchanged);
    const double alone = objective(problem, rows, exchanged);
    const double with = objective(problem, rows, spliced(problem, rows, *structure, seed, start));
    EXPECT_LE(with, alone + 1e-12);
    if (with < 0.99 * alone) ++better;
  }
  EXPECT_GT(better, 0);
}

TEST(Splicing, theSeedDecidesThePerturbations) {
  const PlantedProblem planted = PlantedProblem::linear(10, 40, 3, 1.0);
  const Problem problem = planted.problem();
  const std::vector<RowIndex> rows = used_rows(problem);
  const auto structure = planted.structure(StructureKind::graph);
  std::vector<double> x(256, 0.0);
  x[100] = 1.0;
  const Point start = fitted(problem, rows, structure->tail(x));
  const Point first = spliced(problem, rows, *structure, 7, start);
  const Point again = spliced(problem, rows, *structure, 7, start);
  EXPECT_EQ(first.support, again.support);
  EXPECT_EQ(first.w, again.w);
}

}  // namespace
}  // namespace graphsparse
