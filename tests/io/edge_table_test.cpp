// How `--graph` finds out what is meant.
#include "graphsparse/io/edge_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

#include "graphsparse/graph/builders.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using test_support::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::string error_of(const std::string& spec) {
  return input_error_of([&] { read_edge_table(spec); });
}

TEST(EdgeTable, makesAGridWithoutNames) {
  const EdgeTable table = read_edge_table("grid:3x2");
  EXPECT_EQ(table.node_count(), 6);
  EXPECT_THAT(table.names, IsEmpty());
  EXPECT_TRUE(table.numbered);
  EXPECT_EQ(table.name(5), "5");
  const Graph grid = make_grid(3, 2);
  std::vector<Edge> expected;
  for (EdgeId e = 0; e < grid.edge_count(); ++e) expected.push_back(grid.edge(e));
  EXPECT_EQ(table.edges, expected);
}

TEST(EdgeTable, makesGridsOfOneNodeOrOneRow) {
  EXPECT_THAT(read_edge_table("grid:1x1").edges, IsEmpty());
  EXPECT_EQ(read_edge_table("grid:1x1").node_count(), 1);
  EXPECT_EQ(read_edge_table("grid:1x4").edges.size(), 3U);
  EXPECT_EQ(read_edge_table("grid:4x1").edges.size(), 3U);
}

TEST(EdgeTable, rejectsWhatIsNoGrid) {
  for (const char* spec : {"grid:", "grid:3", "grid:3x", "grid:x3", "grid:0x3", "grid:-1x3",
                           "grid:3x4x5", "grid:3.5x2", "grid:3x4 ", "grid:03x4"}) {
    EXPECT_THAT(error_of(spec), HasSubstr("grid:WxH")) << spec;
  }
  EXPECT_THAT(error_of("grid:100000x100000"), HasSubstr("too large"));
  EXPECT_THAT(error_of("grid:999999999999999999x999999999999999999"), HasSubstr("too large"));
}

TEST(EdgeTable, rejectsMissingFilesAndFolders) {
  const TemporaryFolder folder;
  EXPECT_THAT(error_of(folder.file("no.tsv")), HasSubstr("no.tsv: no such file"));
  EXPECT_THAT(error_of(folder.file("no.tsv") + ":u,v"), HasSubstr("no.tsv: no such file"));
  EXPECT_THAT(error_of(folder.file("no")), HasSubstr("no such file"));
  EXPECT_THAT(error_of(folder.file("no.graphml")), HasSubstr("no such file"));
  EXPECT_THAT(error_of(folder.path().string()), HasSubstr("is a directory"));
  std::filesystem::create_directory(folder.path() / "d.tsv");
  EXPECT_THAT(error_of(folder.file("d.tsv")), HasSubstr("is a directory"));
  EXPECT_THAT(error_of(""), HasSubstr("grid:WxH"));
}

TEST(EdgeTable, rejectsUnknownExtensions) {
  const TemporaryFolder folder;
  EXPECT_THAT(error_of(folder.write("g.xlsx", "a\tb\n")), HasSubstr(".graphml"));
  EXPECT_THAT(error_of(folder.write("g", "a\tb\n")), HasSubstr(".graphml"));
}

TEST(EdgeTable, prefersAFileWhoseNameHasAColon) {
  const TemporaryFolder folder;
  folder.write("g.tsv", "u\tv.tsv\n1\t2\n");
  const std::string tricky = folder.write("g.tsv:u,v.tsv", "a\tb\nb\tc\n");
  EXPECT_THAT(read_edge_table(tricky).names, ElementsAre("a", "b", "c"));

  const std::string with_columns = folder.write("a:b.tsv", "x\ty\n1\t2\n");
  EXPECT_THAT(read_edge_table(with_columns + ":y,x").names, ElementsAre("2", "1"));
}

TEST(EdgeTable, picksColumnsWhoseNameHasAColon) {
  const TemporaryFolder folder;
  const std::string path = folder.write("g.tsv", "a:1\ta:2\n1\t2\n");
  EXPECT_THAT(read_edge_table(path + ":a:1,a:2").names, ElementsAre("1", "2"));
}

}  // namespace
}  // namespace graphsparse
