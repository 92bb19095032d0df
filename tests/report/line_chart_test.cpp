// Charts of curves.
#include "graphsparse/report/line_chart.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "io/temporary_folder.hpp"
#include "report/axis.hpp"
#include "report/chart_panel.hpp"
#include "report/svg.hpp"
#include "report/xml_document.hpp"

namespace graphsparse::report {
namespace {

using test_support::count_of;
using test_support::elements;
using test_support::input_error_of;
using test_support::parse_xml;
using test_support::text_of;
using test_support::written_texts;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

LineChart sample_chart() {
  LineChart chart;
  chart.title = "Recovery";
  chart.x_label = "observations";
  chart.y_label = "probability";
  chart.series = {{.name = "IHT", .x = {10, 20, 30}, .y = {0, 0.2, 0.7}},
                  {.name = "GraphStoIHT", .x = {10, 20, 30}, .y = {0.3, 0.9, 1}}};
  return chart;
}

// On a paper of 100 x 100 pixels whose coordinates are those of the chart, but y grows upwards.
Curve traced(const std::vector<double>& x, const std::vector<double>& y, bool log_y = false) {
  LineChart chart;
  chart.log_y = log_y;
  const Range y_range = log_y ? Range{1, 1e4} : Range{0, 100};
  return trace({.name = "c", .x = x, .y = y}, chart, Axis({0, 100}, false, 0, 100),
               Axis(y_range, log_y, 100, 0), {.left = 0, .top = 0, .right = 100, .bottom = 100}, 0);
}

std::size_t marker_count(const Curve& curve) { return curve.markers.size(); }

TEST(ShortNumber, hasNoNeedlessDigits) {
  EXPECT_EQ(short_number(12), "12");
  EXPECT_EQ(short_number(120), "120");
  EXPECT_EQ(short_number(0.5), ".5");
  EXPECT_EQ(short_number(-0.25), "-.25");
  EXPECT_EQ(short_number(3.14159), "3.14");
  EXPECT_EQ(short_number(-0.0001), "0");
  EXPECT_EQ(short_number(0), "0");
}

TEST(Curves, joinTheirPoints) {
  EXPECT_EQ(traced({0, 50, 100}, {0, 50, 0}).line.text(), "M0 100L50 50 100 100");
}

TEST(Curves, haveGapsAtMissingPoints) {
  const Curve curve = traced({0, 10, 20, 30, 40, 50, 60}, {0, 10, kNan, 30, kInfinity, 50, 60});
  EXPECT_EQ(curve.line.text(), "M0 100L10 90M50 50L60 40");
  ASSERT_EQ(curve.alone.size(), 1U);
  EXPECT_EQ(curve.alone[0].x, 30);
  EXPECT_EQ(marker_count(curve), 5U);
}

TEST(Curves, haveGapsAtZeroOnALogarithmicAxis) {
  EXPECT_EQ(traced({0, 10, 20, 30, 40}, {1, 10, 0, 100, 1e4}, true).line.text(),
            "M0 100L10 75M30 50L40 0");
}

TEST(Curves, areCutOffAtTheEdges) {
  const Curve curve = traced({0, 100, 200}, {-50, 150, 50});
  EXPECT_EQ(curve.line.text(), "M25 100L75 0");
  EXPECT_EQ(marker_count(curve), 0U);
  // Out at one place, in at another.
  EXPECT_EQ(traced({0, 20, 40, 60}, {50, 150, 150, 50}).line.text(), "M0 50L10 0M50 0L60 50");
  EXPECT_EQ(traced({-10, -5}, {50, 60}).line.text(), "");
  EXPECT_EQ(traced({0, 50}, {0, 1e299}).line.text(), "M0 100L0 0");
}

TEST(Curves, leaveOutWhatDoesNotMoveThePen) {
  EXPECT_EQ(traced({0, 0.001, 0.002, 50}, {0, 0, 0, 0}).line.text(), "M0 100L50 100");
}

TEST(Curves, thinOutDenseMarkers) {
  std::vector<double> x;
  for (int i = 0; i <= 1000; ++i) x.push_back(i / 10.0);
  const std::size_t count = marker_count(traced(x, std::vector<double>(x.size(), 50)));
  EXPECT_GE(count, 8U);
  EXPECT_LE(count, 12U);
}

TEST(LineCharts, areWellFormedAndTellWhatTheyShow) {
  const auto document = parse_xml(to_svg(sample_chart()));
  const auto svg = document.child("svg");
  EXPECT_STREQ(svg.attribute("viewBox").value(), "0 0 480 360");
  EXPECT_EQ(text_of(svg.child("title")), "Recovery");
  EXPECT_EQ(text_of(svg.child("desc")),
            "Recovery: probability against observations for IHT, GraphStoIHT.");
  const auto texts = written_texts(document);
  for (const char* text :
       {"Recovery", "observations", "probability", "IHT", "GraphStoIHT", "0.6", "30"}) {
    EXPECT_THAT(texts, Contains(text));
  }
}

TEST(LineCharts, haveTheColoursOfTheMethods) {
  const std::string svg = to_svg(sample_chart());
  EXPECT_THAT(svg, HasSubstr("stroke=\"#e69f00\""));
  EXPECT_THAT(svg, HasSubstr("stroke=\"#d55e00\""));
}

TEST(LineCharts, followTheStyleOfAnotherMethodOrAColour) {
  LineChart chart = sample_chart();
  chart.series[0].name = "GraphStoIHT (published)";
  chart.series[0].method = "GraphStoIHT";
  chart.series[0].dashed = true;
  chart.series[1].colour = "#123456";
  const std::string svg = to_svg(chart);
  EXPECT_THAT(svg, HasSubstr("stroke=\"#d55e00\" stroke-width=\"1.7\" stroke-linejoin=\"round\" "
                             "stroke-dasharray=\"6 3.5\""));
  EXPECT_THAT(svg, HasSubstr("stroke=\"#123456\""));
  EXPECT_THAT(svg, Not(HasSubstr("#e69f00")));
}

TEST(LineCharts, areTheSameBytesEachTime) {
  EXPECT_EQ(to_svg(sample_chart()), to_svg(sample_chart()));
}

TEST(LineCharts, escapeAllText) {
  LineChart chart = sample_chart();
  chart.title = chart.x_label = chart.y_label = chart.series[0].name = "<script>\x01&\xFF";
  const std::string svg = to_svg(chart);
  EXPECT_EQ(elements(parse_xml(svg), "script").size(), 0U);
  EXPECT_THAT(svg, HasSubstr("&lt;script&gt;"));
}

TEST(LineCharts, leaveUnnamedCurvesOutOfTheLegend) {
  LineChart chart = sample_chart();
  chart.series = {{.name = "", .x = {0, 1}, .y = {0, 1}, .markers = false, .colour = "#999999"}};
  EXPECT_THAT(to_svg(chart), HasSubstr("#999999"));
  EXPECT_EQ(count_of(to_svg(chart), "#999999"), 1U);
}

TEST(LineCharts, showPointsThatStandAloneWithoutMarkers) {
  LineChart chart;
  chart.series = {{.name = "IHT", .x = {1, 2, 3}, .y = {kNan, 1, kNan}, .markers = false}};
  EXPECT_EQ(count_of(to_svg(chart), "fill=\"#e69f00\""), 1U);
}

TEST(LineCharts, surviveWhateverTheyAreGiven) {
  LineChart chart;
  parse_xml(to_svg(chart));
  for (const double value :
       {0.0, 1.0, -3.5, 1e300, 1e-300, -1e300, 5e-324, 1e308, kNan, kInfinity}) {
    for (const bool logarithmic : {false, true}) {
      chart.log_x = chart.log_y = logarithmic;
      chart.series = {{.name = "one", .x = {value}, .y = {value}},
                      {.name = "more", .x = {value, 1, -value}, .y = {1, value, 2 * value}},
                      {.name = "none", .x = {}, .y = {}}};
      const std::string svg = to_svg(chart);
      parse_xml(svg);
      EXPECT_THAT(svg, Not(HasSubstr("nan"))) << value;
      EXPECT_THAT(svg, Not(HasSubstr("inf"))) << value;
      EXPECT_LT(svg.size(), 40'000U) << value;
    }
  }
}

TEST(LineCharts, haveNoOverlappingNumbersBelow) {
  LineChart chart;
  chart.x_range = Range{-1.5e9, 2.5e9};
  const auto document = parse_xml(to_svg(chart, 300, 200));
  std::vector<double> places;
  for (const auto& text : elements(document, "text")) {
    if (std::string(text.attribute("text-anchor").value()) == "middle") {
      places.push_back(text.attribute("x").as_double());
    }
  }
  ASSERT_GE(places.size(), 2U);
  for (std::size_t i = 1; i < places.size(); ++i) EXPECT_GT(places[i] - places[i - 1], 50);
}

TEST(LineCharts, keepToTheGivenRange) {
  LineChart chart = sample_chart();
  chart.y_range = Range{0, 2};
  EXPECT_THAT(written_texts(parse_xml(to_svg(chart))), Contains("2.0"));
}

TEST(LineCharts, rejectWhatCannotBeDrawn) {
  LineChart chart = sample_chart();
  chart.series[1].x.pop_back();
  EXPECT_EQ(input_error_of([&] { to_svg(chart); }), "chart: series 'GraphStoIHT' has 2 x but 3 y");
  chart = sample_chart();
  chart.series[0].colour = "red\" onload=\"x";
  EXPECT_THAT(input_error_of([&] { to_svg(chart); }), HasSubstr("is not like #0072b2"));
  chart = sample_chart();
  chart.x_range = Range{2, 2};
  EXPECT_THAT(input_error_of([&] { to_svg(chart); }), HasSubstr("the x range 2 to 2 is empty"));
  chart = sample_chart();
  chart.log_y = true;
  chart.y_range = Range{0, 1};
  EXPECT_THAT(input_error_of([&] { to_svg(chart); }), HasSubstr("on a logarithmic axis"));
  for (const double size : {30.0, -5.0, kNan, kInfinity}) {
    EXPECT_THAT(input_error_of([&] { to_svg(sample_chart(), size, 300); }), HasSubstr("no size"));
    EXPECT_THAT(input_error_of([&] { to_svg(sample_chart(), 300, size); }), HasSubstr("no size"));
  }
  EXPECT_THAT(input_error_of([&] { to_svg(Panels{}, 300, 300); }), HasSubstr("no panels"));
}

TEST(PanelsOfCharts, shareOneLegend) {
  Panels panels{.title = "Figure 4", .charts = {sample_chart(), sample_chart()}, .columns = 2};
  panels.charts[1].series.pop_back();
  panels.charts[1].series.push_back({.name = "NIHT", .x = {10, 30}, .y = {0, 1}});
  const auto texts = written_texts(parse_xml(to_svg(panels, 900, 400)));
  for (const char* name : {"IHT", "GraphStoIHT", "NIHT"}) {
    EXPECT_EQ(std::count(texts.begin(), texts.end(), name), 1) << name;
  }
  EXPECT_EQ(std::count(texts.begin(), texts.end(), "Recovery"), 2);
  EXPECT_THAT(texts, Contains("Figure 4"));
}

TEST(PanelsOfCharts, stayWithinThePicture) {
  Panels panels{.title = "", .charts = std::vector<LineChart>(5, sample_chart()), .columns = 3};
  const auto document = parse_xml(to_svg(panels, 900, 600));
  for (const auto& text : elements(document, "text")) {
    if (!text.attribute("x")) continue;
    EXPECT_GE(text.attribute("x").as_double(), 0);
    EXPECT_LE(text.attribute("x").as_double(), 900);
    EXPECT_GE(text.attribute("y").as_double(), 0);
    EXPECT_LE(text.attribute("y").as_double(), 600);
  }
}

}  // namespace
}  // namespace graphsparse::report
