#include <gtest/gtest.h>

#include "fit/training_part.hpp"

namespace graphsparse {
namespace {

FitSpec spec_of(std::int64_t sparsity, double l2) {
  FitSpec spec;
  spec.sparsity = sparsity;
  spec.l2 = l2;
  return spec;
}

TEST(Path, goesFromTheSmallestSparsityUp) {
  const std::vector<FitSpec> specs = {spec_of(20, 0.0), spec_of(5, 0.0), spec_of(10, 0.0)};
  const std::vector<PathStep> steps = order_path(specs);
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_EQ(steps[0].spec, 1U);
  EXPECT_FALSE(steps[0].before.has_value());
  EXPECT_EQ(steps[1].spec, 2U);
  EXPECT_EQ(steps[1].before, 1U);
  EXPECT_EQ(steps[2].spec, 0U);
  EXPECT_EQ(steps[2].before, 2U);
}

TEST(Path, specsThatDifferInMoreThanSparsityAreOnPathsOfTheirOwn) {
  const std::vector<FitSpec> specs = {spec_of(5, 0.0), spec_of(5, 0.1), spec_of(10, 0.0)};
  const std::vector<PathStep> steps = order_path(specs);
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_FALSE(steps[1].before.has_value());
  EXPECT_EQ(steps[2].before, 0U);
  EXPECT_FALSE(steps[2].is_same);
}

TEST(Path, aRepeatedSpecIsTheOneBefore) {
  const std::vector<FitSpec> specs = {spec_of(5, 0.1), spec_of(5, 0.1)};
  const std::vector<PathStep> steps = order_path(specs);
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[1].before, 0U);
  EXPECT_TRUE(steps[1].is_same);
}

}  // namespace
}  // namespace graphsparse
