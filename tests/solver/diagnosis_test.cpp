#include "graphsparse/solver/diagnosis.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numeric>

#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/simulation.hpp"
#include "graphsparse/graph/builders.hpp"

namespace graphsparse {
namespace {

TEST(RestrictedCurvature, ofADiagonalDesignIsItsSmallestAndLargestSquare) {
  // Columns of norms 1, 2, 3 and 4; the last is not in the support.
  const DenseMatrix<double> design(4, 4, {1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4});
  const std::vector<double> target(4, 0.0);
  const std::unique_ptr<Loss> loss = find_loss("squares").make();
  const Problem problem{&design, target, loss.get(), {}, 0.5, false};
  std::vector<RowIndex> rows(4);
  std::iota(rows.begin(), rows.end(), RowIndex{0});
  const RestrictedCurvature curvature = restricted_curvature(problem, rows, Point(4), {0, 1, 2});
  EXPECT_NEAR(curvature.alpha, 1.0 / 4.0 + 0.5, 1e-6);
  EXPECT_NEAR(curvature.beta, 9.0 / 4.0 + 0.5, 1e-6);
}

// Section 4 lets the head's factor go to 1: theorem 1 then has the form of table 1.
TEST(ContractionFactor, hasTheFormOfTable1InTheLimit) {
  for (const double delta : {0.001, 0.01, 0.014, 0.05, 0.2}) {
    const RestrictedCurvature curvature{1.0 - delta, 1.0 + delta};
    EXPECT_NEAR(contraction_factor(curvature, 1.0 / curvature.beta, 1.0, 1.0),
                graph_sto_iht_factor(delta, 1.0), 1e-9)
        << delta;
    EXPECT_NEAR(curvature.delta(), delta, 1e-12);
  }
}

TEST(ContractionFactor, isSmallestAtTheStepOfTheTheory) {
  const RestrictedCurvature curvature{0.95, 1.05};
  const double best = contraction_factor(curvature, 1.0 / curvature.beta, 0.9, 1.2);
  EXPECT_LT(best, contraction_factor(curvature, 0.9 / curvature.beta, 0.9, 1.2));
  EXPECT_LT(best, contraction_factor(curvature, 1.1 / curvature.beta, 0.9, 1.2));
}

// Written out once more, for a tau that is not the formula's.
TEST(Contraction, choosesTheTauWithTheLargestAlpha0) {
  const RestrictedCurvature curvature{0.98, 1.02};
  const double c_head = 0.97;
  const Contraction best = contraction(curvature, 1.0 / curvature.beta, c_head, 1.0);
  const auto alpha_0 = [&](double tau) {
    const double ab = curvature.alpha * curvature.beta;
    return c_head * curvature.alpha * tau -
           std::sqrt(ab * tau * tau - 2.0 * curvature.alpha * tau + 1.0);
  };
  EXPECT_NEAR(best.alpha_0, alpha_0(best.tau), 1e-12);
  for (double tau = 0.01; tau < 2.0 / curvature.beta; tau += 0.01) {
    EXPECT_LE(alpha_0(tau), best.alpha_0 + 1e-12) << tau;
  }
  const double missed = std::sqrt(1.0 - best.alpha_0 * best.alpha_0);
  EXPECT_NEAR(best.beta_0, (1.0 + c_head) * best.tau, 1e-12);
  EXPECT_NEAR(
      best.error_weight,
      best.beta_0 / best.alpha_0 + best.alpha_0 * best.beta_0 / missed + 1.0 / curvature.beta,
      1e-12);
}

// On an orthogonal design the end is the best there is, and the gradient left is that of the noise.
TEST(BlockGradientNorm, isThatOfTheNoiseAtTheEndOfAnOrthogonalDesign) {
  const DenseMatrix<double> design(4, 4, {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2});
  const std::vector<double> target = {2.0, -1.0, 0.1, 0.05};  // the last two are noise
  const std::unique_ptr<Loss> loss = find_loss("squares").make();
  const Problem problem{&design, target, loss.get(), {}, 0.0, false};
  const std::vector<RowIndex> rows = {0, 1, 2, 3};
  const auto structure = make_sparse_structure(4, 2);
  RunDiagnosis diagnosis(problem);
  const Result result =
      solve(problem, *structure, find_solver("iht").options, nullptr, diagnosis.observer());
  const Diagnosis verdict = diagnosis.diagnose(result.x, 0, 2);
  EXPECT_NEAR(verdict.kappa, 0.0, 0.02);
  // At the end the gradient is that of the noise alone.
  EXPECT_NEAR(verdict.gradient_norm, std::hypot(0.1, 0.05) * 2.0 / 4.0, 1e-6);
  EXPECT_NEAR(verdict.gradient_norm, block_gradient_norm(problem, rows, result.x, 4, 4), 1e-12);
  // Blocks of one row: each gradient has one entry.
  EXPECT_NEAR(block_gradient_norm(problem, rows, result.x, 1, 4), (0.1 + 0.05) * 2.0 / 4.0, 1e-6);
}

// Every block has its own smoothness; theorem 1 asks for the largest.
TEST(RunDiagnosis, takesTheSmoothnessOfTheWorstBlock) {
  const DenseMatrix<double> design(4, 2, {1, 0, 0, 1, 3, 0, 0, 1});
  const std::vector<double> target = {1.0, 1.0, 3.0, 1.0};
  const std::unique_ptr<Loss> loss = find_loss("squares").make();
  const Problem problem{&design, target, loss.get(), {}, 0.0, false};
  Point end(2);
  end.w = {1.0, 1.0};
  end.support = {0, 1};
  const RunDiagnosis diagnosis(problem);
  EXPECT_NEAR(diagnosis.diagnose(end).curvature.beta, 10.0 / 4.0, 1e-6);
  EXPECT_NEAR(diagnosis.diagnose(end, 2).curvature.beta, 9.0 / 2.0, 1e-6);
  EXPECT_NEAR(diagnosis.diagnose(end, 2).curvature.alpha, 2.0 / 4.0, 1e-6);
}

// Rows of norm 1 in two directions, three of four in the first: the mean of a a' has eigenvalues
// 3/4 and 1/4 whatever the rows' lengths are.
TEST(ClassCondition, isThatOfCorollary2) {
  const DenseMatrix<double> design(4, 2, {5, 0, -1, 0, 0.1, 0, 0, 2});
  const std::vector<double> target = {1.0, -1.0, 1.0, -1.0};
  const std::unique_ptr<Loss> loss = find_loss("logistic").make();
  const std::vector<RowIndex> rows = {0, 1, 2, 3};
  Problem problem{&design, target, loss.get(), {}, 0.5, false};
  const ClassCondition batch = class_condition(problem, rows, 0).value();
  EXPECT_NEAR(batch.theta_max, 3.0, 1e-6);
  EXPECT_NEAR(2.0 * std::exp(-batch.theta_max * batch.nu / 4.0), 0.05, 1e-9);
  EXPECT_NEAR(batch.mu, 0.5 / (0.5 + (1.0 + batch.nu) * batch.theta_max / (4.0 * 4.0)), 1e-9);
  EXPECT_FALSE(batch.holds());
  const ClassCondition halves = class_condition(problem, rows, 2).value();
  EXPECT_NEAR(halves.theta_max, 1.5, 1e-6);
  EXPECT_NEAR(halves.nu, 2.0 * batch.nu, 1e-6);
  problem.l2 = halves.least_l2 * (1.0 + 1e-9);
  EXPECT_TRUE(class_condition(problem, rows, 2)->holds());
  const std::unique_ptr<Loss> squares = find_loss("squares").make();
  problem.loss = squares.get();
  EXPECT_FALSE(class_condition(problem, rows, 2));
}

// Where rows are many, nu is 1 and no less.
TEST(ClassCondition, hasANuOfAtLeastOne) {
  const DenseMatrix<double> design(400, 1, std::vector<double>(400, 1.0));
  std::vector<double> target(400, 1.0);
  target[0] = -1.0;
  const std::unique_ptr<Loss> loss = find_loss("logistic").make();
  const Problem problem{&design, target, loss.get(), {}, 0.0, false};
  std::vector<RowIndex> rows(400);
  std::iota(rows.begin(), rows.end(), RowIndex{0});
  const ClassCondition condition = class_condition(problem, rows, 0).value();
  EXPECT_EQ(condition.nu, 1.0);
  EXPECT_NEAR(condition.theta_max, 400.0, 1e-6);
  EXPECT_EQ(condition.mu, 0.0);
}

TEST(LargestDelta, isThatOfTheText) {
  EXPECT_NEAR(largest_delta(graph_iht_factor, 1.0), 0.0527, 1e-4);
  // The text rounds mu to 243/250, which gives 7/493.
  EXPECT_NEAR(largest_delta(graph_sto_iht_factor, 1.0), 7.0 / 493.0, 2e-4);
}

TEST(RunDiagnosis, seesAFasterRunOnABetterDesign) {
  const Graph grid = make_grid(8, 8);
  const std::unique_ptr<Loss> loss = find_loss("squares").make();
  std::vector<double> rates;
  for (const std::int64_t observations : {60, 2000}) {
    RandomStream stream(3, "diagnosis");
    const PlantedSignal signal =
        normal_signal(random_walk_support(grid, 27, 5, stream), grid.node_count(), stream);
    Measurements seen = measure_linear(signal, observations, 0.0, stream);
    const DenseMatrix<double> design(observations, grid.node_count(), std::move(seen.design));
    const Problem problem{&design, seen.target, loss.get(), {}, 0.0, false};
    GraphStructureOptions model_options;
    model_options.sparsity = 5;
    const auto model = make_graph_structure(grid, model_options);
    RunDiagnosis diagnosis(problem);
    int calls = 0;
    const Result result = solve(problem, *model, find_solver("graph-iht").options, nullptr,
                                diagnosis.observer([&](const Progress&) {
                                  ++calls;
                                  return CallbackResult::proceed;
                                }));
    const Diagnosis verdict = diagnosis.diagnose(result.x);
    EXPECT_GT(calls, 0);
    EXPECT_GT(verdict.curvature.alpha, 0.0);
    EXPECT_LE(verdict.curvature.alpha, verdict.curvature.beta);
    EXPECT_GT(verdict.observed_rate, 0.0);
    EXPECT_LT(verdict.observed_rate, 1.0);
    EXPECT_LT(verdict.observed_rate, verdict.kappa);  // the theory promises less than is true
    rates.push_back(verdict.observed_rate);
  }
  EXPECT_LT(rates[1], rates[0]);
}

}  // namespace
}  // namespace graphsparse
