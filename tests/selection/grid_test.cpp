#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/selection/cv_spec.hpp"

namespace graphsparse {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<std::string> kKnown = {"sparsity", "l2", "blocks"};

std::string error_of(std::string_view text) {
  try {
    make_settings({parse_grid_axis(text)}, kKnown);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(GridAxis, readsRangesListsAndBoth) {
  EXPECT_THAT(parse_grid_axis("sparsity=10:20:5").values, ElementsAre(10, 15, 20));
  EXPECT_THAT(parse_grid_axis("sparsity=1:3").values, ElementsAre(1, 2, 3));
  EXPECT_THAT(parse_grid_axis("l2=1e-3,1e-4").values, ElementsAre(1e-3, 1e-4));
  EXPECT_THAT(parse_grid_axis("sparsity=5,10:30:10").values, ElementsAre(5, 10, 20, 30));
  EXPECT_EQ(parse_grid_axis("l2=0").name, "l2");
}

TEST(GridAxis, endsWithTheLastValueInSpiteOfRounding) {
  EXPECT_EQ(parse_grid_axis("slack=0.1:0.3:0.1").values.size(), 3U);
  EXPECT_EQ(parse_grid_axis("sparsity=10:100:5").values.size(), 19U);
  EXPECT_THAT(parse_grid_axis("sparsity=10:19:5").values, ElementsAre(10, 15));
}

TEST(GridAxis, saysWhatIsWrong) {
  EXPECT_THAT(error_of("sparsity"), HasSubstr("NAME=VALUES"));
  EXPECT_THAT(error_of("=3"), HasSubstr("NAME=VALUES"));
  EXPECT_THAT(error_of("sparsity="), HasSubstr("no values"));
  EXPECT_THAT(error_of("sparsity=ten"), HasSubstr("'ten', which is no finite number"));
  EXPECT_THAT(error_of("sparsity=1,,2"), HasSubstr("'', which is no finite number"));
  EXPECT_THAT(error_of("sparsity=1:2:3:4"), HasSubstr("FIRST:LAST:STEP"));
  EXPECT_THAT(error_of("sparsity=1:9:0"), HasSubstr("step 0"));
  EXPECT_THAT(error_of("sparsity=9:1"), HasSubstr("below its begin"));
  EXPECT_THAT(error_of("sparsity=3,3"), HasSubstr("3 twice"));
  EXPECT_THAT(error_of("sparsity=1:1e9"), HasSubstr("more than 10000"));
  EXPECT_THAT(error_of("sparseness=3"),
              HasSubstr("no grid over 'sparseness'; there are sparsity, l2, blocks"));
}

TEST(Grid, holdsAllCombinationsWithTheLastAxisFastest) {
  const std::vector<Setting> grid =
      make_settings({parse_grid_axis("sparsity=10,20"), parse_grid_axis("l2=0.5,0.25")}, kKnown);
  ASSERT_EQ(grid.size(), 4U);
  EXPECT_EQ(grid[0].describe(), "sparsity=10 l2=0.5");
  EXPECT_EQ(grid[1].describe(), "sparsity=10 l2=0.25");
  EXPECT_EQ(grid[3].describe(), "sparsity=20 l2=0.25");
  EXPECT_EQ(grid[3].find("l2"), 0.25);
  EXPECT_EQ(grid[3].value_or("blocks", 7.0), 7.0);
}

TEST(Grid, rejectsTheSameAxisTwiceAndTooManyPoints) {
  const GridAxis axis = parse_grid_axis("l2=1:2000");
  EXPECT_THROW(make_settings({axis, axis}, kKnown), InputError);
  EXPECT_THROW(make_settings({axis, parse_grid_axis("sparsity=1:2000")}, kKnown), InputError);
}

}  // namespace
}  // namespace graphsparse
