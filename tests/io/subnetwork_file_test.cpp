#include "graphsparse/io/subnetwork_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pugixml.hpp>

#include "graphsparse/io/edge_table.hpp"
#include "graphsparse/io/vector_file.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using test_support::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;

class SubnetworkFile : public testing::Test {
 protected:
  // Writes the files and reads the graph back.
  EdgeTable read_back(const Subnetwork& network, const std::string& name) const {
    for (const auto& [path, text] : format_subnetwork(network, folder_.file(name))) {
      folder_.write(path.substr(folder_.path().string().size() + 1), text);
    }
    return read_edge_table(folder_.file(name));
  }

  TemporaryFolder folder_;
  Subnetwork network_{{"TP53", "a b & <script>alert(\"1\")</script>", "\xce\xb1'"},
                      {0.25, -1.5, 1e-300},
                      {{0, 1, 1.0}, {0, 2, 2.5}}};
};

TEST_F(SubnetworkFile, everyFormatReadsBack) {
  for (const std::string name : {"n.graphml", "n.sif", "n.tsv"}) {
    SCOPED_TRACE(name);
    const EdgeTable table = read_back(network_, name);
    EXPECT_EQ(table.names, network_.names);
    std::vector<Edge> expected = network_.edges;
    if (name == "n.sif") expected[1].cost = 1.0;  // it has no costs
    EXPECT_EQ(table.edges, expected);
  }
}

TEST_F(SubnetworkFile, nodesWithoutEdgesAreKeptWhereTheFormatCan) {
  network_.names.emplace_back("lonely");
  network_.coefficients.push_back(3.0);
  EXPECT_THAT(read_back(network_, "n.graphml").names, testing::Contains("lonely"));
  EXPECT_THAT(read_back(network_, "n.sif").names, testing::Contains("lonely"));
  (void)read_back(network_, "n.tsv");
  const NamedVector nodes = read_vector(folder_.file("n.nodes.tsv"));
  EXPECT_EQ(nodes.names, network_.names);
  EXPECT_EQ(nodes.values, network_.coefficients);
}

TEST_F(SubnetworkFile, graphmlHoldsCoefficientsAndEscapesNames) {
  const std::string text = format_subnetwork(network_, "x.graphml").at(0).second;
  EXPECT_THAT(text, testing::Not(HasSubstr("<script>")));
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(text.c_str()));
  const pugi::xml_node node =
      document.child("graphml").child("graph").find_child_by_attribute("id", "TP53");
  EXPECT_EQ(node.child("data").attribute("key").as_string(), std::string("coefficient"));
  EXPECT_EQ(node.child("data").text().as_double(), 0.25);
}

TEST_F(SubnetworkFile, namesThatCannotBeWrittenAreRefused) {
  const auto message = [](const std::string& name, const std::string& path) {
    return input_error_of([&] { (void)format_subnetwork({{name}, {1.0}, {}}, path); });
  };
  EXPECT_THAT(message("a\tb", "n.graphml"), HasSubstr("control character"));
  EXPECT_THAT(message("\xff", "n.graphml"), HasSubstr("UTF-8"));
  EXPECT_THAT(message("#a", "n.tsv"), HasSubstr("comment"));
  EXPECT_THAT(message(" a", "n.sif"), HasSubstr("blank"));
  EXPECT_THAT(message("a b", "n.sif"), HasSubstr(".graphml"));
  EXPECT_THAT(input_error_of([] { (void)subnetwork_paths("n.xml"); }),
              HasSubstr(".graphml, .sif or .tsv"));
}

TEST_F(SubnetworkFile, pathsNameAllFiles) {
  EXPECT_THAT(subnetwork_paths("d.x/n.graphml"), ElementsAre("d.x/n.graphml"));
  EXPECT_THAT(subnetwork_paths("d.x/n.SIF"), ElementsAre("d.x/n.SIF", "d.x/n.nodes.tsv"));
}

TEST_F(SubnetworkFile, inducedEdgesAreThoseWithBothEndsInside) {
  const std::vector<Edge> edges = {{0, 1, 1.0}, {3, 1, 2.0}, {1, 3, 4.0}, {2, 3, 1.0}};
  const Graph graph = Graph::from_edges(4, edges);
  EXPECT_THAT(induced_edges(graph, {1, 3}),
              testing::UnorderedElementsAre(Edge{0, 1, 2.0}, Edge{0, 1, 4.0}));
  EXPECT_THAT(induced_edges(graph, {0, 2}), ElementsAre());
}

}  // namespace
}  // namespace graphsparse
