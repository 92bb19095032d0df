#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/selection/metrics.hpp"

namespace graphsparse {
namespace {

TEST(PredictionScores, intervalIsDelongs) {
  // By hand: shares of -1 below each +1 are 1/2, 1, 1; of +1 above each -1 are 1, 2/3.
  const std::vector<double> scores = {2, 4, 5, 1, 3};
  const std::vector<double> labels = {1, 1, 1, -1, -1};
  const AucInterval area = area_with_interval(scores, labels);
  EXPECT_NEAR(area.auc, 5.0 / 6.0, 1e-12);
  const double deviation = std::sqrt(1.0 / 12.0 / 3.0 + 1.0 / 18.0 / 2.0);
  EXPECT_NEAR(area.low, 5.0 / 6.0 - 1.959963984540054 * deviation, 1e-12);
  EXPECT_EQ(area.high, 1.0);
}

TEST(PredictionScores, needBothClasses) {
  const std::vector<double> values = {1, 2};
  EXPECT_THROW((void)area_with_interval(values, values), InputError);
}

TEST(PredictionScores, slopeOfCalibratedPredictorsIsOne) {
  // Probabilities 1/4 and 3/4, and as many of each class.
  const double z = std::log(3.0);
  const std::vector<double> predictors = {-z, -z, -z, -z, z, z, z, z};
  const std::vector<double> labels = {1, -1, -1, -1, 1, 1, 1, -1};
  const Calibration calibration = calibration_of(predictors, labels);
  EXPECT_NEAR(calibration.slope, 1.0, 1e-9);
  EXPECT_NEAR(calibration.mean_probability, 0.5, 1e-12);
  EXPECT_NEAR(calibration.brier_score, 0.1875, 1e-12);
}

TEST(PredictionScores, slopeOfPartedClassesIsNone) {
  const std::vector<double> predictors = {-1, 1};
  const std::vector<double> labels = {-1, 1};
  EXPECT_TRUE(std::isnan(calibration_of(predictors, labels).slope));
}

}  // namespace
}  // namespace graphsparse
