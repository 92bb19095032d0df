// The small questions about text that the readers ask.
#include "io/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace graphsparse::io {
namespace {

using testing::Eq;
using testing::Optional;

TEST(InQuotes, shortensAndReplacesWhatCannotBePrinted) {
  EXPECT_EQ(in_quotes("plain"), "'plain'");
  EXPECT_EQ(in_quotes(std::string("a\0\n", 3)), "'a" + std::string(2, '?') + "'");
  EXPECT_EQ(in_quotes("\x7f\xff"), "'" + std::string(2, '?') + "'");
  EXPECT_EQ(in_quotes("\xc3\xa9"), "'\xc3\xa9'");
  EXPECT_EQ(in_quotes(std::string(100, 'x')), "'" + std::string(40, 'x') + "...'");
}

TEST(FlawOfName, acceptsExactlyTextInUtf8) {
  for (const char* good : {"a", "gene A", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "NaN"}) {
    EXPECT_FALSE(flaw_of_name(good)) << good;
  }
  for (const char* bad : {"", "\n", "a\tb", "\x7f", "\xff", "\x80", "\xc3", "\xc0\x80",
                          "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80"}) {
    EXPECT_TRUE(flaw_of_name(bad)) << in_quotes(bad);
  }
}

TEST(ParseNumber, readsWholeTextsOnly) {
  EXPECT_THAT(parse_number("1.5"), Optional(1.5));
  EXPECT_THAT(parse_number("+2"), Optional(2.0));
  EXPECT_THAT(parse_number("-.5e1"), Optional(-5.0));
  EXPECT_THAT(parse_number("1e999"), Optional(INFINITY));
  EXPECT_TRUE(std::isnan(parse_number("nan").value()));
  for (const char* bad : {"", "+", "-", "+-1", "++1", " 1", "1 ", "1x", "0x1", "1,5", "one", "."}) {
    EXPECT_EQ(parse_number(bad), std::nullopt) << bad;
  }
}

TEST(ParseIndex, readsPlainWholeNumbersOnly) {
  EXPECT_THAT(parse_index("0"), Optional(Eq(0)));
  EXPECT_THAT(parse_index("999999999999999999"), Optional(Eq(999999999999999999)));
  for (const char* bad :
       {"", "00", "01", "-1", "+1", "1.0", " 1", "1 ", "1e3", "9999999999999999999", "a"}) {
    EXPECT_EQ(parse_index(bad), std::nullopt) << bad;
  }
}

TEST(IsWord, tellsWordsFromDamagedNumbers) {
  for (const char* word : {"cost", "x1", "_w", "-log10(p)", "\xc3\xa9", "infty", "e"}) {
    EXPECT_TRUE(is_word(word)) << word;
  }
  for (const char* other : {"", "1", "nan", "-inf", "1.2.3", "-3x", "+.5y", "-", "3D", "%", "?"}) {
    EXPECT_FALSE(is_word(other)) << other;
  }
}

TEST(Trimmed, dropsBlanksAtTheEnds) {
  EXPECT_EQ(trimmed(" \ta b\t "), "a b");
  EXPECT_EQ(trimmed(" \t"), "");
  EXPECT_EQ(trimmed(""), "");
}

}  // namespace
}  // namespace graphsparse::io
