// A graph and a vector brought together.
#include "graphsparse/io/join.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using test_support::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<Edge> edges_of(const Graph& graph) {
  std::vector<Edge> edges;
  for (EdgeId e = 0; e < graph.edge_count(); ++e) edges.push_back(graph.edge(e));
  return edges;
}

class Join : public testing::Test {
 protected:
  JoinedGraph join_files(const std::string& edges, const std::string& values) {
    return join(read_edge_table(folder_.write("g.tsv", edges)),
                read_vector(folder_.write("x.tsv", values)));
  }
  static NamedVector nameless(std::vector<double> values) {
    NamedVector vector;
    vector.values = std::move(values);
    vector.source = "x.npy";
    return vector;
  }

  TemporaryFolder folder_;
};

TEST_F(Join, takesTheOrderOfTheVector) {
  const JoinedGraph joined = join_files("a\tb\t1\nc\ta\t2\n", "c\t3\nb\t2\na\t1\n");
  EXPECT_THAT(joined.names, ElementsAre("c", "b", "a"));
  EXPECT_THAT(joined.values, ElementsAre(3.0, 2.0, 1.0));
  EXPECT_THAT(edges_of(joined.graph), ElementsAre(Edge{0, 2, 2.0}, Edge{1, 2, 1.0}));
  EXPECT_EQ(joined.report.describe(),
            "joined by name: every feature has a node and every node a feature");
  EXPECT_EQ(joined.name(2), "a");
  EXPECT_EQ(joined.find("b"), 1);
  EXPECT_EQ(joined.find("z"), kNoNode);
}

TEST_F(Join, keepsFeaturesWithoutNodeAsIsolatedNodes) {
  const JoinedGraph joined = join_files("a\tb\n", "x\t9\na\t1\nb\t2\ny\t8\n");
  EXPECT_EQ(joined.graph.node_count(), 4);
  EXPECT_EQ(joined.graph.degree(0), 0);
  EXPECT_EQ(joined.report.features_without_node, 2);
  EXPECT_THAT(joined.report.features_without_node_examples, ElementsAre("x", "y"));
  EXPECT_EQ(joined.report.nodes_without_feature, 0);
}

TEST_F(Join, appendsNodesWithoutFeatureByName) {
  const JoinedGraph joined = join_files("s10\ta\ns9\ts10\nb\ts9\n", "b\t2\na\t1\n");
  EXPECT_THAT(joined.names, ElementsAre("b", "a", "s10", "s9"));
  EXPECT_THAT(joined.values, ElementsAre(2.0, 1.0, 0.0, 0.0));
  EXPECT_EQ(joined.report.nodes_without_feature, 2);
  EXPECT_THAT(joined.report.nodes_without_feature_examples, ElementsAre("s10", "s9"));
}

TEST_F(Join, appendsNodesWithoutFeatureByNumberWhereNumbered) {
  const JoinedGraph joined = join_files("10\t2\n2\t9\n9\t100\n", "2\t1\n");
  EXPECT_THAT(joined.names, ElementsAre("2", "9", "10", "100"));
}

TEST_F(Join, reportsInOneLine) {
  std::string edges = "a\ta\na\tb\n";
  for (int i = 0; i < 7; ++i) edges += "a\tn" + std::to_string(i) + "\n";
  const JoinReport report = join_files(edges, "a\t1\nlone\t2\n").report;
  EXPECT_EQ(report.describe(),
            "joined by name: 1 feature without a node ('lone'), 8 nodes without a feature ('b', "
            "'n0', 'n1', 'n2', 'n3', ...); 1 self-loop dropped");
  EXPECT_EQ(report.self_loops, 1);
}

TEST_F(Join, doesNotDependOnTheOrderOfTheEdgeFile) {
  constexpr int node_count = 60;
  constexpr int edge_count = 300;
  std::mt19937 random(7);
  const auto node = [&] { return "n" + std::to_string(random() % node_count); };
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < edge_count; ++i)
    rows.push_back({node(), node(), std::to_string(random() % 4)});
  std::string values;
  for (int i = 0; i < node_count; i += 2) {
    values += "n" + std::to_string((i * 7) % node_count) + "\t" + std::to_string(i) + "\n";
  }
  const auto joined = [&] {
    std::string text;
    for (const auto& row : rows) text += row[0] + "\t" + row[1] + "\t" + row[2] + "\n";
    return join_files(text, values);
  };
  const JoinedGraph first = joined();
  for (int round = 0; round < 5; ++round) {
    std::shuffle(rows.begin(), rows.end(), random);
    for (auto& row : rows) {
      if (random() % 2 == 0) std::swap(row[0], row[1]);
    }
    const JoinedGraph again = joined();
    EXPECT_EQ(again.names, first.names);
    EXPECT_EQ(again.values, first.values);
    EXPECT_EQ(edges_of(again.graph), edges_of(first.graph));
    EXPECT_EQ(again.report.describe(), first.report.describe());
  }
}

TEST_F(Join, joinsByPositionWithoutNames) {
  const EdgeTable table = read_edge_table(folder_.write("g.tsv", "4\t0\n0\t2\n"));
  const JoinedGraph joined = join(table, nameless({5, 6, 7, 8, 9}));
  EXPECT_THAT(joined.names, IsEmpty());
  EXPECT_THAT(edges_of(joined.graph), ElementsAre(Edge{0, 2, 1.0}, Edge{0, 4, 1.0}));
  EXPECT_EQ(joined.graph.node_count(), 5);
  EXPECT_EQ(joined.report.describe(),
            "joined by position: 2 features without a node ('1', '3'), 0 nodes without a feature");
  EXPECT_EQ(joined.name(4), "4");
  EXPECT_EQ(joined.find("4"), 4);
  EXPECT_EQ(joined.find("5"), kNoNode);
  EXPECT_EQ(joined.find("04"), kNoNode);
}

TEST_F(Join, joinsAGridByPositionOrByItsNumbers) {
  const EdgeTable grid = read_edge_table("grid:2x2");
  const JoinedGraph by_position = join(grid, nameless({1, 2, 3, 4}));
  EXPECT_THAT(edges_of(by_position.graph),
              ElementsAre(Edge{0, 1, 1.0}, Edge{0, 2, 1.0}, Edge{1, 3, 1.0}, Edge{2, 3, 1.0}));
  EXPECT_THAT(by_position.names, IsEmpty());

  const JoinedGraph by_name = join(grid, read_vector(folder_.write("x.tsv", "3\t1\nq\t2\n0\t3\n")));
  EXPECT_THAT(by_name.names, ElementsAre("3", "q", "0", "1", "2"));
  EXPECT_THAT(edges_of(by_name.graph),
              ElementsAre(Edge{0, 3, 1.0}, Edge{0, 4, 1.0}, Edge{2, 3, 1.0}, Edge{2, 4, 1.0}));
}

TEST_F(Join, refusesAPositionThatIsNotThere) {
  EXPECT_THAT(input_error_of([] {
                join(read_edge_table("grid:2x2"), nameless({1, 2, 3}));
              }),
              HasSubstr("grid:2x2: node 3 has no value in x.npy, which has 3 values"));
  const EdgeTable named = read_edge_table(folder_.write("g.tsv", "0\t1\n1\tgene\n"));
  EXPECT_THAT(input_error_of([&] {
                join(named, nameless({1, 2, 3}));
              }),
              HasSubstr("g.tsv: node 'gene' is not a number, and x.npy has no names"));
}

TEST_F(Join, refusesAVectorThatSharesNoName) {
  EXPECT_THAT(input_error_of([&] { join_files("a\tb\n", "x\t1\ny\t2\n"); }),
              HasSubstr("x.tsv have no name in common; nodes are called like 'a', features like "
                        "'x'"));
  const NamedVector vector = read_vector(folder_.write("x.tsv", "4\t1\n00\t1\n"));
  EXPECT_THAT(input_error_of([&] { join(read_edge_table("grid:2x2"), vector); }),
              HasSubstr("no name in common"));
}

TEST_F(Join, refusesAHeaderThatIsANode) {
  EXPECT_THAT(input_error_of([&] { join_files("a\tb\n", "a\tx1\nb\t2\n"); }),
              HasSubstr("x.tsv:1: the value 'x1' of node 'a' is not a number"));
}

TEST_F(Join, refusesDuplicateNames) {
  NamedVector vector = nameless({1, 2, 3});
  vector.names = {"0", "1", "0"};
  EXPECT_THAT(input_error_of([&] { join(read_edge_table("grid:2x2"), vector); }),
              HasSubstr("x.npy: entry 2: the name '0' stands at x.npy: entry 0 already"));
}

TEST_F(Join, refusesAnEmptyVector) {
  EXPECT_THAT(input_error_of([] { join(read_edge_table("grid:2x2"), nameless({})); }),
              HasSubstr("no values"));
}

}  // namespace
}  // namespace graphsparse
