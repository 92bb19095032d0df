// MatrixMarket files as graphs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "graphsparse/io/edge_table.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using test_support::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class MatrixMarket : public testing::Test {
 protected:
  EdgeTable read(const std::string& text) { return read_edge_table(folder_.write("g.mtx", text)); }
  std::string error(const std::string& text) {
    return input_error_of([&] { read(text); });
  }

  TemporaryFolder folder_;
};

constexpr const char* kReal = "%%MatrixMarket matrix coordinate real symmetric\n";

TEST_F(MatrixMarket, numbersNodesFromZero) {
  const EdgeTable table = read(std::string(kReal) + "% remark\n\n4 4 3\n2 1 0.5\n3 1 2\n3 3 1e1\n");
  EXPECT_EQ(table.node_count(), 4);
  EXPECT_TRUE(table.numbered);
  EXPECT_THAT(table.names, IsEmpty());
  EXPECT_EQ(table.name(3), "3");
  EXPECT_THAT(table.edges, ElementsAre(Edge{1, 0, 0.5}, Edge{2, 0, 2.0}, Edge{2, 2, 10.0}));
}

TEST_F(MatrixMarket, readsPatternsIntegersAndGeneralMatrices) {
  EXPECT_THAT(
      read("%%matrixmarket MATRIX Coordinate Pattern general\r\n2 2 2\r\n1 2\r\n2 1\r\n").edges,
      ElementsAre(Edge{0, 1, 1.0}, Edge{1, 0, 1.0}));
  EXPECT_THAT(read("%%MatrixMarket matrix coordinate integer symmetric\n2 2 1\n2 1 7").edges,
              ElementsAre(Edge{1, 0, 7.0}));
}

TEST_F(MatrixMarket, acceptsAMatrixWithoutEntries) {
  EXPECT_EQ(read(std::string(kReal) + "5 5 0\n").node_count(), 5);
}

TEST_F(MatrixMarket, rejectsOtherKindsOfMatrices) {
  for (const char* kind : {"array real general", "coordinate complex general",
                           "coordinate real skew-symmetric", "coordinate complex hermitian"}) {
    const std::string message =
        error(std::string("%%MatrixMarket matrix ") + kind + "\n2 2 1\n2 1 1\n");
    EXPECT_THAT(message, HasSubstr(kind));
    EXPECT_THAT(message, HasSubstr("(general|symmetric)"));
  }
  EXPECT_THAT(error("2 2 1\n2 1 1\n"), HasSubstr("g.mtx:1: no MatrixMarket banner"));
}

TEST_F(MatrixMarket, namesTheLineOfWhatIsWrong) {
  for (const auto& [text, message] : std::vector<std::pair<std::string, std::string>>{
           {"3 3 1\n4 1 1\n", "g.mtx:3: the index '4' is out of range; indices are 1 to 3"},
           {"3 3 1\n0 1 1\n", "g.mtx:3: the index '0' is out of range"},
           {"3 3 1\n-1 1 1\n", "g.mtx:3: the index '-1'"},
           {"3 3 1\n1 x 1\n", "g.mtx:3: the index 'x'"},
           {"3 3 1\n1 2 -1\n", "g.mtx:3: the cost '-1' is negative"},
           {"3 3 1\n1 2 nan\n", "g.mtx:3: the cost 'nan' is not finite"},
           {"3 3 1\n1 2\n", "g.mtx:3: 2 field(s); expected 'row column value'"},
           {"3 3 1\n1 2 3 4\n", "g.mtx:3: 4 field(s)"},
           {"3 3 2\n1 2 3\n", "g.mtx:3: the file ends after 1 of 2 entries"},
           {"3 3 1\n1 2 3\n1 3 3\n", "g.mtx:4: more entries than the 1 announced"},
           {"3 4 1\n1 2 3\n", "g.mtx:2: a 3 x 4 matrix is no graph"},
           {"0 0 0\n", "g.mtx:2: a matrix without rows"},
           {"3 3\n", "g.mtx:2: 2 fields"},
           {"3 3 x\n", "g.mtx:2: the size 'x'"},
           {"9999999999 9999999999 1\n", "g.mtx:2: 9999999999 nodes are too many"},
           {"9 9 999999999999999999\n1 2 1\n", "1 of 999999999999999999 entries"},
           {"", "g.mtx: the line 'rows columns entries' is missing"}}) {
    EXPECT_THAT(error(kReal + text), HasSubstr(message));
  }
}

}  // namespace
}  // namespace graphsparse
