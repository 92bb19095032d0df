// The graph of a data set.
#include "graphsparse/io/feature_graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/small_data_set.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::data_with_names;
using test_support::input_error_of;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(FeatureGraph, leavesNodesWithoutFeatureOut) {
  EdgeTable table;
  table.source = "g.tsv";
  table.names = {"x", "c", "a", "b"};
  table.edges = {{0, 1, 1.0}, {1, 2, 2.0}, {3, 0, 1.0}, {2, 2, 1.0}};
  const JoinedGraph joined = join_features(table, data_with_names({"a", "b", "c"}));
  EXPECT_EQ(joined.graph.node_count(), 3);
  ASSERT_EQ(joined.graph.edge_count(), 1);
  EXPECT_EQ(joined.graph.edge(0), (Edge{0, 2, 2.0}));
  EXPECT_THAT(joined.names, ElementsAre("a", "b", "c"));
  EXPECT_EQ(joined.report.nodes_without_feature, 1);
  EXPECT_EQ(joined.report.self_loops, 1);
  EXPECT_THAT(joined.report.nodes_without_feature_examples, ElementsAre("x"));
}

TEST(FeatureGraph, saysWhatFitsNot) {
  EdgeTable table;
  table.source = "g.tsv";
  table.names = {"x", "y"};
  table.edges = {{0, 1, 1.0}};
  EXPECT_THAT(input_error_of([&] {
                (void)join_features(table, data_with_names({"a", "b", "c"}));
              }),
              HasSubstr("nodes are called like 'x', features like 'a'"));
  EXPECT_THAT(input_error_of([&] { (void)join_features(table, data_with_names({})); }),
              HasSubstr("--feature-names"));
  table.names = {"0", "3"};
  table.numbered = true;
  EXPECT_THAT(input_error_of([&] { (void)join_features(table, data_with_names({})); }),
              HasSubstr("there is a node '3', but x.csv has 3 features without names"));
}

}  // namespace
}  // namespace graphsparse
