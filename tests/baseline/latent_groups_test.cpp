#include "graphsparse/baseline/latent_groups.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "graphsparse/core/error.hpp"

namespace graphsparse {
namespace {

using testing::ElementsAre;

TEST(LatentGroups, weightsDefaultToTheRootOfTheSize) {
  LatentGroups groups;
  groups.add(std::array<NodeId, 3>{4, 0, 2});
  groups.add(std::array<NodeId, 2>{2, 5}, 0.5);
  EXPECT_DOUBLE_EQ(groups.weight(0), std::sqrt(3.0));
  EXPECT_EQ(groups.weight(1), 0.5);
  EXPECT_THAT(groups.members(0), ElementsAre(0, 2, 4));
  EXPECT_THAT(groups.features(), ElementsAre(0, 2, 4, 5));
  EXPECT_EQ(groups.variable_count(), 5U);
}

TEST(LatentGroups, refusesEmptyGroupsDoubleMembersAndBadWeights) {
  LatentGroups groups;
  EXPECT_THROW(groups.add({}), InputError);
  EXPECT_THROW(groups.add(std::array<NodeId, 2>{3, 3}), InputError);
  EXPECT_THROW(groups.add(std::array<NodeId, 1>{3}, 0.0), InputError);
  EXPECT_EQ(groups.size(), 0U);
  EXPECT_EQ(groups.variable_count(), 0U);
}

TEST(LatentGroups, edgesBecomePairsAndParallelOnesCountOnce) {
  const std::vector<Edge> edges = {{2, 1, 1.0}, {0, 1, 1.0}, {1, 2, 3.0}, {3, 3, 1.0}};
  const LatentGroups groups = edge_groups(Graph::from_edges(5, edges));
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_THAT(groups.members(0), ElementsAre(0, 1));
  EXPECT_THAT(groups.members(1), ElementsAre(1, 2));
  EXPECT_DOUBLE_EQ(groups.weight(0), std::sqrt(2.0));
}

TEST(LatentGroups, restrictionDropsEmptyAndEqualGroups) {
  LatentGroups groups;
  groups.add(std::array<NodeId, 2>{0, 1});
  groups.add(std::array<NodeId, 2>{0, 2});
  groups.add(std::array<NodeId, 2>{1, 2});
  groups.add(std::array<NodeId, 3>{0, 3, 4});
  std::vector<std::size_t> origins;
  const LatentGroups left = restrict_groups(groups, {0, 4}, &origins);
  EXPECT_THAT(origins, ElementsAre(0, 3));
  ASSERT_EQ(left.size(), 2U);
  EXPECT_THAT(left.members(0), ElementsAre(0));
  EXPECT_EQ(left.weight(0), 1.0);
  EXPECT_THAT(left.members(1), ElementsAre(0, 4));
}

}  // namespace
}  // namespace graphsparse
