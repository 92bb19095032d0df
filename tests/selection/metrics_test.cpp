#include "graphsparse/selection/metrics.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <vector>

#include "graphsparse/core/error.hpp"

namespace graphsparse {
namespace {

using Numbers = std::vector<double>;

// Every pair of a +1 and a -1, ties counting one half.
double area_by_pairs(const Numbers& scores, const Numbers& labels) {
  double won = 0.0;
  double pairs = 0.0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    for (std::size_t j = 0; j < labels.size(); ++j) {
      if (labels[i] <= 0.0 || labels[j] > 0.0) continue;
      pairs += 1.0;
      if (scores[i] > scores[j]) won += 1.0;
      if (scores[i] == scores[j]) won += 0.5;
    }
  }
  return won / pairs;
}

// Few distinct scores, so that there are many ties; a sample of each class at least.
struct Ranking {
  Numbers scores = {0.0, 0.0};
  Numbers labels = {-1.0, 1.0};
};

Ranking draw_ranking() {
  Ranking ranking;
  const auto count = *rc::gen::inRange(0, 30);
  for (int i = 0; i < count; ++i) {
    ranking.scores.push_back(*rc::gen::inRange(-3, 4));
    ranking.labels.push_back(*rc::gen::element(-1.0, 1.0));
  }
  return ranking;
}

RC_GTEST_PROP(AreaUnderCurve, equalsTheShareOfPairsInOrder, ()) {
  const Ranking ranking = draw_ranking();
  RC_ASSERT(std::abs(area_under_curve(ranking.scores, ranking.labels) -
                     area_by_pairs(ranking.scores, ranking.labels)) < 1e-12);
}

RC_GTEST_PROP(AreaUnderCurve, isTheAreaUnderTheLinesOfTheRocCurve, ()) {
  const Ranking ranking = draw_ranking();
  const std::vector<RocPoint> curve = roc_curve(ranking.scores, ranking.labels);
  double area = 0.0;
  for (std::size_t k = 1; k < curve.size(); ++k) {
    RC_ASSERT(curve[k].false_positive_rate >= curve[k - 1].false_positive_rate);
    RC_ASSERT(curve[k].true_positive_rate >= curve[k - 1].true_positive_rate);
    area += (curve[k].false_positive_rate - curve[k - 1].false_positive_rate) * 0.5 *
            (curve[k].true_positive_rate + curve[k - 1].true_positive_rate);
  }
  RC_ASSERT(curve.back().true_positive_rate == 1.0);
  RC_ASSERT(curve.back().false_positive_rate == 1.0);
  RC_ASSERT(std::abs(area - area_under_curve(ranking.scores, ranking.labels)) < 1e-12);
}

RC_GTEST_PROP(AreaUnderCurve, turnsRoundWithTheSignOfTheScores, ()) {
  const Ranking ranking = draw_ranking();
  Numbers opposite = ranking.scores;
  for (double& score : opposite) score = -score;
  RC_ASSERT(std::abs(area_under_curve(ranking.scores, ranking.labels) +
                     area_under_curve(opposite, ranking.labels) - 1.0) < 1e-12);
}

TEST(AreaUnderCurve, isNotANumberWithoutAClass) {
  EXPECT_TRUE(std::isnan(area_under_curve(Numbers{1, 2}, Numbers{1, 1})));
}

// For each sample of +1 the precision among those that score at least as high, one by one.
RC_GTEST_PROP(AveragePrecision, isTheMeanPrecisionAtEachPositive, ()) {
  const Ranking ranking = draw_ranking();
  double sum = 0.0;
  double positive = 0.0;
  for (std::size_t i = 0; i < ranking.labels.size(); ++i) {
    if (ranking.labels[i] <= 0.0) continue;
    double above = 0.0;
    double right = 0.0;
    for (std::size_t j = 0; j < ranking.labels.size(); ++j) {
      if (ranking.scores[j] < ranking.scores[i]) continue;
      above += 1.0;
      if (ranking.labels[j] > 0.0) right += 1.0;
    }
    sum += right / above;
    positive += 1.0;
  }
  RC_ASSERT(std::abs(average_precision(ranking.scores, ranking.labels) - sum / positive) < 1e-12);
}

TEST(AveragePrecision, isNotANumberWithoutAPositive) {
  EXPECT_TRUE(std::isnan(average_precision(Numbers{1, 2}, Numbers{-1, -1})));
  EXPECT_DOUBLE_EQ(average_precision(Numbers{3, 1, 2}, Numbers{1, -1, 1}), 1.0);
}

TEST(Metrics, f1IsOfTheSecondClass) {
  const Numbers labels = {1, 1, 1, -1, -1, -1};
  const Numbers predictors = {2, -1, 1, -2, 0.5, 0};
  EXPECT_DOUBLE_EQ(f1_score(predictors, labels), 2.0 * 2.0 / (2.0 * 2.0 + 1.0 + 1.0));
  EXPECT_DOUBLE_EQ(f1_score(Numbers{-1, -1}, Numbers{1, -1}), 0.0);
  EXPECT_TRUE(std::isnan(f1_score(Numbers{-1, -1}, Numbers{-1, -1})));
}

TEST(Metrics, r2ComparesWithTheMeanOfTheTarget) {
  const Numbers target = {1, 2, 3, 6};
  EXPECT_DOUBLE_EQ(r_squared(target, target), 1.0);
  EXPECT_DOUBLE_EQ(r_squared(Numbers{3, 3, 3, 3}, target), 0.0);
  EXPECT_DOUBLE_EQ(r_squared(Numbers{1, 2, 3, 0}, target), 1.0 - 36.0 / 14.0);
  EXPECT_TRUE(std::isnan(r_squared(Numbers{1, 2}, Numbers{5, 5})));
}

TEST(Metrics, scoreEachResponseByItsOwn) {
  const Scores classes = score(Response::classes, Numbers{0, 0}, Numbers{1, -1});
  EXPECT_DOUBLE_EQ(classes.brier, 0.25);
  EXPECT_DOUBLE_EQ(classes.brier, classes.mse);
  EXPECT_TRUE(std::isnan(classes.r2));
  const Scores counts = score(Response::counts, Numbers{0, std::log(3.0)}, Numbers{1, 3});
  EXPECT_DOUBLE_EQ(counts.r2, 1.0);
  EXPECT_TRUE(std::isnan(counts.brier));
  for (const Metric& metric : metric_table()) {
    for (const Response response : {Response::classes, Response::numbers, Response::counts}) {
      const Scores scores = score(response, Numbers{1, -1, 2}, Numbers{1, -1, 1});
      EXPECT_EQ(std::isnan(scores.*metric.value), !metric.is_for(response)) << metric.name;
    }
  }
}

TEST(Metrics, countErrorsOfEachClass) {
  const Numbers labels = {1, 1, -1, -1, -1, -1};
  const Numbers predictors = {2, -1, -1, -2, 0.5, 0};
  EXPECT_DOUBLE_EQ(balanced_error(predictors, labels), 0.5 * (0.5 + 0.25));
  EXPECT_DOUBLE_EQ(accuracy(predictors, labels), 4.0 / 6.0);
}

TEST(Metrics, logLossSurvivesLargePredictors) {
  EXPECT_DOUBLE_EQ(log_loss(Numbers{0.0}, Numbers{1.0}), std::log(2.0));
  EXPECT_DOUBLE_EQ(log_loss(Numbers{-1000.0, 1000.0}, Numbers{1.0, 1.0}), 500.0);
}

TEST(Metrics, scoreNumbersByTheirSquaredErrorAlone) {
  const Scores scores = score(Response::numbers, Numbers{1, 2}, Numbers{1, 4});
  EXPECT_DOUBLE_EQ(scores.mse, 2.0);
  EXPECT_TRUE(std::isnan(scores.auc));
  const Scores counts = score(Response::counts, Numbers{0, 0}, Numbers{1, 3});
  EXPECT_DOUBLE_EQ(counts.mse, 2.0);
}

TEST(Metrics, rejectUnequalLengthsAndUnknownNames) {
  EXPECT_THROW(accuracy(Numbers{1}, Numbers{1, 1}), InputError);
  EXPECT_THROW(find_metric("f2"), InputError);
  EXPECT_EQ(find_metric("mse").name, "mse");
  EXPECT_TRUE(default_metric(Response::classes).larger_is_better);
}

}  // namespace
}  // namespace graphsparse
