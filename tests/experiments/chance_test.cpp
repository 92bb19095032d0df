#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "experiments/statistics.hpp"
#include "graphsparse/core/random.hpp"

namespace graphsparse::experiments {
namespace {

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::vector<double> normal_trials(std::size_t count) {
  RandomStream stream(7, "trials");
  std::vector<double> values(count);
  for (double& value : values) value = stream.normal();
  return values;
}

TEST(DifferenceByChance, isNothingWhenAllTrialsAreEqual) {
  EXPECT_EQ(difference_by_chance({2.0, 2.0, 2.0}, mean), 0.0);
  EXPECT_EQ(difference_by_chance({2.0}, mean), 0.0);
}

// The mean of n normal values has the deviation 1/sqrt(n), a difference of two sqrt(2/n), and 95 %
// of these lie within 1.96 deviations.
TEST(DifferenceByChance, isThatOfNormalMeansForNormalTrials) {
  for (const std::size_t trials : {50U, 800U}) {
    const double expected = 1.96 * std::sqrt(2.0 / static_cast<double>(trials));
    EXPECT_NEAR(difference_by_chance(normal_trials(trials), mean), expected, 0.2 * expected);
  }
}

TEST(DifferenceByChance, isTheSameEachTime) {
  const std::vector<double> trials = normal_trials(50);
  EXPECT_EQ(difference_by_chance(trials, mean), difference_by_chance(trials, mean));
}

// Three of 50 trials are stuck: whether a run has two of them or five decides its mean.
TEST(DifferenceByChance, isLargeWhenAFewTrialsMakeTheMean) {
  std::vector<double> trials(50, 1e-7);
  for (std::size_t i = 0; i < 3; ++i) trials[i] = 3.0;
  const auto log_mean = [](const std::vector<double>& values) { return std::log10(mean(values)); };
  EXPECT_GT(difference_by_chance(trials, log_mean), 5.0);
}

}  // namespace
}  // namespace graphsparse::experiments
