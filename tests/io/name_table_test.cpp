// Numbers for names.
#include "io/name_table.hpp"

#include <gtest/gtest.h>

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
  // One after the other, because names that come together do not see each other's numbers.
  NodeId next = 0;
  for (const std::string_view name : {"7", "07", "007", "7.0", "+7", "", "70", "0", "00"}) {
    std::vector<NodeId> ids(2);
    table.intern(std::vector<std::string_view>{name, name}, ids);
    EXPECT_EQ(ids, (std::vector<NodeId>{next, next})) << name;
    ++next;
  }
}

// Against the standard map, with names of all lengths, numbers near and far, alone and together.
TEST(NameTable, agreesWithAnOrdinaryMap) {
  std::mt19937 random(3);
  NameTable table;
  std::unordered_map<std::string, NodeId> expected;
  constexpr int rounds = 2000;
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::string> texts;
    const auto count = random() % 40;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::string number =
          std::to_string(random() % (random() % 8 == 0 ? 4'000'000'000 : 9999));
      texts.push_back(std::string(random() % 3 == 0 ? random() % 40 : 0, 'n') + number);
    }
    const std::vector<std::string_view> names(texts.begin(), texts.end());
    std::vector<NodeId> ids(names.size());
    if (round % 3 == 0) {
      for (std::size_t i = 0; i < names.size(); ++i) ids[i] = table.intern(names[i]);
    } else {
      table.intern(names, ids);
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto next = static_cast<NodeId>(expected.size());
      ASSERT_EQ(ids[i], expected.try_emplace(texts[i], next).first->second) << texts[i];
      ASSERT_EQ(table.find(texts[i]), ids[i]);
    }
  }
  ASSERT_EQ(table.names().size(), expected.size());
}

// Small numbers have a table of their own, which grows with the names; large ones come too early
// for it and move there when they are met again.
TEST(NameTable, numbersKeepTheirIdsWhileTheTableGrows) {
  NameTable table;
  const std::vector<std::string_view> first = {"7", "90000", "x", "7", "007", "90000", "999999999"};
  std::vector<NodeId> ids(first.size());
  table.intern(first, ids);
  EXPECT_EQ(ids, (std::vector<NodeId>{0, 1, 2, 0, 3, 1, 4}));
  for (int number = 0; number < 100'000; ++number) table.intern(std::to_string(number));
  EXPECT_EQ(table.find("7"), 0);
  EXPECT_EQ(table.find("90000"), 1);
  EXPECT_EQ(table.find("x"), 2);
  EXPECT_EQ(table.find("007"), 3);
  EXPECT_EQ(table.find("999999999"), 4);
  table.intern(first, ids);
  EXPECT_EQ(ids, (std::vector<NodeId>{0, 1, 2, 0, 3, 1, 4}));
  EXPECT_EQ(table.names().size(), 100'003U);
  for (std::size_t id = 0; id < table.names().size(); ++id) {
    ASSERT_EQ(table.find(table.names()[id]), static_cast<NodeId>(id));
  }
}

}  // namespace
}  // namespace graphsparse::io
