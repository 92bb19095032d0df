// Pictures of grids.
#include "graphsparse/report/grid_picture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "io/temporary_folder.hpp"
#include "report/colour_scale.hpp"
#include "report/xml_document.hpp"

namespace graphsparse::report {
namespace {

using test_support::count_of;
using test_support::input_error_of;
using test_support::parse_xml;
using test_support::written_texts;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

GridPictures values_picture(int width, int height, std::vector<double> values) {
  GridPictures group;
  group.pictures = {{.title = "signal", .width = width, .height = height, .cells = values}};
  return group;
}

TEST(GridPictures, mergeEqualNeighboursOfARow) {
  const std::string svg = to_svg(values_picture(4, 3,
                                                {0, 1, 1, 1,  //
                                                 0, 0, 0, 1,  //
                                                 1, 0, 0, 0}));
  parse_xml(svg);
  // The ground once, then one path with three runs.
  EXPECT_THAT(svg, HasSubstr("d=\"M1 0h3v1h-3zM3 1h1v1h-1zM0 2h1v1h-1z\""));
}

TEST(GridPictures, areSmallForSparseSignals) {
  std::vector<double> values(100 * 100, 0.0);
  const std::size_t empty = to_svg(values_picture(100, 100, values)).size();
  for (std::size_t i = 0; i < 50; ++i) values[30 * 100 + i] = 1;
  EXPECT_LT(to_svg(values_picture(100, 100, values)).size(), empty + 80);
}

TEST(GridPictures, haveColoursSymmetricAroundZero) {
  EXPECT_EQ(diverging_colour(0), "#fafafa");
  EXPECT_EQ(diverging_colour(5), diverging_colour(1));
  EXPECT_NE(diverging_colour(-1), diverging_colour(1));
  const std::string svg = to_svg(values_picture(3, 1, {-2, 0, 2}));
  EXPECT_THAT(svg, HasSubstr(diverging_colour(-1)));
  EXPECT_THAT(svg, HasSubstr(diverging_colour(1)));
  EXPECT_THAT(written_texts(parse_xml(svg)), ElementsAre("signal", "−2", "0", "2"));
}

TEST(GridPictures, shareOneScale) {
  GridPictures group = values_picture(2, 1, {0, 1});
  group.pictures.push_back(
      {.title = "twice", .width = 2, .height = 1, .cells = std::vector<double>{0, 2}});
  const std::string svg = to_svg(group);
  EXPECT_THAT(svg, HasSubstr(diverging_colour(0.5)));
  group.limit = 4;
  EXPECT_THAT(written_texts(parse_xml(to_svg(group))), Contains("4"));
}

TEST(GridPictures, showMissingValuesInGrey) {
  EXPECT_THAT(to_svg(values_picture(2, 1, {std::numeric_limits<double>::quiet_NaN(), 1})),
              HasSubstr(std::string(kMissingColour)));
  EXPECT_THAT(to_svg(values_picture(2, 1, {-std::numeric_limits<double>::infinity(), 1})),
              HasSubstr(diverging_colour(-1)));
}

TEST(GridPictures, showClassesWithALegendOfThosePresent) {
  GridPictures group;
  group.pictures = {
      {.title = "IHT",
       .width = 2,
       .height = 2,
       .cells = classify_cells({true, true, false, false}, {true, false, true, false}),
       .note = "error <0.1"}};
  const std::string svg = to_svg(group);
  const auto texts = written_texts(parse_xml(svg));
  EXPECT_THAT(texts, ElementsAre("IHT", "error <0.1", "found", "missed", "wrong"));
}

TEST(GridPictures, classifyCells) {
  EXPECT_THAT(
      classify_cells({true, true, false, false}, {true, false, true, false}),
      ElementsAre(CellClass::found, CellClass::missed, CellClass::wrong, CellClass::background));
  EXPECT_THAT(input_error_of([] { classify_cells({true}, {}); }), HasSubstr("1 planted"));
}

TEST(GridPictures, standInColumns) {
  GridPictures group = values_picture(2, 1, {0, 1});
  group.pictures.resize(5, group.pictures.front());
  const auto width_of = [&](int columns) {
    group.columns = columns;
    return parse_xml(to_svg(group)).child("svg").attribute("width").as_double();
  };
  EXPECT_LT(width_of(2), width_of(3));
  EXPECT_EQ(width_of(0), width_of(5));
}

TEST(GridPictures, areTheSameBytesEachTimeAndEscaped) {
  GridPictures group = values_picture(3, 1, {0.1, -0.2, 0.3});
  group.title = group.pictures[0].title = group.pictures[0].note = "<script>";
  const std::string svg = to_svg(group);
  EXPECT_EQ(svg, to_svg(group));
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
  EXPECT_EQ(count_of(svg, "&lt;script&gt;"), 6U);
  parse_xml(svg);
}

TEST(GridPictures, rejectWhatDoesNotFit) {
  EXPECT_EQ(input_error_of([] {
              to_svg(values_picture(2, 2, {1, 2, 3}));
            }),
            "grid picture 'signal': 3 cells are not 2 x 2");
  EXPECT_THAT(input_error_of([] { to_svg(values_picture(0, 0, {})); }), HasSubstr("are not 0 x 0"));
  GridPictures group = values_picture(1, 1, {1});
  group.limit = -1;
  EXPECT_THAT(input_error_of([&] { to_svg(group); }), HasSubstr("limit is -1"));
  EXPECT_THAT(input_error_of([] { to_svg(GridPictures{}); }), HasSubstr("no pictures"));
}

}  // namespace
}  // namespace graphsparse::report
