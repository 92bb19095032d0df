// Text made safe for SVG and HTML.
#include "graphsparse/report/escape_xml.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "report/utf8.hpp"
#include "report/xml_document.hpp"

namespace graphsparse::report {
namespace {

using test_support::parse_xml;
using test_support::text_of;

constexpr const char* kReplacement = "\xEF\xBF\xBD";

TEST(EscapeXml, showsMarkupAsText) {
  EXPECT_EQ(escape_xml(R"(<script>alert("1" & '2')</script>)"),
            "&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;");
}

TEST(EscapeXml, keepsValidUtf8) {
  const std::string text = "α-synuclein \xE2\x84\x93\xE2\x82\x81 \xF0\x9F\xA7\xAC\xC2\xA0é\t\n";
  EXPECT_EQ(escape_xml(text), text);
}

TEST(EscapeXml, replacesInvalidBytes) {
  EXPECT_EQ(escape_xml("a\xFF"
                       "b"),
            std::string("a") + kReplacement + "b");
  EXPECT_EQ(escape_xml("\xC0\xAF"), std::string(kReplacement) + kReplacement);  // overlong slash
  EXPECT_EQ(escape_xml("\xE2\x82"), kReplacement);                              // cut off
  EXPECT_EQ(escape_xml("\xE2\x82<"), std::string(kReplacement) + "&lt;");       // swallows nothing
  EXPECT_EQ(escape_xml("\xED\xA0\x80").find('\xED'), std::string::npos);        // a surrogate
  EXPECT_EQ(escape_xml("\xF4\x90\x80\x80").find('\xF4'), std::string::npos);    // beyond U+10FFFF
  EXPECT_EQ(escape_xml("\xEF\xBF\xBF"), kReplacement);                          // U+FFFF
}

TEST(EscapeXml, showsControlCharactersAsPictures) {
  EXPECT_EQ(escape_xml(std::string("\0", 1)), "\xE2\x90\x80");
  EXPECT_EQ(escape_xml("\x1B[31m"), "\xE2\x90\x9B[31m");
  EXPECT_EQ(escape_xml("\r"), "\xE2\x90\x8D");
  EXPECT_EQ(escape_xml("\x7F"), "\xE2\x90\xA1");
  EXPECT_EQ(escape_xml("\xC2\x85"), kReplacement);
}

RC_GTEST_PROP(EscapeXml, makesAnyBytesWellFormed, (const std::string& bytes)) {
  const std::string escaped = escape_xml(bytes);
  const auto document = parse_xml("<a b=\"" + escaped + "\">" + escaped + "</a>");
  RC_ASSERT(!testing::Test::HasFailure());
  // Escaping what was read back changes nothing: all that needed replacing was replaced.
  RC_ASSERT(escape_xml(text_of(document.child("a"))) == escaped);
}

RC_GTEST_PROP(EscapeXml, leavesOnlyValidCharacters, (const std::string& bytes)) {
  const std::string escaped = escape_xml(bytes);
  for (std::string_view rest = escaped; !rest.empty();) {
    const Utf8Character character = first_character(rest);
    RC_ASSERT(character.code.has_value());
    rest.remove_prefix(character.length);
  }
}

TEST(Shortened, cutsBetweenCharacters) {
  EXPECT_EQ(shortened("TP53", 4), "TP53");
  EXPECT_EQ(shortened("TP53", 3), "TP\xE2\x80\xA6");
  EXPECT_EQ(shortened("ααα", 2), "α\xE2\x80\xA6");
  EXPECT_EQ(shortened("", 5), "");
}

}  // namespace
}  // namespace graphsparse::report
