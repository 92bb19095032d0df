// Every estimator is unbiased with every sampler: the mean over all that can be drawn is the full
// gradient, whatever the estimator remembers.
#include "solver/gradient.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "solver/sampler.hpp"
#include "support/planted.hpp"

namespace graphsparse {
namespace {

Point some_point(double scale) {
  Point point(256);
  point.support = {10, 11, 27};
  for (const NodeId feature : point.support) {
    point.w[static_cast<std::size_t>(feature)] = scale * (feature - 15);
  }
  return point;
}

Gradient full_gradient(const Problem& problem, const std::vector<RowIndex>& rows,
                       const Point& point) {
  BlockObjective all(problem);
  all.move_to(rows, point);
  Gradient full;
  make_estimator(problem, rows, static_cast<std::int64_t>(rows.size()), {})
      ->estimate(all, point, full);
  return full;
}

class Estimators : public testing::TestWithParam<EstimatorKind> {};

TEST_P(Estimators, meanOverAllBlocksIsTheFullGradient) {
  const PlantedProblem planted = PlantedProblem::logistic(6, 24);
  const Problem problem = planted.problem(true);
  const std::vector<RowIndex> rows = all_rows(24);
  SolverOptions options;
  options.estimator = GetParam();
  const Point now = some_point(0.1);
  const Gradient full = full_gradient(problem, rows, now);

  std::vector<double> mean(256, 0.0);
  double mean_intercept = 0.0;
  constexpr int kBlocks = 4;
  for (int block = 0; block < kBlocks; ++block) {
    // A fresh estimator with the same past for each block: what is averaged is one draw.
    const auto estimator = make_estimator(problem, rows, 6, options);
    BlockObjective objective(problem);
    Gradient gradient;
    const Point before = some_point(-0.3);
    estimator->begin_epoch(before, 0);
    if (GetParam() == EstimatorKind::saga) {  // a past with different visits
      objective.move_to(Rows(rows).subspan(3, 6), some_point(0.7));
      estimator->estimate(objective, some_point(0.7), gradient);
    }
    objective.move_to(Rows(rows).subspan(static_cast<std::size_t>(block) * 6, 6), now);
    estimator->estimate(objective, now, gradient);
    for (std::size_t j = 0; j < 256; ++j) mean[j] += gradient.w[j] / kBlocks;
    mean_intercept += gradient.intercept / kBlocks;
  }
  for (std::size_t j = 0; j < 256; ++j) EXPECT_NEAR(mean[j], full.w[j], 1e-12);
  EXPECT_NEAR(mean_intercept, full.intercept, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(All, Estimators,
                         testing::Values(EstimatorKind::plain, EstimatorKind::svrg,
                                         EstimatorKind::saga));

// What shuffled draws: every order of the rows is as likely as any other. Unlike fixed blocks,
// whose mean is the full gradient where all have as many rows, these may be of different sizes.
TEST_P(Estimators, meanOverAllOrdersIsTheFullGradientForBlocksOfAnySize) {
  const PlantedProblem planted = PlantedProblem::logistic(6, 5);
  const Problem problem = planted.problem(true);
  const std::vector<RowIndex> rows = all_rows(5);
  SolverOptions options;
  options.estimator = GetParam();
  const Point now = some_point(0.1);
  const Gradient full = full_gradient(problem, rows, now);
  for (const auto& [begin, size] : {std::pair{0, 1}, std::pair{1, 2}, std::pair{3, 2}}) {
    std::vector<RowIndex> order = rows;
    std::vector<double> mean(256, 0.0);
    double orders = 0.0;
    do {
      const auto estimator = make_estimator(problem, rows, 2, options);
      estimator->begin_epoch(some_point(-0.3), 0);
      BlockObjective objective(problem);
      Gradient gradient;
      objective.move_to(
          Rows(order).subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(size)),
          now);
      estimator->estimate(objective, now, gradient);
      for (std::size_t j = 0; j < 256; ++j) mean[j] += gradient.w[j];
      orders += 1.0;
    } while (std::next_permutation(order.begin(), order.end()));
    ASSERT_EQ(orders, 120.0);
    for (std::size_t j = 0; j < 256; ++j) EXPECT_NEAR(mean[j] / orders, full.w[j], 1e-12);
  }
}

// What norm draws: row i with probability p_i, its gradient divided by m p_i. All pairs of rows are
// drawn here, each as often as it would be; nothing is left to chance.
class EstimatorsOfDrawnRows : public testing::TestWithParam<EstimatorKind> {
 protected:
  static constexpr std::size_t kRows = 6;

  EstimatorsOfDrawnRows() : problem_(planted_.problem(true)), rows_(all_rows(kRows)) {
    problem_.weights = kWeights;
    const std::vector<double> norms = squared_row_norms(*problem_.design, rows_);
    double total = 0.0;
    for (std::size_t i = 0; i < kRows; ++i) total += kWeights[i] * norms[i];
    for (std::size_t i = 0; i < kRows; ++i) {
      probability_.push_back(0.5 / kRows + 0.5 * kWeights[i] * norms[i] / total);
    }
  }

  double factor(std::size_t i) const { return 1.0 / (kRows * probability_[i]); }

  // The estimate from rows i and j at `now`, after a visit of rows 2, 4 and once more 2.
  Gradient estimate(std::size_t i, std::size_t j, const Point& now) const {
    SolverOptions options;
    options.estimator = GetParam();
    const auto estimator = make_estimator(problem_, rows_, 2, options);
    BlockObjective objective(problem_);
    Gradient gradient;
    estimator->begin_epoch(some_point(-0.3), 0);
    const std::vector<RowIndex> before = {2, 4, 2};
    const std::vector<double> before_factors = {factor(2), factor(4), factor(2)};
    objective.move_to(before, some_point(0.7), before_factors);
    estimator->estimate(objective, some_point(0.7), gradient);
    const std::vector<RowIndex> drawn = {static_cast<RowIndex>(i), static_cast<RowIndex>(j)};
    const std::vector<double> factors = {factor(i), factor(j)};
    objective.move_to(drawn, now, factors);
    estimator->estimate(objective, now, gradient);
    return gradient;
  }

  static constexpr std::array<double, kRows> kWeights = {1.0, 0.5, 3.0, 1.0, 2.0, 0.25};
  const PlantedProblem planted_ = PlantedProblem::logistic(6, kRows);
  Problem problem_;
  const std::vector<RowIndex> rows_;
  std::vector<double> probability_;
};

TEST_P(EstimatorsOfDrawnRows, meanOverAllDrawsIsTheFullGradient) {
  const Point now = some_point(0.1);
  const Gradient full = full_gradient(problem_, rows_, now);

  std::vector<double> mean(256, 0.0);
  double mean_intercept = 0.0;
  for (std::size_t i = 0; i < kRows; ++i) {
    for (std::size_t j = 0; j < kRows; ++j) {
      const Gradient gradient = estimate(i, j, now);
      const double share = probability_[i] * probability_[j];
      for (std::size_t k = 0; k < 256; ++k) mean[k] += share * gradient.w[k];
      mean_intercept += share * gradient.intercept;
    }
  }
  for (std::size_t k = 0; k < 256; ++k) EXPECT_NEAR(mean[k], full.w[k], 1e-12);
  EXPECT_NEAR(mean_intercept, full.intercept, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(All, EstimatorsOfDrawnRows,
                         testing::Values(EstimatorKind::plain, EstimatorKind::svrg,
                                         EstimatorKind::saga));

TEST(Scsg, isExactAtItsOwnSnapshotWhenTheBatchIsAllRows) {
  const PlantedProblem planted = PlantedProblem::linear(6, 2);
  const Problem problem = planted.problem();
  SolverOptions options;
  options.estimator = EstimatorKind::scsg;
  const std::vector<RowIndex> one = {0};
  const auto estimator = make_estimator(problem, one, 1, options);
  const Point point = some_point(0.2);
  BlockObjective block(problem);
  block.move_to(one, point);
  Gradient corrected;
  Gradient plain;
  estimator->estimate(block, point, corrected);
  make_estimator(problem, one, 1, {})->estimate(block, point, plain);
  EXPECT_EQ(corrected.w, plain.w);
}

}  // namespace
}  // namespace graphsparse
