// GraphML files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "graphsparse/io/edge_table.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using test_support::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Graphml : public testing::Test {
 protected:
  // Keys stand on line 3, the graph's contents begin on line 5.
  std::string write(const std::string& keys, const std::string& contents) {
    return folder_.write("g.graphml",
                         "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                         "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n" +
                             keys + "\n<graph edgedefault=\"undirected\">\n" + contents +
                             "\n</graph>\n</graphml>\n");
  }
  std::string error(const std::string& keys, const std::string& contents) {
    const std::string path = write(keys, contents);
    return input_error_of([&] { read_edge_table(path); });
  }

  TemporaryFolder folder_;
};

constexpr const char* kCostKey = R"(<key id="d0" for="edge" attr.name="cost"/>)";

TEST_F(Graphml, readsNodesAndEdges) {
  const EdgeTable table = read_edge_table(
      write("", R"(<node id="a"/><edge source="b" target="a"/><node id="b"><data key="x">1</data>
                   </node><node id="alone"/>)"));
  EXPECT_THAT(table.names, ElementsAre("a", "b", "alone"));
  EXPECT_THAT(table.edges, ElementsAre(Edge{1, 0, 1.0}));
  EXPECT_FALSE(table.numbered);
}

TEST_F(Graphml, readsCostsAndTheirDefault) {
  const EdgeTable table = read_edge_table(
      write(R"(<key id="d0" for="edge" attr.name="Weight"><default>2.5</default></key>)",
            R"(<node id="0"/><node id="1"/>
               <edge source="0" target="1"><data key="d0"> 4
               </data><data key="other">x</data></edge>
               <edge source="1" target="0"/>)"));
  EXPECT_THAT(table.edges, ElementsAre(Edge{0, 1, 4.0}, Edge{1, 0, 2.5}));
  EXPECT_TRUE(table.numbered);
}

TEST_F(Graphml, prefersCostToWeightAndIgnoresKeysOfNodes) {
  const EdgeTable table = read_edge_table(write(
      R"(<key id="w" for="edge" attr.name="weight"/><key id="n" for="node" attr.name="cost"/>)"
      R"(<key id="c" for="edge" attr.name="cost"/>)",
      R"(<node id="a"/><node id="b"/><edge source="a" target="b"><data key="w">2</data>)"
      R"(<data key="c">3</data><data key="n">7</data></edge>)"));
  EXPECT_THAT(table.edges, ElementsAre(Edge{0, 1, 3.0}));
}

TEST_F(Graphml, readsPrefixesEntitiesAndNestedGraphs) {
  const std::string path = folder_.write(
      "g.GraphML",
      "\xef\xbb\xbf<g:graphml xmlns:g=\"x\"><g:graph><g:node id=\"a&amp;b\"><g:graph>"
      "<g:node id=\"inner\"/></g:graph></g:node><g:edge source=\"a&amp;b\" target=\"inner\"/>"
      "</g:graph></g:graphml>");
  const EdgeTable table = read_edge_table(path);
  EXPECT_THAT(table.names, ElementsAre("a&b", "inner"));
  EXPECT_THAT(table.edges, ElementsAre(Edge{0, 1, 1.0}));
}

TEST_F(Graphml, keepsNodesWithoutEdges) {
  EXPECT_THAT(read_edge_table(write("", R"(<node id="a"/>)")).edges, IsEmpty());
}

TEST_F(Graphml, namesTheLineOfWhatIsWrong) {
  const std::string nodes = "<node id=\"a\"/>\n<node id=\"b\"/>\n";
  EXPECT_THAT(error("", nodes + R"(<edge source="a" target="c"/>)"),
              HasSubstr("g.graphml:7: the edge ends at 'c', which no <node> declares"));
  EXPECT_THAT(error("", nodes + R"(<edge source="a"/>)"), HasSubstr("g.graphml:7: <edge> without"));
  EXPECT_THAT(error("", nodes + "<node/>"), HasSubstr("g.graphml:7: <node> without"));
  EXPECT_THAT(error("", nodes + R"(<node id="a"/>)"), HasSubstr("g.graphml:7: two nodes"));
  EXPECT_THAT(error("", nodes + "<hyperedge/>"), HasSubstr("g.graphml:7: a hyperedge"));
  EXPECT_THAT(error("", nodes + R"(<node id="a&#10;b"/>)"), HasSubstr("g.graphml:7: the name"));
  EXPECT_THAT(error(kCostKey, nodes + "<edge source=\"a\" target=\"b\">\n<data key=\"d0\">-1</data>"
                                      "</edge>"),
              HasSubstr("g.graphml:8: the cost '-1' is negative"));
  EXPECT_THAT(error(kCostKey, nodes + "<edge source=\"a\" target=\"b\"><data key=\"d0\"/></edge>"),
              HasSubstr("g.graphml:7: the cost '' is missing"));
  EXPECT_THAT(error(R"(<key id="d0" attr.name="cost"><default>x</default></key>)", nodes),
              HasSubstr("g.graphml:3: the cost 'x' is not a number"));
}

TEST_F(Graphml, namesTheLineOfMalformedXml) {
  EXPECT_THAT(error("", "<node id=\"a\"/>\n<node id=\"b\"></edge>"),
              HasSubstr("g.graphml:6: malformed XML"));
  const std::string path =
      folder_.write("cut.graphml", "<graphml>\n<graph>\n<node id=\"a\"/>\n<no");
  EXPECT_THAT(input_error_of([&] { read_edge_table(path); }),
              HasSubstr("cut.graphml:4: malformed"));
}

TEST_F(Graphml, rejectsOtherDocuments) {
  using namespace std::string_view_literals;
  for (const std::string_view text :
       {"<html/>"sv, "not xml"sv, ""sv, "<graphml/>"sv, "<graphml>\0</graphml>"sv}) {
    const std::string path = folder_.write("g.graphml", text);
    EXPECT_THAT(input_error_of([&] { read_edge_table(path); }), HasSubstr("g.graphml")) << text;
  }
}

TEST_F(Graphml, survivesDeepNesting) {
  constexpr int depth = 300'000;
  std::string contents;
  for (int i = 0; i < depth; ++i) contents += "<graph>";
  contents += R"(<node id="deep"/>)";
  for (int i = 0; i < depth; ++i) contents += "</graph>";
  EXPECT_THAT(read_edge_table(write("", contents)).names, ElementsAre("deep"));
}

TEST_F(Graphml, takesTimeInProportionToItsSize) {
  // Lines counted anew for each edge would take minutes here.
  constexpr int edge_count = 100'000;
  std::string contents = "<node id=\"a\"/>\n<node id=\"b\"/>\n";
  for (int i = 0; i < edge_count; ++i) {
    contents += "<edge source=\"a\" target=\"b\">\n<data key=\"d0\">2</data></edge>\n";
  }
  EXPECT_EQ(read_edge_table(write(kCostKey, contents)).edges.size(), std::size_t{edge_count});
}

}  // namespace
}  // namespace graphsparse
