// Cytoscape's simple interaction format.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsparse/io/edge_table.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using test_support::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Sif, joinsTheFirstNodeWithAllOthersOfTheLine) {
  const TemporaryFolder folder;
  const EdgeTable table =
      read_edge_table(folder.write("g.sif", "a pp b\na pd c d\r\n\n# remark\nd pp a"));
  EXPECT_THAT(table.names, ElementsAre("a", "b", "c", "d"));
  EXPECT_THAT(table.edges,
              ElementsAre(Edge{0, 1, 1.0}, Edge{0, 2, 1.0}, Edge{0, 3, 1.0}, Edge{3, 0, 1.0}));
}

TEST(Sif, keepsALoneNode) {
  const TemporaryFolder folder;
  const EdgeTable table = read_edge_table(folder.write("g.sif", "lonely\na pp b\nb\nlate\n"));
  EXPECT_THAT(table.names, ElementsAre("lonely", "a", "b", "late"));
  EXPECT_THAT(table.edges, ElementsAre(Edge{1, 2, 1.0}));
}

TEST(Sif, separatesByTabsOnlyWhenTheFileHasOne) {
  const TemporaryFolder folder;
  const EdgeTable table =
      read_edge_table(folder.write("g.sif", "lone node\nnode a\tis near\tnode b\tnode c\n"));
  EXPECT_THAT(table.names, ElementsAre("lone node", "node a", "node b", "node c"));
  EXPECT_THAT(table.edges, ElementsAre(Edge{1, 2, 1.0}, Edge{1, 3, 1.0}));
}

TEST(Sif, rejectsAnInteractionWithoutTarget) {
  const TemporaryFolder folder;
  const std::string path = folder.write("g.sif", "a pp b\na pp\n");
  EXPECT_THAT(input_error_of([&] { read_edge_table(path); }),
              HasSubstr("g.sif:2: two fields; expected 'node type node"));
}

TEST(Sif, rejectsEmptyFilesAndNames) {
  const TemporaryFolder folder;
  EXPECT_THAT(input_error_of([&] { read_edge_table(folder.write("g.sif", "")); }),
              HasSubstr("empty"));
  EXPECT_THAT(input_error_of([&] { read_edge_table(folder.write("g.sif", "\n\n")); }),
              HasSubstr("no edges and no nodes"));
  EXPECT_THAT(input_error_of([&] { read_edge_table(folder.write("g.sif", "a\tpp\t\n")); }),
              HasSubstr("g.sif:1: the name ''"));
}

}  // namespace
}  // namespace graphsparse
