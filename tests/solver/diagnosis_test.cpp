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
