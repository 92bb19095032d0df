// Numbers for names.
#include "io/name_table.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace graphsparse::io {
namespace {

TEST(NameTable, numbersNamesInOrderOfAppearance) {
  NameTable table;
  EXPECT_EQ(table.intern("b"), 0);
  EXPECT_EQ(table.intern("a"), 1);
  EXPECT_EQ(table.intern("b"), 0);
  EXPECT_EQ(table.find("a"), 1);
  EXPECT_EQ(table.find("c"), kNoNode);
  EXPECT_EQ(table.take_names(), (std::vector<std::string>{"b", "a"}));
}

TEST(NameTable, tellsNamesApartThatSpellTheSameNumber) {
  NameTable table;
  NodeId next = 0;
  for (const std::string_view name : {"7", "07", "007", "7.0", "+7", "", "70", "0", "00"}) {
    EXPECT_EQ(table.intern(name), next) << name;
    EXPECT_EQ(table.intern(name), next) << name;
    ++next;
  }
}

// Against the standard map, with names of all lengths, numbers near and far, as texts and as
// numbers.
TEST(NameTable, agreesWithAnOrdinaryMap) {
  std::mt19937 random(3);
  for (const std::size_t limit : {0, 100, 100'000}) {
    NameTable table;
    table.allow_numbers_below(limit);
    std::unordered_map<std::string, NodeId> expected;
    for (int round = 0; round < 30'000; ++round) {
      const std::uint_fast32_t number = random() % (random() % 8 == 0 ? 4'000'000'000U : 9999U);
      const std::string name =
          std::string(random() % 3 == 0 ? random() % 40 : 0, 'n') + std::to_string(number);
      const bool is_number = name.front() != 'n' && number < 1'000'000'000 && random() % 2 == 0;
      const NodeId id =
          is_number ? table.intern_number(static_cast<NodeId>(number)) : table.intern(name);
      const auto next = static_cast<NodeId>(expected.size());
      ASSERT_EQ(id, expected.try_emplace(name, next).first->second) << name;
      ASSERT_EQ(table.find(name), id);
    }
    ASSERT_EQ(table.names().size(), expected.size());
  }
}

// Small numbers have a table of their own, which grows with the names; large ones come too early
// for it and move there when they are met again.
TEST(NameTable, numbersKeepTheirIdsWhileTheTableGrows) {
  NameTable table;
  const std::vector<std::string_view> first = {"7", "90000", "x", "7", "007", "90000", "999999999"};
  const auto ids = [&] {
    std::vector<NodeId> result;
    for (const std::string_view name : first) result.push_back(table.intern(name));
    return result;
  };
  EXPECT_EQ(ids(), (std::vector<NodeId>{0, 1, 2, 0, 3, 1, 4}));
  for (int number = 0; number < 100'000; ++number) table.intern(std::to_string(number));
  EXPECT_EQ(table.find("7"), 0);
  EXPECT_EQ(table.find("90000"), 1);
  EXPECT_EQ(table.find("x"), 2);
  EXPECT_EQ(table.find("007"), 3);
  EXPECT_EQ(table.find("999999999"), 4);
  EXPECT_EQ(ids(), (std::vector<NodeId>{0, 1, 2, 0, 3, 1, 4}));
  EXPECT_EQ(table.names().size(), 100'003U);
  for (std::size_t id = 0; id < table.names().size(); ++id) {
    ASSERT_EQ(table.find(table.names()[id]), static_cast<NodeId>(id));
  }
}

}  // namespace
}  // namespace graphsparse::io
