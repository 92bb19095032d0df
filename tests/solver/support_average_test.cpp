// What stands for the average of several fits.
#include "solver/support_average.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "support/planted.hpp"

namespace graphsparse {
namespace {

Point point_of(const std::vector<std::pair<NodeId, double>>& values, double intercept = 0.0) {
  Point point(256);
  for (const auto& [feature, value] : values) {
    point.support.push_back(feature);
    point.w[static_cast<std::size_t>(feature)] = value;
  }
  point.intercept = intercept;
  return point;
}

// Two fits that are alike, and one far from both that is a little better.
SupportAverage three_fits() {
  SupportAverage average;
  average.offer(point_of({{7, 3.0}, {8, 3.0}}, 9.0), 1.00);
  average.offer(point_of({{100, 1.0}, {101, 1.0}}, 1.0), 1.01);
  average.offer(point_of({{101, 1.0}, {102, 1.0}}, 2.0), 1.02);
  return average;
}

TEST(SupportAverage, choosesTheFitNearestToTheAverage) {
  Point point(256);
  three_fits().choose_central(10.0, 1.0, point);
  EXPECT_EQ(point.support, (Support{100, 101}));
  EXPECT_EQ(point.w[100], 1.0);
  EXPECT_EQ(point.w[7], 0.0);
  EXPECT_EQ(point.intercept, 1.0);
}

TEST(SupportAverage, choosesTheBestFitWhereTheDataDecide) {
  Point point(256);
  three_fits().choose_central(1e4, 1.0, point);
  EXPECT_EQ(point.support, (Support{7, 8}));
}

TEST(SupportAverage, takesTheBestOfEachSupportFromOtherRuns) {
  SupportAverage all = three_fits();
  SupportAverage other;
  other.offer(point_of({{7, 2.0}, {8, 2.0}}), 0.5);
  other.offer(point_of({{100, 5.0}, {101, 5.0}}), 2.0);
  all.offer_all(other);
  EXPECT_EQ(all.size(), 3U);
  EXPECT_EQ(all.best_objective(), 0.5);
  Point point(256);
  all.choose_central(1e6, 1.0, point);
  EXPECT_EQ(point.w[7], 2.0);
}

TEST(SupportAverage, combinesToASupportOfTheModel) {
  const PlantedProblem planted = PlantedProblem::linear(2, 20);
  const std::unique_ptr<Structure> structure = planted.structure(StructureKind::graph);
  Point point(256);
  three_fits().combine(*structure, 10.0, 1.0, point);
  EXPECT_EQ(point.support, (Support{7, 8}));
  EXPECT_GT(point.w[7], 0.0);
  EXPECT_LT(point.w[7], 3.0);
}

}  // namespace
}  // namespace graphsparse
