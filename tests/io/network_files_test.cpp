// Networks as databases and other programs write them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graphsparse/io/edge_table.hpp"
#include "graphsparse/io/join.hpp"
#include "graphsparse/io/vector_file.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using test_support::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;

class NetworkFiles : public testing::Test {
 protected:
  EdgeTable read(const std::string& name, const std::string& text, const EdgeOptions& options = {},
                 const std::string& columns = "") {
    return read_edge_table(folder_.write(name, text) + columns, options);
  }
  static std::vector<double> costs(const EdgeTable& table) {
    std::vector<double> result;
    for (const Edge& edge : table.edges) result.push_back(edge.cost);
    return result;
  }

  TemporaryFolder folder_;
  const std::string string_ =
      "protein1 protein2 combined_score\n9606.A 9606.B 999\n9606.B 9606.C 400\n9606.C 9606.A 150\n";
  const std::string biogrid_ =
      "#BioGRID Interaction ID\tEntrez Gene Interactor A\tEntrez Gene Interactor B\tOfficial "
      "Symbol "
      "Interactor A\tOfficial Symbol Interactor B\tThroughput\tScore\n"
      "103\t6416\t2318\tMAP2K4\tFLNC\tLow Throughput\t-\n"
      "117\t84665\t88\tMYPN\tACTN2\tLow Throughput\t-\n";
};

TEST_F(NetworkFiles, stringScoresAreConfidencesOutOfAThousand) {
  const EdgeTable table = read("9606.protein.links.txt", string_);
  EXPECT_THAT(table.names, ElementsAre("9606.A", "9606.B", "9606.C"));
  EXPECT_THAT(costs(table), ElementsAre(0.01, 1.0 - 0.4, 1.0 - 0.15));
  ASSERT_EQ(table.notes.size(), 1U);
  EXPECT_THAT(table.notes[0], HasSubstr("confidence / 1000"));
}

TEST_F(NetworkFiles, valuesMeanWhatTheOptionSays) {
  EXPECT_THAT(costs(read("s.txt", string_, {"cost", {}, {}})), ElementsAre(999, 400, 150));
  EXPECT_THAT(costs(read("s.txt", string_, {"ignore", {}, {}})), ElementsAre(1, 1, 1));
  EXPECT_THAT(costs(read("s.txt", string_, {"ignore", 400.0, {}})), ElementsAre(1, 1));
  EXPECT_THAT(costs(read("g.tsv", "a\tb\t0.9\nb\tc\t0.25\n", {"confidence", {}, {}})),
              ElementsAre(1.0 - 0.9, 0.75));
  EXPECT_THAT(costs(read("g.tsv", "u\tv\tweight\na\tb\t2\nb\tc\t8\n")), ElementsAre(0.75, 0.01));
  EXPECT_THAT(costs(read("g.tsv", "u\tv\tdistance\na\tb\t2\nb\tc\t8\n")), ElementsAre(2, 8));
}

TEST_F(NetworkFiles, weakEdgesAreDroppedWithANote) {
  const EdgeTable table = read("s.txt", string_, {"", 400.0, {}});
  EXPECT_EQ(table.edges.size(), 2U);
  EXPECT_EQ(table.node_count(), 3);
  EXPECT_THAT(table.notes[0], HasSubstr("1 of 3 edges have a score below 400"));
  EXPECT_THAT(input_error_of([&] {
                read("s.txt", string_, {"", 1001.0, {}});
              }),
              HasSubstr("leaves none"));
  EXPECT_THAT(input_error_of([&] {
                read("g.tsv", "a\tb\nb\tc\n", {"", 0.5, {}});
              }),
              HasSubstr("no column of scores"));
  EXPECT_THAT(input_error_of([&] {
                read("g.tsv", "a\tb\t1\n", {"", 0.5, {}});
              }),
              HasSubstr("`edge_values` confidence"));
}

TEST_F(NetworkFiles, excludedNodesGoWithTheirEdges) {
  const EdgeTable table = read("s.txt", string_, {"", {}, {"9606.B"}});
  EXPECT_THAT(table.names, ElementsAre("9606.A", "9606.C"));
  EXPECT_EQ(table.edges.size(), 1U);
  EXPECT_EQ(read("g.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n",
                 {"", {}, {"1"}})
                .edges.size(),
            0U);
}

TEST_F(NetworkFiles, biogridIsReadThoughItsHeaderBeginsLikeAComment) {
  const EdgeTable table = read("BIOGRID-ALL.tab3.txt", biogrid_);
  EXPECT_THAT(table.names, ElementsAre("MAP2K4", "FLNC", "MYPN", "ACTN2"));
  EXPECT_THAT(costs(table), ElementsAre(1, 1));
  EXPECT_THAT(
      read("b.tab3.txt", biogrid_, {}, ":Entrez Gene Interactor A,Entrez Gene Interactor B").names,
      ElementsAre("6416", "2318", "84665", "88"));
  EXPECT_THAT(input_error_of([&] {
                read("b.txt", biogrid_, {}, ":Entrez Gene Interactor A,Entrez Gene Interactor C");
              }),
              HasSubstr("did you mean 'Entrez Gene Interactor"));
}

TEST_F(NetworkFiles, exportsOfOtherProgramsAreRead) {
  const auto names = [&](const std::string& file, const std::string& text) {
    return read(file, text).names;
  };
  EXPECT_THAT(names("igraph.csv", "\"V1\",\"V2\"\n\"a\",\"b\"\n"), ElementsAre("a", "b"));
  EXPECT_THAT(names("r.txt", "\"V1\" \"V2\"\n\"1\" \"a\" \"b\"\n\"2\" \"b\" \"c\"\n"),
              ElementsAre("a", "b", "c"));
  EXPECT_THAT(names("pandas.csv", ",source,target\n0,a,b\n1,b,c\n"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(names("nx.csv", "id,source,target,kind,weight\n1,a,b,x,0.5\n"),
              ElementsAre("a", "b"));
  EXPECT_THAT(costs(read("nx.csv", "id,source,target,kind,weight\n1,a,b,x,0.5\n")),
              ElementsAre(0.5));
  EXPECT_THAT(names("string_interactions.tsv",
                    "#node1\tnode2\tnode1_string_id\tcombined_score\nA\tB\t9606.A\t0.9\n"),
              ElementsAre("A", "B"));
  EXPECT_THAT(names("semi.csv", "gene_a;gene_b\na;b\nb;c\n"), ElementsAre("a", "b", "c"));
}

TEST_F(NetworkFiles, headerOfUnknownWordsIsNoEdgeWhereTheyAreNoFeatures) {
  const EdgeTable table = read("adjacency.csv", "district,neighbour\na,b\nb,c\nc,d\nd,a\n");
  EXPECT_TRUE(table.has_doubtful_header);
  const NamedVector vector = read_vector(folder_.write("v.tsv", "a\t1\nb\t2\nc\t3\nd\t4\n"));
  const JoinedGraph joined = join(table, vector);
  EXPECT_EQ(joined.graph.node_count(), 4);
  EXPECT_EQ(joined.graph.edge_count(), 4);
  EXPECT_THAT(joined.report.describe(), HasSubstr("'district neighbour', is taken for a header"));
  const NamedVector with_it =
      read_vector(folder_.write("w.tsv", "a\t1\nb\t2\nc\t3\nd\t4\ndistrict\t1\n"));
  EXPECT_EQ(join(table, with_it).graph.edge_count(), 5);
}

TEST_F(NetworkFiles, firstEdgeWhoseEndsOccurAgainIsNoHeader) {
  EXPECT_FALSE(read("g.csv", "x,y\na,b\nb,c\nc,x\nd,a\n").has_doubtful_header);
}

TEST_F(NetworkFiles, vectorsArePickedFromTables) {
  const std::string path =
      folder_.write("districts.csv", "district,cases,people\na,1,10\nb,2,20\n");
  const NamedVector vector = read_vector(path + ":people");
  EXPECT_THAT(vector.names, ElementsAre("a", "b"));
  EXPECT_THAT(vector.values, ElementsAre(10, 20));
  EXPECT_THAT(input_error_of([&] { read_vector(path + ":persons"); }), HasSubstr("persons"));
}

TEST_F(NetworkFiles, misspeltGridIsSuggested) {
  EXPECT_THAT(input_error_of([] { read_edge_table("gird:4x3"); }),
              HasSubstr("did you mean 'grid:4x3'?"));
}

}  // namespace
}  // namespace graphsparse
