// Self-contained pages.
#include "graphsparse/report/html_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "graphsparse/report/line_chart.hpp"
#include "io/temporary_folder.hpp"
#include "report/xml_document.hpp"

namespace graphsparse::report {
namespace {

using test_support::count_of;
using test_support::elements;
using test_support::input_error_of;
using test_support::parse_xml;
using test_support::text_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::string chart() {
  return to_svg(LineChart{.title = "c",
                          .x_label = {},
                          .y_label = {},
                          .series = {{.name = "IHT", .x = {1, 2}, .y = {1, 2}}}});
}

std::vector<std::string> texts_of(const pugi::xml_node& root, const std::string& name) {
  std::vector<std::string> texts;
  for (const auto& node : elements(root, name)) texts.push_back(text_of(node));
  return texts;
}

TEST(HtmlPages, holdAllTheirPartsInOrder) {
  HtmlPage page("Report", "of a fit");
  page.facts({{"solver", "graph-sto-iht"}, {"sparsity", "40"}})
      .heading("Result")
      .paragraph("It works.")
      .heading("Detail", 3)
      .table({.caption = "Methods", .columns = {"method", "error"}, .rows = {{"IHT", "0.5"}}})
      .code("graphsparse fit\n  --data x.csv")
      .figure(chart(), "A curve.");
  const std::string text = page.to_string();
  const auto document = parse_xml(text);
  EXPECT_TRUE(text.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
  EXPECT_THAT(texts_of(document, "h1"), ElementsAre("Report"));
  EXPECT_THAT(texts_of(document, "h2"), ElementsAre("Result"));
  EXPECT_THAT(texts_of(document, "h3"), ElementsAre("Detail"));
  EXPECT_THAT(texts_of(document, "p"), ElementsAre("of a fit", "It works."));
  EXPECT_THAT(texts_of(document, "dt"), ElementsAre("solver", "sparsity"));
  EXPECT_THAT(texts_of(document, "dd"), ElementsAre("graph-sto-iht", "40"));
  EXPECT_THAT(texts_of(document, "caption"), ElementsAre("Methods"));
  EXPECT_THAT(texts_of(document, "pre"), ElementsAre("graphsparse fit\n  --data x.csv"));
  EXPECT_THAT(texts_of(document, "figcaption"), ElementsAre("A curve."));
  EXPECT_EQ(elements(document, "svg").size(), 1U);
}

TEST(HtmlPages, needNoNetworkAndNoScript) {
  HtmlPage page("Report");
  page.figure(chart(), "");
  std::string text = page.to_string(false);
  // The name of the SVG namespace is no address that anything fetches.
  for (const std::string& name : {std::string("http://www.w3.org/2000/svg")}) {
    for (auto at = text.find(name); at != std::string::npos; at = text.find(name)) {
      text.erase(at, name.size());
    }
  }
  for (const char* part :
       {"http:", "https:", "//", "<script", "<link", "@import", "url(", "src="}) {
    EXPECT_THAT(text, Not(HasSubstr(part)));
  }
  EXPECT_THAT(text, HasSubstr("default-src &#39;none&#39;"));
  EXPECT_THAT(text, HasSubstr("prefers-color-scheme:dark"));
}

TEST(HtmlPages, showMarkupInsteadOfFollowingIt) {
  const std::string bad = "<script>alert('x')</script>\"&\x01\xFF";
  HtmlPage page(bad, bad);
  page.heading(bad).heading(bad).heading(bad).heading(bad).heading(bad, 3);
  page.paragraph(bad).facts({{bad, bad}}).code(bad).figure(chart(), bad);
  page.table({.caption = bad, .columns = {bad}, .rows = {{bad}}});
  const std::string text = page.to_string(false);
  const auto document = parse_xml(text);
  EXPECT_TRUE(elements(document, "script").empty());
  EXPECT_THAT(text, Not(HasSubstr("<script")));
  // Title twice, subtitle, five headings, four entries of the contents, and eight more.
  EXPECT_EQ(count_of(text, "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"), 20U);
}

TEST(HtmlPages, alignColumnsOfNumbersAtTheRight) {
  HtmlPage page("t");
  page.table({.caption = "",
              .columns = {"gene", "coefficient", "error", "mixed", "nothing"},
              .rows = {{"TP53", "-0.5", "0.75 ± 0.02", "1", "-"},
                       {"7SK", "−1e-7", "<0.001", "yes", ""},
                       {"MYC", "nan", "95 %", "2", "-"}}});
  std::vector<std::string> classes;
  const auto document = parse_xml(page.to_string());
  for (const auto& cell : elements(document, "th")) {
    classes.emplace_back(cell.attribute("class").value());
  }
  EXPECT_THAT(classes, ElementsAre("", "number", "number", "", ""));
  EXPECT_EQ(elements(document, "td").size(), 15U);
}

TEST(HtmlPages, listTheirSectionsFromFourOn) {
  HtmlPage page("t");
  page.heading("one").heading("two").heading("two");
  EXPECT_EQ(count_of(page.to_string(), "<nav"), 0U);
  page.heading("four");
  const auto document = parse_xml(page.to_string());
  std::vector<std::string> targets;
  for (const auto& link : elements(document, "a"))
    targets.emplace_back(link.attribute("href").value());
  EXPECT_THAT(targets, ElementsAre("#section-1", "#section-2", "#section-3", "#section-4"));
  for (const std::string& target : targets) {
    EXPECT_EQ(document.select_nodes(("//h2[@id='" + target.substr(1) + "']").c_str()).size(), 1U);
  }
}

TEST(HtmlPages, keepIdsUnique) {
  HtmlPage page("t");
  page.heading("a").figure(chart(), "").figure(chart(), "");
  EXPECT_EQ(count_of(page.to_string(), " id=\""), 1U);
}

TEST(HtmlPages, letWideFiguresScroll) {
  const LineChart empty;
  EXPECT_EQ(count_of(HtmlPage("t").figure(to_svg(empty, 900, 300), "").to_string(), "paper wide"),
            0U);
  EXPECT_EQ(count_of(HtmlPage("t").figure(to_svg(empty, 3000, 300), "").to_string(), "paper wide"),
            1U);
}

TEST(HtmlPages, rejectWhatDoesNotFit) {
  HtmlPage page("t");
  EXPECT_THAT(input_error_of([&] { page.figure("<img src=x onerror=alert(1)>", ""); }),
              HasSubstr("not an SVG"));
  EXPECT_THAT(input_error_of([&] { page.heading("x", 1); }), HasSubstr("level of a heading is 1"));
  EXPECT_EQ(input_error_of([&] {
              page.table({.caption = "T", .columns = {"a", "b"}, .rows = {{"1", "2"}, {"1"}}});
            }),
            "table 'T': row 2 has 1 cells, expected 2");
}

NetworkView view_of_two(const std::string& name) {
  NetworkView view;
  view.measures = {"coefficient"};
  view.nodes = {{.name = name, .values = {0.5}}, {.name = "b", .values = {NAN}}};
  view.edges = {{0, 1}};
  return view;
}

// What the page's script reads.
nlohmann::json data_of(const std::string& page) {
  const auto document = parse_xml(page);
  for (const auto& script : elements(document, "script")) {
    if (std::string(script.attribute("type").value()) == "application/json") {
      return nlohmann::json::parse(text_of(script));
    }
  }
  return {};
}

TEST(HtmlPages, holdTheirDataForScriptsAsText) {
  const std::string bad = "</script><!--<script>&\"\\\x01\xFF";
  HtmlPage page("t");
  page.network(view_of_two(bad), chart(), "");
  page.chart(
      {.x_label = bad, .series = {{.name = "IHT", .x = {1, 2}, .y = {3, NAN}, .error = {0.5, 0}}}},
      "");
  const std::string text = page.to_string(true);
  EXPECT_EQ(count_of(text, "</script>"), count_of(text, "<script"));
  const nlohmann::json data = data_of(text);
  const nlohmann::json& network = data["networks"][0];
  EXPECT_EQ(network["nodes"][0]["name"], "</script><!--<script>&\"\\\x01\xEF\xBF\xBD");
  EXPECT_EQ(network["nodes"][1]["values"][0], nullptr);
  EXPECT_EQ(network["edges"], nlohmann::json::parse("[[0,1]]"));
  const nlohmann::json& plot = data["charts"][0]["plots"][0];
  EXPECT_EQ(plot["series"][0]["y"], nlohmann::json::parse("[3,null]"));
  EXPECT_EQ(plot["series"][0]["error"], nlohmann::json::parse("[0.5,0]"));
  EXPECT_THAT(text, HasSubstr("data-network=\"0\""));
  EXPECT_THAT(text, HasSubstr("data-chart=\"0\""));
}

TEST(HtmlPages, allowNoScriptsButTheirOwn) {
  if (!HtmlPage::can_be_interactive()) GTEST_SKIP() << "this build has no d3";
  const std::string text = HtmlPage("t").to_string(true);
  EXPECT_THAT(text, testing::ContainsRegex("default-src &#39;none&#39;; script-src "
                                           "&#39;sha256-[A-Za-z0-9+/]{43}=&#39; "
                                           "&#39;sha256-[A-Za-z0-9+/]{43}=&#39;; img-src data:; "
                                           "style-src"));
  EXPECT_THAT(text, Not(HasSubstr("unsafe-eval")));
  EXPECT_EQ(count_of(text, "<script>"), 2U);
}

TEST(HtmlPages, rejectNetworksThatAreNone) {
  NetworkView outside = view_of_two("a");
  outside.edges = {{0, 2}};
  EXPECT_THAT(input_error_of([&] { to_json(outside); }), HasSubstr("outside of the 2 nodes"));
  NetworkView incomplete = view_of_two("a");
  incomplete.nodes[1].values.clear();
  EXPECT_THAT(input_error_of([&] { to_json(incomplete); }), HasSubstr("0 values for 1 measures"));
  NetworkView large = view_of_two("a");
  large.nodes.resize(kLargestNetworkView + 1, large.nodes[0]);
  EXPECT_THAT(input_error_of([&] { to_json(large); }), HasSubstr("more than the 2000"));
}

TEST(NetworkViews, giveEachNodeItsPlace) {
  NetworkView view;
  view.measures = {"value"};
  for (int i = 0; i < 300; ++i) view.nodes.push_back({.name = std::to_string(i), .values = {1}});
  for (NodeId i = 0; i + 1 < 300; ++i) view.edges.push_back({i, i + 1});
  place_nodes(view);
  for (std::size_t i = 0; i < view.nodes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double apart =
          std::hypot(view.nodes[i].x - view.nodes[j].x, view.nodes[i].y - view.nodes[j].y);
      ASSERT_GT(apart, 10) << i << " and " << j;
    }
  }
}

TEST(HtmlPages, areTheSameBytesEachTime) {
  HtmlPage page("t");
  page.figure(chart(), "c");
  EXPECT_EQ(page.to_string(), page.to_string());
}

}  // namespace
}  // namespace graphsparse::report
