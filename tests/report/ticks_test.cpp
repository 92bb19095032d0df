// Ticks of axes and their labels.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "report/axis.hpp"

namespace graphsparse::report {
namespace {

using testing::ElementsAre;

// "2×10^6" for labels with an exponent; nothing for small ticks.
std::vector<std::string> labels(const std::vector<Tick>& ticks) {
  std::vector<std::string> texts;
  for (const Tick& tick : ticks) {
    if (!tick.label) continue;
    texts.push_back(tick.label->text);
    if (tick.label->exponent) texts.back() += "^" + std::to_string(*tick.label->exponent);
  }
  return texts;
}

TEST(LinearTicks, areMultiplesOfOneTwoOrFive) {
  EXPECT_THAT(labels(linear_ticks({-0.04, 1.04}, 5)),
              ElementsAre("0", "0.2", "0.4", "0.6", "0.8", "1.0"));
  EXPECT_THAT(labels(linear_ticks({0, 250}, 5)),
              ElementsAre("0", "50", "100", "150", "200", "250"));
  EXPECT_THAT(labels(linear_ticks({0, 10}, 10)),
              ElementsAre("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"));
}

TEST(LinearTicks, haveARealMinusSign) {
  EXPECT_THAT(labels(linear_ticks({-1, 1}, 2)), ElementsAre("−1", "0", "1"));
}

TEST(LinearTicks, writeLargeAndSmallNumbersWithPowers) {
  EXPECT_THAT(labels(linear_ticks({-2e6, 1e6}, 6)),
              ElementsAre("−2×10^6", "−1.5×10^6", "−1×10^6", "−5×10^5", "0", "5×10^5", "10^6"));
  EXPECT_THAT(labels(linear_ticks({0, 3e-5}, 3)), ElementsAre("0", "10^-5", "2×10^-5", "3×10^-5"));
  EXPECT_EQ(linear_ticks({0, 3e-5}, 3)[2].label->markup(),
            "2×10<tspan dy=\"-.4em\" font-size=\"0.75em\">−5</tspan>");
}

TEST(LinearTicks, tellNeighboursApartFarFromZero) {
  EXPECT_THAT(labels(linear_ticks({1000.001, 1000.003}, 2)),
              ElementsAre("1000.001", "1000.002", "1000.003"));
}

RC_GTEST_PROP(LinearTicks, lieWithinTheRangeAtEqualSteps, ()) {
  const double low = *rc::gen::inRange(-100000, 100000) / 7.0;
  const double span = std::pow(10.0, *rc::gen::inRange(-4, 12)) * *rc::gen::inRange(1, 1000) / 99.0;
  const int wanted = *rc::gen::inRange(2, 11);
  const Range range{low, low + span};
  const std::vector<Tick> ticks = linear_ticks(range, wanted);
  // Numbers near the ends of a narrow range cannot be nearer than this.
  const double slack = 1e-8 * span + 1e-15 * std::abs(low);
  RC_ASSERT(ticks.size() >= 2U);
  RC_ASSERT(ticks.size() <= 2U * static_cast<std::size_t>(wanted) + 1);
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    RC_ASSERT(ticks[i].value >= range.low - slack);
    RC_ASSERT(ticks[i].value <= range.high + slack);
    if (i > 0) {
      RC_ASSERT(ticks[i].label->text != ticks[i - 1].label->text ||
                ticks[i].label->exponent != ticks[i - 1].label->exponent);
    }
    if (i > 1) {
      const double change = ticks[i].value - 2 * ticks[i - 1].value + ticks[i - 2].value;
      RC_ASSERT(std::abs(change) < 1e-6 * span + 4 * slack);
    }
  }
}

TEST(LogTicks, areAtPowersOfTen) {
  EXPECT_THAT(labels(log_ticks({1e-3, 2}, 6)), ElementsAre("10^-3", "10^-2", "10^-1", "10^0"));
}

TEST(LogTicks, haveSmallTicksBetween) {
  // 2 to 9 after 1, and 20 to 50 after 10.
  EXPECT_EQ(log_ticks({1, 55}, 6).size(), 2U + 8U + 4U);
}

TEST(LogTicks, skipPowersWhereTheyAreMany) {
  EXPECT_THAT(labels(log_ticks({1e-15, 1e1}, 5)), ElementsAre("10^-12", "10^-8", "10^-4", "10^0"));
}

TEST(LogTicks, fillInWherePowersAreRare) {
  EXPECT_THAT(labels(log_ticks({0.15, 1.2}, 5)), ElementsAre("0.2", "0.5", "1"));
  EXPECT_THAT(labels(log_ticks({2.1, 3.2}, 5)),
              ElementsAre("2.2", "2.4", "2.6", "2.8", "3.0", "3.2"));
}

TEST(LogTicks, surviveTheEndsOfWhatNumbersCanHold) {
  EXPECT_FALSE(labels(log_ticks({1e-300, 1e300}, 5)).empty());
  EXPECT_FALSE(labels(linear_ticks({-1e300, 1e300}, 5)).empty());
  EXPECT_FALSE(labels(linear_ticks({0, 1e-300}, 5)).empty());
}

}  // namespace
}  // namespace graphsparse::report
