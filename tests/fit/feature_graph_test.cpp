// The graph over the features of a data set.
#include "graphsparse/fit/feature_graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graphsparse/graph/builders.hpp"
#include "io/small_data_set.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::data_with_names;
using test_support::TemporaryFolder;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(GridSize, isThatOfTheBuiltInGraphAlone) {
  const auto size = grid_size_of("grid:3x4", false, 12);
  ASSERT_TRUE(size.has_value());
  EXPECT_EQ(size->width, 3);
  EXPECT_EQ(size->height, 4);
  EXPECT_TRUE(grid_size_of("grid:3X4", false, 12).has_value());
  EXPECT_FALSE(grid_size_of("graph.tsv", false, 12).has_value());
  EXPECT_FALSE(grid_size_of("grid:3", false, 3).has_value());
  EXPECT_FALSE(grid_size_of("grid:3-4", false, 12).has_value());
  EXPECT_FALSE(grid_size_of("grid:3x4.tsv", false, 12).has_value());
  // A file may have such a name.
  EXPECT_FALSE(grid_size_of("grid:3x4", true, 12).has_value());
  EXPECT_FALSE(grid_size_of("grid:3x4", false, 5).has_value());
}

TEST(FeatureGraph, viewsAGraphOfItsOwner) {
  const Graph grid = make_grid(2, 2);
  const FeatureGraph view = FeatureGraph::view(grid);
  EXPECT_EQ(view.graph.get(), &grid);
  EXPECT_EQ(view.graph.use_count(), 0);
}

TEST(FeatureGraph, ofABuiltInGridKnowsItsSize) {
  const FeatureGraph read = read_feature_graph("grid:3x1", data_with_names({}));
  EXPECT_EQ(read.graph->edge_count(), 2);
  ASSERT_TRUE(read.grid.has_value());
  EXPECT_EQ(read.grid->width, 3);
  EXPECT_THAT(read.notes, IsEmpty());
}

class FeatureGraphFile : public testing::Test {
 protected:
  FeatureGraph read(const std::string& text, std::vector<std::string> exclude = {}) const {
    EdgeOptions options;
    options.exclude = std::move(exclude);
    return read_feature_graph(folder_.write("graph.tsv", text), data_with_names({"a", "b", "c"}),
                              options);
  }
  TemporaryFolder folder_;
};

TEST_F(FeatureGraphFile, isJoinedByNameAndSaysWhatDidNotMatch) {
  const FeatureGraph read_all = read("c\ta\na\tb\n");
  EXPECT_EQ(read_all.graph->edge_count(), 2);
  EXPECT_FALSE(read_all.grid.has_value());
  EXPECT_THAT(read_all.notes, IsEmpty());
  const FeatureGraph part = read("a\tb\nb\tz\n");
  EXPECT_EQ(part.graph->node_count(), 3);
  EXPECT_EQ(part.graph->edge_count(), 1);
  EXPECT_THAT(part.notes, ElementsAre(HasSubstr("z")));
}

TEST_F(FeatureGraphFile, leavesOutNodesAndSaysWhichAreNoneOfIt) {
  const FeatureGraph known = read("a\tb\nb\tc\n", {"c"});
  EXPECT_EQ(known.graph->edge_count(), 1);
  EXPECT_THAT(known.notes, Not(Contains(HasSubstr("`exclude`"))));
  const FeatureGraph mistyped = read("alpha\tb\nb\tc\n", {"c", "alpa"});
  EXPECT_THAT(mistyped.notes, Contains(AllOf(HasSubstr("`exclude`: no node of"),
                                             HasSubstr("is called 'alpa'"), HasSubstr("'alpha'"))));
  EXPECT_THAT(mistyped.notes, Not(Contains(HasSubstr("called 'c'"))));
}

}  // namespace
}  // namespace graphsparse
