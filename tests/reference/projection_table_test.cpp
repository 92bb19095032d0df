#include "graphsparse/reference/projection_table.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace graphsparse {
namespace {

TEST(ProjectionNames, earlierOnesFindTheSameMethods) {
  for (const auto& [before, today] : {std::pair{"dp", "tree-dp"}, std::pair{"paper", "bisection"},
                                      std::pair{"paper-warm", "bisection-warm"},
                                      std::pair{"paper-largest", "bisection-largest"}}) {
    EXPECT_EQ(find_projection(before).name, today);
    EXPECT_EQ(&find_projection(before), &find_projection(today));
    EXPECT_EQ(renamed_projection(before), today);
    EXPECT_EQ(renamed_projection(today), std::nullopt);
  }
}

TEST(ProjectionNames, defaultIsTheFirst) {
  EXPECT_EQ(all_projection_methods().front().name, kDefaultProjectionMethod);
  EXPECT_EQ(default_projection_method().name, kDefaultProjectionMethod);
}

TEST(ProjectionNames, authorsSearchesAreKnown) {
  EXPECT_TRUE(is_authors_search(find_projection("bisection-warm")));
  EXPECT_FALSE(is_authors_search(default_projection_method()));
}

}  // namespace
}  // namespace graphsparse
