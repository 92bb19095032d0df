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
      if (row().make()->target_error(y).empty()) good.push_back(y);
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
      if (const auto bound = loss->traits().curvature_bound) {
        EXPECT_LE(curvature, *bound + 1e-15);
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

// The declarations against the functions they are about, at many points.
TEST_P(EveryLoss, isWhatItDeclares) {
  const auto loss = row().make({5.0});
  const LossTraits traits = loss->traits();
  bool is_quadratic = true;
  bool is_least_at_target = true;
  bool falls_for_ever = false;
  for (const double y : targets()) {
    for (double z = -20.0; z <= 20.0; z += 0.25) {
      is_quadratic = is_quadratic && derivative(*loss, z, y) == z - y;
      is_least_at_target = is_least_at_target && value(*loss, z, y) >= value(*loss, y, y);
    }
    is_least_at_target = is_least_at_target && value(*loss, y, y) == 0.0;
    for (const double z : {-1000.0, 500.0}) {
      falls_for_ever = falls_for_ever || std::abs(derivative(*loss, z, y)) < 1e-100;
    }
  }
  EXPECT_EQ(traits.is_quadratic, is_quadratic);
  EXPECT_EQ(traits.has_residual, is_least_at_target);
  EXPECT_EQ(traits.needs_penalty, falls_for_ever);
}

// Where the loss of an expected target is least, the inverse link gives that target back.
TEST_P(EveryLoss, inverseLinkGivesTheExpectedTarget) {
  const auto loss = row().make();
  for (const double z : {-2.0, -0.3, 0.0, 1.7}) {
    const double mean = loss->inverse_link(z);
    if (loss->traits().response == Response::classes) {
      const double slope =
          mean * derivative(*loss, z, 1.0) + (1.0 - mean) * derivative(*loss, z, -1.0);
      EXPECT_NEAR(slope, 0.0, 1e-15) << z;
    } else {
      EXPECT_NEAR(derivative(*loss, z, mean), 0.0, 1e-15) << z;
    }
  }
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const LossRow& row : loss_table()) names.emplace_back(row.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Table, EveryLoss, testing::ValuesIn(all_names()),
                         [](const auto& test) { return test.param; });

struct Absolute {  // smoothed
  double value(double z, double y) const { return std::sqrt(1.0 + (z - y) * (z - y)); }
  double derivative(double z, double y) const { return (z - y) / value(z, y); }
  double second_derivative(double z, double y) const { return std::pow(value(z, y), -3.0); }
};

TEST(Loss, oneThatDeclaresNothingHasTheDefaults) {
  const LossOf<Absolute> loss;
  const LossTraits traits = loss.traits();
  EXPECT_EQ(traits.response, Response::numbers);
  EXPECT_FALSE(traits.is_quadratic || traits.has_residual || traits.needs_penalty);
  EXPECT_FALSE(traits.curvature_bound.has_value());
  EXPECT_EQ(loss.inverse_link(-3.5), -3.5);
  EXPECT_EQ(loss.target_error(-3.5), "");
  EXPECT_EQ(loss.target_error(std::vector<double>{0.0, 0.0}), "");
}

TEST(Loss, targetsThatMakeNoSenseAreNamed) {
  const auto logistic = find_loss("logistic").make();
  EXPECT_NE(logistic->target_error(0.5).find("0.5 is no label"), std::string::npos);
  const auto poisson = find_loss("poisson").make();
  EXPECT_NE(poisson->target_error(-2.0).find("-2 is negative"), std::string::npos);
  EXPECT_NE(poisson->target_error(std::vector<double>{0.0, 0.0}).find("every count is 0"),
            std::string::npos);
  EXPECT_EQ(poisson->target_error(std::vector<double>{0.0, 1.0}), "");
}

TEST(Loss, logisticDoesNotOverflowFarOut) {
  const auto loss = find_loss("logistic").make();
  const std::vector<double> z = {-800.0, 800.0};
  const std::vector<double> y = {1.0, 1.0};
  EXPECT_DOUBLE_EQ(loss->sum(z, y, {}), 800.0);
}

TEST(Loss, logisticCurvatureIsThatOfBothProbabilities) {
  const auto loss = find_loss("logistic").make();
  for (const double z : {-800.0, -36.7, -1.0, -1e-9, -0.0, 0.0, 0.3, 2.0, 40.0, 800.0}) {
    std::vector<double> curvature(1);
    loss->second_derivatives(std::vector<double>{z}, std::vector<double>{1.0}, {}, curvature);
    std::vector<double> slopes(2);
    loss->derivatives(std::vector<double>{z, z}, std::vector<double>{1.0, -1.0}, {}, slopes);
    EXPECT_EQ(curvature[0], -slopes[0] * slopes[1]) << z;
  }
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
