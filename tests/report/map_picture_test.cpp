#include "graphsparse/report/map_picture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "graphsparse/core/error.hpp"
#include "report/xml_document.hpp"

namespace graphsparse::report {
namespace {

using test_support::elements;
using test_support::parse_xml;

MapRegion square(const std::string& name, double west, double south, double value) {
  MapRegion region;
  region.name = name;
  region.rings = {{{west, south}, {west + 1, south}, {west + 1, south + 1}, {west, south + 1}}};
  region.value = value;
  return region;
}

MapPicture two_squares() {
  MapPicture map;
  map.value_label = "excess";
  map.regions = {square("south", 0, 0, 0), square("north", 0, 1, 4)};
  return map;
}

TEST(MapPicture, drawsEachRegionWithItsNumbers) {
  MapPicture map = two_squares();
  map.regions[1].note = "9 cases";
  const pugi::xml_document svg = parse_xml(to_svg(map));
  const auto titles = elements(svg, "path/title");
  ASSERT_EQ(titles.size(), 2U);
  EXPECT_EQ(test_support::text_of(titles[0]), "south: excess 0");
  EXPECT_EQ(test_support::text_of(titles[1]), "north: excess 4, 9 cases");
  const auto paths = elements(svg, "path[title]");
  EXPECT_STRNE(paths[0].attribute("fill").value(), paths[1].attribute("fill").value());
}

TEST(MapPicture, northIsUp) {
  const pugi::xml_document svg = parse_xml(to_svg(two_squares(), 124));
  const auto paths = elements(svg, "path[title]");
  // 100 pixels a square, 12 of border.
  EXPECT_STREQ(paths[0].attribute("d").value(), "M12 212L112 212 112 112 12 112Z");
  EXPECT_STREQ(paths[1].attribute("d").value(), "M12 112L112 112 112 12 12 12Z");
}

TEST(MapPicture, marksRegionsAboveAllOthers) {
  MapPicture map = two_squares();
  const std::size_t before = elements(parse_xml(to_svg(map)), "path").size();
  map.regions[0].is_marked = true;
  const pugi::xml_document svg = parse_xml(to_svg(map));
  const auto paths = elements(svg, "path");
  ASSERT_EQ(paths.size(), before + 1);
  EXPECT_STREQ(paths.back().attribute("d").value(), paths.front().attribute("d").value());
}

TEST(MapPicture, hostileNamesStayText) {
  MapPicture map = two_squares();
  map.regions[0].name = "<script>alert(1)</script>";
  map.title = "a & b";
  const std::string text = to_svg(map);
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("<script")));
  EXPECT_EQ(test_support::text_of(elements(parse_xml(text), "path/title")[0]),
            "<script>alert(1)</script>: excess 0");
}

TEST(MapPicture, refusesWhatCannotBeDrawn) {
  EXPECT_THROW(to_svg(MapPicture{}), InputError);
  MapPicture map = two_squares();
  map.regions[0].rings[0][0].x = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(to_svg(map), InputError);
}

}  // namespace
}  // namespace graphsparse::report
