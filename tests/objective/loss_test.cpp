// Contracts of every row of the table of losses.
#include "graphsparse/objective/loss.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "graphsparse/core/error.hpp"

namespace graphsparse {
namespace {

class EveryLoss : public testing::TestWithParam<std::string> {
 protected:
  const LossRow& row() const { return find_loss(GetParam()); }

  // Targets the loss accepts.
  std::vector<double> targets() const {
    std::vector<double> good;
    for (const double y : {-1.0, 0.0, 1.0, 2.0, 5.0}) {
      if (row().complaint(y).empty()) good.push_back(y);
    }
    return good;
  }

  double value(const Loss& loss, double z, double y) const {
    const std::vector<double> predictor = {z};
    const std::vector<double> target = {y};
    return loss.sum(predictor, target, {});
  }
  double derivative(const Loss& loss, double z, double y) const {
    const std::vector<double> predictor = {z};
    const std::vector<double> target = {y};
    std::vector<double> result(1);
    loss.derivatives(predictor, target, {}, result);
    return result[0];
  }
  double second_derivative(const Loss& loss, double z, double y) const {
    const std::vector<double> predictor = {z};
    const std::vector<double> target = {y};
    std::vector<double> result(1);
    loss.second_derivatives(predictor, target, {}, result);
    return result[0];
  }
};

TEST_P(EveryLoss, derivativesAgreeWithFiniteDifferences) {
  const auto loss = row().make();
  constexpr double h = 1e-6;
  for (const double y : targets()) {
    for (const double z : {-7.3, -1.1, -0.2, 0.4, 0.9, 3.7}) {
      const double slope = (value(*loss, z + h, y) - value(*loss, z - h, y)) / (2 * h);
      EXPECT_NEAR(derivative(*loss, z, y), slope, 1e-6 * (1 + std::abs(slope))) << z << ' ' << y;
      const double curvature =
          (derivative(*loss, z + h, y) - derivative(*loss, z - h, y)) / (2 * h);
      EXPECT_NEAR(second_derivative(*loss, z, y), curvature, 1e-6 * (1 + curvature))
          << z << ' ' << y;
    }
  }
}

TEST_P(EveryLoss, curvatureIsNeverNegativeNorAboveItsBound) {
  const auto loss = row().make();
  for (const double y : targets()) {
    for (double z = -20.0; z <= 20.0; z += 0.37) {
      const double curvature = second_derivative(*loss, z, y);
      EXPECT_GE(curvature, 0.0);
      if (loss->curvature_bound()) {
        EXPECT_LE(curvature, *loss->curvature_bound() + 1e-15);
      }
    }
  }
}

TEST_P(EveryLoss, weightsMultiplyWhatTheyBelongTo) {
  const auto loss = row().make();
  const double y = targets().back();
  const std::vector<double> z = {0.3, -0.8};
  const std::vector<double> target = {y, y};
  const std::vector<double> weights = {2.0, 0.0};
  std::vector<double> slopes(2);
  loss->derivatives(z, target, weights, slopes);
  EXPECT_DOUBLE_EQ(loss->sum(z, target, weights), 2.0 * value(*loss, 0.3, y));
  EXPECT_DOUBLE_EQ(slopes[0], 2.0 * derivative(*loss, 0.3, y));
  EXPECT_EQ(slopes[1], 0.0);
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const LossRow& row : loss_table()) names.emplace_back(row.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Table, EveryLoss, testing::ValuesIn(all_names()),
                         [](const auto& test) { return test.param; });

TEST(Loss, logisticDoesNotOverflowFarOut) {
  const auto loss = find_loss("logistic").make();
  const std::vector<double> z = {-800.0, 800.0};
  const std::vector<double> y = {1.0, 1.0};
  EXPECT_DOUBLE_EQ(loss->sum(z, y, {}), 800.0);
}

TEST(Loss, huberTurnsFromSquaresToLinesAtItsThreshold) {
  const auto loss = find_loss("huber").make({0.5});
  const std::vector<double> y = {0.0};
  EXPECT_DOUBLE_EQ(loss->sum(std::vector<double>{0.4}, y, {}), 0.08);
  EXPECT_DOUBLE_EQ(loss->sum(std::vector<double>{-2.5}, y, {}), 0.5 * (2.5 - 0.25));
  for (const double threshold : {0.0, -1.0, std::nan("")}) {
    EXPECT_THROW(find_loss("huber").make({threshold}), InputError) << threshold;
  }
}

TEST(Loss, unknownNameIsRejectedWithTheKnownOnes) {
  try {
    find_loss("hinge");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("logistic"), std::string::npos);
  }
}

}  // namespace
}  // namespace graphsparse
