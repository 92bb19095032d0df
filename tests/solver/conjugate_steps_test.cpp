#include "solver/conjugate_steps.hpp"

#include <gtest/gtest.h>

#include "solver/support_fit.hpp"
#include "support/planted.hpp"

namespace graphsparse {
namespace {

const std::vector<RowIndex> kRows = all_rows(40);

Point start_on(Support support) {
  Point point(256);
  for (const NodeId feature : support) point.w[static_cast<std::size_t>(feature)] = 0.1;
  point.support = std::move(support);
  return point;
}

double objective_after(int steps, const Problem& problem, Point point) {
  BlockObjective here(problem);
  here.move_to(kRows, point);
  ConjugateSteps conjugate(problem, kRows);
  conjugate.begin(point, here);
  conjugate.take(steps);
  conjugate.store(point);
  here.move_to(kRows, point);
  return here.value(point);
}

TEST(ConjugateSteps, approachTheFitWithWeightsPenaltyAndIntercept) {
  const PlantedProblem planted = PlantedProblem::linear(8, 40, 1, 0.3);
  for (const bool intercept : {false, true}) {
    Problem problem = planted.problem(intercept);
    std::vector<double> weights(40, 1.0);
    weights[5] = 3.0;
    problem.weights = weights;
    problem.l2 = 1e-2;
    const Point start = start_on({1, 5, 9, 100, 200});
    Point fitted = start;
    SupportFit(problem, kRows).fit(fitted);
    BlockObjective at_fit(problem);
    at_fit.move_to(kRows, fitted);
    const double least = at_fit.value(fitted);

    double last = objective_after(0, problem, start);
    for (int steps = 1; steps <= 5; ++steps) {
      const double now = objective_after(steps, problem, start);
      EXPECT_LT(now, last) << steps;
      last = now;
    }
    EXPECT_NEAR(objective_after(12, problem, start), least, 1e-12 * least);
  }
}

// The gradient that a loop has at hand spares a product and changes nothing else.
TEST(ConjugateSteps, startFromAGradientAsFromNone) {
  const PlantedProblem planted = PlantedProblem::linear(8, 40, 2, 0.3);
  const Problem problem = planted.problem(true);
  Point point = start_on({3, 4, 5, 120});
  BlockObjective here(problem);
  here.move_to(kRows, point);
  Gradient gradient;
  make_estimator(problem, kRows, 40, {})->estimate(here, point, gradient);

  ConjugateSteps given(problem, kRows);
  given.begin(point, here, &gradient);
  given.take(3);
  ConjugateSteps computed(problem, kRows);
  computed.begin(point, here);
  computed.take(1);
  computed.take(2);
  EXPECT_NEAR(given.residual_norm(), computed.residual_norm(), 1e-12);
}

// A column of zeros has no curvature, and a column in other units a different one.
TEST(ConjugateSteps, doNotDependOnTheUnitsOfColumns) {
  const std::vector<double> target = {1.0, -2.0, 0.5, 3.0};
  const std::vector<double> values = {1.0, 2.0, 0.0, 0.5, -1.0, 0.0, 2.0, 1.0, 0.0, 0.3, 1.5, 0.0};
  std::vector<double> scaled = values;
  for (std::size_t row = 0; row < 4; ++row) scaled[3 * row + 1] *= 1024.0;
  const auto loss = find_loss("squares").make();
  double residuals[2] = {};
  int next = 0;
  for (const std::vector<double>& entries : {values, scaled}) {
    const DenseMatrix<double> design(4, 3, entries);
    const Problem problem{&design, target, loss.get(), {}, 0.0, false};
    const std::vector<RowIndex> rows = all_rows(4);
    Point point(3);
    point.support = {0, 1, 2};
    BlockObjective here(problem);
    here.move_to(rows, point);
    ConjugateSteps conjugate(problem, rows);
    conjugate.begin(point, here);
    conjugate.take(1);
    residuals[next++] = conjugate.residual_norm();
  }
  EXPECT_DOUBLE_EQ(residuals[0], residuals[1]);
}

}  // namespace
}  // namespace graphsparse
