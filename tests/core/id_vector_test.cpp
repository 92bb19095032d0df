#include "graphsparse/core/id_vector.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "graphsparse/core/types.hpp"

namespace graphsparse {
namespace {

using testing::ElementsAre;

TEST(IdVector, countsAndIndexesByNumbersOfAnyKind) {
  const NodeId three = 3;
  IdVector<double> values(three, 0.5);
  values[NodeId{1}] = 1.0;
  values[std::size_t{2}] = 2.0;
  EXPECT_THAT(values, ElementsAre(0.5, 1.0, 2.0));
  EXPECT_THAT(IdVector<int>(three), ElementsAre(0, 0, 0)) << "a number, not one entry";
  values.resize(three + 1);
  values.assign(std::int64_t{2}, 7.0);
  EXPECT_THAT(values, ElementsAre(7.0, 7.0));
  const std::vector<double> others = {1.0, 2.0};
  values.assign(others.begin(), others.end());
  EXPECT_THAT(values, ElementsAre(1.0, 2.0));
}

TEST(IdSpan, viewsVectorsOfBothKinds) {
  IdVector<double> values = {1.0, 2.0};
  const IdSpan<double> open = values;
  open[NodeId{1}] = 3.0;
  const std::vector<double> same = values;
  const IdSpan<const double> closed = same;
  EXPECT_EQ(closed[NodeId{1}], 3.0);
  EXPECT_EQ(IdSpan<const double>(closed.first(1))[0], 1.0);
}

#ifdef _GLIBCXX_ASSERTIONS
TEST(IdVectorDeathTest, endsWhereANumberIsOutOfRange) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const NodeId none = kNoNode;
  const IdVector<double> values(NodeId{3}, 0.0);
  const IdSpan<const double> view = values;
  EXPECT_DEATH(static_cast<void>(values[none]), "");
  EXPECT_DEATH(static_cast<void>(view[NodeId{3}]), "");
}
#endif

}  // namespace
}  // namespace graphsparse
