#include "pcst/huge_pages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace graphsparse {
namespace {

TEST(HugePages, leaveNeighbouringBytesAlone) {
  // A large array in the middle of a page, in memory that is in use.
  std::vector<std::uint8_t> bytes(std::size_t{9} << 20, 7);
  prefer_huge_pages(bytes.data() + 100, bytes.size() - 300);
  EXPECT_EQ(std::count(bytes.begin(), bytes.end(), 7), std::ssize(bytes));
}

TEST(HugePages, giveVectorsOfTheSizeAskedFor) {
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{3} << 20}) {
    const auto filled = make_large_vector<std::int32_t>(count, 5);
    EXPECT_EQ(filled.capacity(), count);
    EXPECT_EQ(static_cast<std::size_t>(std::count(filled.begin(), filled.end(), 5)), count);
    const auto empty = make_large_vector<std::int32_t>(count);
    EXPECT_TRUE(empty.empty());
    EXPECT_GE(empty.capacity(), count);
  }
}

}  // namespace
}  // namespace graphsparse
