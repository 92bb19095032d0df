// Every estimator is unbiased: the mean over all blocks is the full gradient, whatever it
// remembers.
#include "solver/gradient.hpp"

#include <gtest/gtest.h>

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

class Estimators : public testing::TestWithParam<EstimatorKind> {};

TEST_P(Estimators, meanOverAllBlocksIsTheFullGradient) {
  const PlantedProblem planted = PlantedProblem::logistic(6, 24);
  const Problem problem = planted.problem(true);
  const std::vector<RowIndex> rows = all_rows(24);
  SolverOptions options;
  options.estimator = GetParam();
  const Point now = some_point(0.1);

  BlockObjective all(problem);
  all.move_to(rows, now);
  Gradient full;
  make_estimator(problem, rows, 24, {})->estimate(all, now, full);

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
