#include "graphsparse/report/map_picture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
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
  EXPECT_THROW(view_of(MapPicture{}, "value", {}), InputError);
  MapPicture map = two_squares();
  map.regions[0].rings[0][0].x = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(to_svg(map), InputError);
  EXPECT_THROW(view_of(map, "value", {}), InputError);
}

// What the page's script draws.
TEST(MapViews, haveEachRegionWithItsOutline) {
  MapPicture map = two_squares();
  map.regions[1].is_marked = true;
  const NetworkView view = view_of(map, "excess", {{0, 1}});
  const nlohmann::json json = nlohmann::json::parse(to_json(view));
  EXPECT_EQ(json["measures"], nlohmann::json::parse(R"(["excess"])"));
  EXPECT_EQ(json["edges"], nlohmann::json::parse("[[0,1]]"));
  const nlohmann::json& south = json["nodes"][0];
  EXPECT_EQ(south["name"], "south");
  EXPECT_EQ(south["values"][0], 0);
  EXPECT_EQ(south["rings"], nlohmann::json::parse("[[0,2000, 1000,2000, 1000,1000, 0,1000]]"));
  EXPECT_EQ(south["x"], 500);
  EXPECT_EQ(south["y"], 1500);
  EXPECT_FALSE(south.contains("marked"));
  EXPECT_EQ(json["nodes"][1]["marked"], true);
}

TEST(MapViews, nameStandsInTheLargestPart) {
  MapPicture map = two_squares();
  // An island first, and a ring without area; the middle of the triangle is that of its area.
  map.regions[0].rings = {
      {{5, 0}, {5.1, 0}, {5.1, 0.1}}, {{0, 0}, {3, 0}, {0, 3}, {0, 0}}, {{7, 7}, {8, 8}}, {}};
  const NetworkView view = view_of(map, "excess", {});
  const double unit = 1000.0 / 8;
  EXPECT_NEAR(view.nodes[0].x, unit, 1e-9);
  EXPECT_NEAR(view.nodes[0].y, 7 * unit, 1e-9);
  EXPECT_EQ(view.nodes[0].rings->size(), 3U);
}

TEST(MapViews, regionsWithoutOutlineAreNodesAllTheSame) {
  MapPicture map = two_squares();
  map.regions[0].rings.clear();
  const nlohmann::json json = nlohmann::json::parse(to_json(view_of(map, "excess", {{0, 1}})));
  EXPECT_EQ(json["nodes"].size(), 2U);
  EXPECT_EQ(json["nodes"][0]["rings"], nlohmann::json::array());
}

}  // namespace
}  // namespace graphsparse::report
