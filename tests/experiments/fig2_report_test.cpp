#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/fig2.hpp"

namespace graphsparse::experiments {
namespace {

using ::testing::ElementsAre;

// A curve of 30 epochs that is at -1 throughout.
ErrorCurve flat_curve() {
  ErrorCurve curve;
  curve.panel = "b";
  curve.value = 4.0;
  curve.means.assign(30, -1.0);
  return curve;
}

PublishedErrors published_curve() { return {{{"b", 4.0}, {{9, -1.5}, {29, -0.9}}}}; }

TEST(ErrorReport, saysWhichDifferencesChanceExplains) {
  ErrorCurve curve = flat_curve();
  curve.chance = {{9, 0.4}, {29, 0.2}};
  const Report report = make_error_report({}, {curve}, published_curve());
  ASSERT_EQ(report.tables.size(), 1U);
  EXPECT_THAT(report.tables.front().rows,
              ElementsAre(ElementsAre("b = 4", "10 epochs", "-1.00", "-1.50", "+0.50", "0.40"),
                          ElementsAre("b = 4", "30 epochs", "-1.00", "-0.90", "-0.10", "0.20"),
                          ElementsAre("all", "", "", "", "", "1 of 2 within")));
}

TEST(ErrorReport, leavesChanceOpenWhenTrialsAreTooFew) {
  const Report report = make_error_report({}, {flat_curve()}, published_curve());
  ASSERT_EQ(report.tables.size(), 1U);
  EXPECT_THAT(report.tables.front().rows,
              ElementsAre(ElementsAre("b = 4", "10 epochs", "-1.00", "-1.50", "+0.50", "-"),
                          ElementsAre("b = 4", "30 epochs", "-1.00", "-0.90", "-0.10", "-")));
}

TEST(ErrorReport, comparesNothingWithoutAPublishedCurve) {
  EXPECT_TRUE(make_error_report({}, {flat_curve()}, {}).tables.empty());
}

}  // namespace
}  // namespace graphsparse::experiments
