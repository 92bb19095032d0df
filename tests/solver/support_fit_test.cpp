#include "solver/support_fit.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/planted.hpp"

namespace graphsparse {
namespace {

// The derivative of the objective along each feature of the support and along the intercept.
double largest_slope(const Problem& problem, const Point& point) {
  BlockObjective all(problem);
  const std::vector<RowIndex> rows = all_rows(problem.design->rows());
  all.move_to(rows, point);
  std::vector<double> gradient(point.w.size(), 0.0);
  problem.design->add_transposed(rows, all.derivatives(), gradient);
  double largest = 0.0;
  for (const NodeId feature : point.support) {
    const auto j = static_cast<std::size_t>(feature);
    largest = std::max(largest, std::abs(gradient[j] + problem.l2 * point.w[j]));
  }
  if (problem.intercept) {
    double sum = 0.0;
    for (const double slope : all.derivatives()) sum += slope;
    largest = std::max(largest, std::abs(sum));
  }
  return largest;
}

TEST(SupportFit, squaresReachTheMinimumThroughChangingSupports) {
  const PlantedProblem planted = PlantedProblem::linear(8, 40, 1, 0.3);
  for (const bool intercept : {false, true}) {
    Problem problem = planted.problem(intercept);
    std::vector<double> weights(40, 1.0);
    weights[5] = 3.0;
    problem.weights = weights;
    problem.l2 = 1e-3;
    SupportFit fit(problem, all_rows(40));
    Point point(256);
    for (const Support& support :
         {Support{1, 5, 9}, Support{5, 6, 7, 9, 200}, Support{0, 5}, Support{5, 6, 7, 9, 200}}) {
      std::fill(point.w.begin(), point.w.end(), 0.0);
      point.support = support;
      fit.fit(point);
      EXPECT_LT(largest_slope(problem, point), 1e-13);
    }
  }
}

TEST(SupportFit, aPenaltyWithMoreFeaturesThanRowsHasOneMinimum) {
  const PlantedProblem planted = PlantedProblem::linear(8, 6, 1, 0.3);
  for (const bool intercept : {false, true}) {
    Problem problem = planted.problem(intercept);
    const std::vector<double> weights = {1.0, 3.0, 0.5, 1.0, 2.0, 1.0};
    problem.weights = weights;
    problem.l2 = 0.05;
    SupportFit fit(problem, all_rows(6));
    Point point(256);
    for (const Support& support :
         {Support{1, 2, 3, 4, 5, 6, 7, 8}, Support{3, 4}, Support{2, 3, 4, 5, 6, 7, 200}}) {
      std::fill(point.w.begin(), point.w.end(), 0.0);
      point.support = support;
      fit.fit(point);
      EXPECT_LT(largest_slope(problem, point), 1e-13);
    }
  }
}

// Two rows that are the same make the kernel singular.
TEST(SupportFit, aPenaltyTooSmallToCountIsNone) {
  const DenseMatrix<double> design(
      3, 5, {1.0, 2.0, 0.5, -1.0, 3.0, 1.0, 2.0, 0.5, -1.0, 3.0, 0.0, 1.0, 4.0, 2.0, -2.0});
  const std::vector<double> target = {1.0, 1.0, -2.0};
  const auto loss = find_loss("squares").make();
  const Problem problem{&design, target, loss.get(), {}, 1e-25, false};
  SupportFit fit(problem, all_rows(3));
  Point point(5);
  point.support = {0, 1, 2, 3, 4};
  fit.fit(point);
  EXPECT_LT(largest_slope(problem, point), 1e-10);
}

TEST(SupportFit, takesTheSmallestSolutionWhereThereAreMoreFeaturesThanRows) {
  const PlantedProblem planted = PlantedProblem::linear(8, 5);
  const Problem problem = planted.problem();
  SupportFit fit(problem, all_rows(5));
  Point point(256);
  point.support = {1, 2, 3, 4, 5, 6, 7, 8};
  fit.fit(point);
  BlockObjective all(problem);
  const std::vector<RowIndex> rows = all_rows(5);
  all.move_to(rows, point);
  EXPECT_LT(all.mean_loss(), 1e-20);
}

// Supports that share most columns, all, or none: C C' is updated or made anew.
TEST(SupportFit, theSmallestSolutionDoesNotDependOnTheSupportsBefore) {
  const PlantedProblem planted = PlantedProblem::linear(8, 5);
  for (const bool intercept : {false, true}) {
    const Problem problem = planted.problem(intercept);
    SupportFit reused(problem, all_rows(5));
    for (const Support& support :
         {Support{1, 2, 3, 4, 5, 6, 7, 8}, Support{1, 2, 3, 4, 5, 6, 7, 8},
          Support{1, 2, 3, 4, 5, 6, 7, 9}, Support{1, 2, 3, 4, 5, 6, 7, 9, 10},
          Support{1, 2, 3, 4, 5, 6, 7, 9}, Support{2, 3, 4, 5, 6, 7, 9, 200, 201}, Support{2, 3},
          Support{2, 3, 4, 5, 6, 7, 9, 200, 201}, Support{30, 31, 32, 33, 34, 35}}) {
      Point point(256);
      point.support = support;
      reused.fit(point);
      SupportFit fresh(problem, all_rows(5));
      Point expected(256);
      expected.support = support;
      fresh.fit(expected);
      for (const NodeId feature : support) {
        const auto j = static_cast<std::size_t>(feature);
        EXPECT_NEAR(point.w[j], expected.w[j], 1e-12);
      }
      EXPECT_NEAR(point.intercept, expected.intercept, 1e-12);
    }
  }
}

TEST(SupportFit, newtonReachesTheMinimumOfEveryLoss) {
  for (const LossRow& row : loss_table()) {
    PlantedProblem planted = PlantedProblem::linear(4, 60, 2, 0.5);
    planted.loss = row.make();
    for (double& y : planted.target) {
      if (row.name == "logistic") y = y > 0.0 ? 1.0 : -1.0;
      if (row.name == "poisson") y = std::abs(std::round(3.0 * y));
    }
    Problem problem = planted.problem(true);
    problem.l2 = 1e-3;
    SupportFit fit(problem, all_rows(60));
    Point point(256);
    point.support = planted.signal.support;
    for (int round = 0; round < 5; ++round) fit.fit(point);
    EXPECT_LT(largest_slope(problem, point), 1e-6) << row.name;
  }
}

// Columns of very different units, a wild target, and few rows with a curvature.
TEST(SupportFit, minimizesWhereNewtonsOwnStepsDoNot) {
  for (const LossRow& row : loss_table()) {
    PlantedProblem planted = PlantedProblem::linear(6, 60, 2, 0.5);
    planted.loss = row.make({0.01});
    const Response response = planted.loss->traits().response;
    for (std::size_t i = 0; i < planted.target.size(); ++i) {
      double& y = planted.target[i];
      if (response == Response::numbers) y += i % 3 == 0 ? 100.0 : 0.0;
      if (response == Response::classes) y = y + (i % 4 == 0 ? 5.0 : 0.0) > 0.0 ? 1.0 : -1.0;
      if (response == Response::counts) y = std::round(1000.0 * std::exp(0.3 * y));
    }
    for (const double l2 : {0.0, 1e-3}) {
      Problem problem = planted.problem(true);
      problem.l2 = l2;
      SupportFit fit(problem, all_rows(60));
      Point point(256);
      const double before = largest_slope(problem, point);
      point.support = planted.signal.support;
      EXPECT_TRUE(fit.minimize(point, 1e-9 * before)) << row.name;
      EXPECT_LE(largest_slope(problem, point), 1e-7 * before) << row.name << ' ' << l2;
    }
  }
}

TEST(SupportFit, saysWhereThereIsNoFiniteMinimum) {
  const DenseMatrix<double> design(4, 1, {-2.0, -1.0, 1.0, 2.0});
  const std::vector<double> separable = {-1.0, -1.0, 1.0, 1.0};
  const std::vector<double> mixed = {-1.0, 1.0, -1.0, 1.0};
  const auto loss = find_loss("logistic").make();
  const auto has_minimum = [&](const std::vector<double>& target, double l2) {
    const Problem problem{&design, target, loss.get(), {}, l2, true};
    SupportFit fit(problem, all_rows(4));
    Point point(1);
    point.support = {0};
    return fit.minimize(point, 1e-10);
  };
  EXPECT_FALSE(has_minimum(separable, 0.0));
  EXPECT_TRUE(has_minimum(separable, 1e-4));
  EXPECT_TRUE(has_minimum(mixed, 0.0));
}

}  // namespace
}  // namespace graphsparse
