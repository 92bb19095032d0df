// Drawings of networks.
#include "graphsparse/report/network_picture.hpp"

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
using test_support::elements;
using test_support::input_error_of;
using test_support::parse_xml;
using test_support::text_of;
using test_support::written_texts;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

NetworkPicture sample() {
  NetworkPicture picture;
  picture.title = "Selected genes";
  picture.nodes = {{"TP53", 0.8, 1.0}, {"BRCA1", -0.4, 0.25}, {"MYC", 0, 0.5}, {"ALONE", 0.1, 0}};
  picture.edges = {{0, 1}, {1, 2}, {2, 1}, {2, 2}};
  picture.value_label = "coefficient";
  picture.weight_label = "stability";
  return picture;
}

TEST(NetworkPictures, showNodesNamesAndEdges) {
  const std::string svg = to_svg(sample());
  const auto document = parse_xml(svg);
  const auto texts = written_texts(document);
  for (const char* text :
       {"Selected genes", "TP53", "BRCA1", "MYC", "ALONE", "coefficient", "stability"}) {
    EXPECT_THAT(texts, Contains(text));
  }
  EXPECT_EQ(text_of(document.child("svg").child("desc")), "A network of 4 nodes and 2 edges.");
  EXPECT_THAT(svg, HasSubstr(diverging_colour(1)));
  EXPECT_THAT(svg, HasSubstr(diverging_colour(-0.5)));
}

TEST(NetworkPictures, tellNumbersInTooltips) {
  const auto document = parse_xml(to_svg(sample()));
  EXPECT_EQ(text_of(elements(document, "circle")[1].child("title")),
            "BRCA1: coefficient −0.4, stability 0.25");
}

TEST(NetworkPictures, drawHeavyNodesLarger) {
  const auto document = parse_xml(to_svg(sample()));
  const auto circles = elements(document, "circle");
  const auto radius = [&](std::size_t i) { return circles[i].attribute("r").as_double(); };
  EXPECT_GT(radius(0), radius(2));
  EXPECT_GT(radius(2), radius(1));
  EXPECT_GT(radius(1), radius(3));
}

TEST(NetworkPictures, stayWithinTheSheet) {
  const auto document = parse_xml(to_svg(sample()));
  const double width = document.child("svg").attribute("width").as_double();
  const double height = document.child("svg").attribute("height").as_double();
  for (const auto& circle : elements(document, "circle")) {
    const double r = circle.attribute("r").as_double();
    EXPECT_GE(circle.attribute("cx").as_double(), r);
    EXPECT_LE(circle.attribute("cx").as_double(), width - r);
    EXPECT_GE(circle.attribute("cy").as_double(), r);
    EXPECT_LE(circle.attribute("cy").as_double(), height - r);
  }
}

TEST(NetworkPictures, escapeNamesAndShortenLongOnes) {
  NetworkPicture picture = sample();
  picture.nodes[0].name = "<script>alert(1)</script>";
  picture.nodes[1].name = "a\xFF\x02";
  const std::string svg = to_svg(picture);
  const auto document = parse_xml(svg);
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
  EXPECT_THAT(written_texts(document), Contains("<script>alert(1)<…"));
  EXPECT_THAT(svg, HasSubstr("<title>&lt;script&gt;alert(1)&lt;/script&gt;: "));
}

TEST(NetworkPictures, areTheSameBytesEachTime) { EXPECT_EQ(to_svg(sample()), to_svg(sample())); }

TEST(NetworkPictures, leaveOutTheSizesWhenAllAreEqual) {
  NetworkPicture picture = sample();
  for (NetworkNode& node : picture.nodes) node.weight = 2;
  EXPECT_THAT(to_svg(picture), Not(HasSubstr("stability")));
}

TEST(NetworkPictures, drawEmptyAndOddOnes) {
  parse_xml(to_svg(NetworkPicture{}));
  NetworkPicture picture;
  picture.nodes = {{"", std::numeric_limits<double>::quiet_NaN(), 0}};
  const std::string svg = to_svg(picture);
  parse_xml(svg);
  EXPECT_THAT(svg, HasSubstr(std::string(kMissingColour)));
  EXPECT_EQ(count_of(svg, "=\"nan\""), 0U);
}

TEST(NetworkPictures, rejectWhatCannotBeDrawn) {
  NetworkPicture picture = sample();
  picture.edges.push_back({0, 4});
  EXPECT_THAT(input_error_of([&] { to_svg(picture); }), HasSubstr("4"));
  picture = sample();
  picture.nodes[2].weight = -1;
  EXPECT_EQ(input_error_of([&] { to_svg(picture); }),
            "network picture: the weight -1 of node 'MYC' is not a number >= 0");
  picture.nodes.resize(kLargestNetworkPicture + 1);
  EXPECT_THAT(input_error_of([&] { to_svg(picture); }), HasSubstr("1001 nodes"));
}

}  // namespace
}  // namespace graphsparse::report
