#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/run_binary.hpp"
#include "graphsparse/graph/builders.hpp"
#include "graphsparse/graph/components.hpp"
#include "graphsparse/projection/projection.hpp"

namespace graphsparse {
namespace {

using testing::HasSubstr;
using testing::Not;

class DemoCommand : public BinaryTest {};

TEST_F(DemoCommand, comparesThePublishedSearchWithOurs) {
  const ToolRun run = tool("demo --json");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.err, "");
  const nlohmann::json document = run.json();
  const std::vector<NodeId> planted = document["planted"];
  const nlohmann::json& results = document["results"];
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0]["method"], "paper");
  EXPECT_EQ(results[1]["method"], std::string(kDefaultProjectionMethod));
  EXPECT_EQ(results[1]["size"], planted.size());
  EXPECT_EQ(results[1]["within_range"], true);
  EXPECT_LT(results[1]["pcst_calls"].get<int>(), results[0]["pcst_calls"].get<int>());
}

TEST_F(DemoCommand, graphFindsMoreThanTheStrongestNodesAlone) {
  ASSERT_EQ(tool("demo --out data").status, 0);
  std::vector<std::pair<double, int>> strongest;
  std::istringstream lines(read("data/vector.tsv"));
  for (std::pair<double, int> entry; lines >> entry.second >> entry.first;) {
    strongest.emplace_back(-std::abs(entry.first), entry.second);
  }
  ASSERT_EQ(strongest.size(), 1024U);
  std::sort(strongest.begin(), strongest.end());
  const nlohmann::json document = tool("demo --json").json();
  const std::vector<int> planted = document["planted"];
  std::size_t alone = 0;
  for (std::size_t i = 0; i < planted.size(); ++i) {
    if (std::binary_search(planted.begin(), planted.end(), strongest[i].second)) ++alone;
  }
  for (const nlohmann::json& row : document["results"]) {
    EXPECT_GT(row["recovered"].get<std::size_t>(), alone) << row;
  }
}

TEST_F(DemoCommand, plantsOneConnectedCluster) {
  const Graph grid = make_grid(32, 32);
  for (const std::string seed : {"0", "1", "2", "77"}) {
    const std::vector<NodeId> planted = tool("demo --json --seed " + seed).json()["planted"];
    EXPECT_EQ(planted.size(), 60U);
    EXPECT_TRUE(std::is_sorted(planted.begin(), planted.end()));
    EXPECT_EQ(count_induced_components(grid, planted), 1);
  }
}

TEST_F(DemoCommand, sameSeedGivesTheSameWhateverTheThreads) {
  const nlohmann::json first = without_seconds(tool("demo --json --seed 3 --threads 1").json());
  EXPECT_EQ(without_seconds(tool("demo --json --seed 3 --threads 8").json()), first);
  EXPECT_NE(without_seconds(tool("demo --json --seed 4").json())["planted"], first["planted"]);
}

TEST_F(DemoCommand, drawsThreePanelsSideBySideAndATable) {
  const ToolRun run = tool("demo");
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.out, testing::StartsWith("planted (60 nodes)"));
  EXPECT_THAT(run.out, HasSubstr("seen through noise"));
  EXPECT_THAT(run.out, HasSubstr("found by "));
  EXPECT_THAT(run.out, HasSubstr("█"));
  EXPECT_THAT(run.out, HasSubstr("\nmethod "));
  EXPECT_THAT(run.out, HasSubstr("\npaper "));
  // A title, 16 lines for 32 rows, a blank, and three lines of table.
  EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 1 + 16 + 1 + 3);
  EXPECT_THAT(run.out, Not(HasSubstr("\x1b")));
}

TEST_F(DemoCommand, coloursATerminalUnlessToldNotTo) {
  const std::string line = "script -qec \"'$TOOL' demo\" /dev/null";
  EXPECT_THAT(shell("TERM=xterm; export TERM; unset NO_COLOR; " + line).out,
              HasSubstr("\x1b[38;5;"));
  EXPECT_THAT(shell("NO_COLOR=1; export NO_COLOR; " + line).out, Not(HasSubstr("\x1b")));
  EXPECT_THAT(shell("TERM=dumb; export TERM; " + line).out, Not(HasSubstr("\x1b")));
}

TEST_F(DemoCommand, outWritesDataThatTheOtherCommandsRead) {
  const ToolRun run = tool("demo --out new/folder");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("Wrote new/folder/vector.tsv and new/folder/truth.tsv"));
  const nlohmann::json expected = tool("demo --json").json()["results"][1];
  const ToolRun again = tool(
      "project --graph grid:32x32 --vector new/folder/vector.tsv --kind tail --sparsity 60 --json");
  ASSERT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(again.json()["captured"], expected["captured"]);
  EXPECT_EQ(again.json()["pcst_calls"], expected["pcst_calls"]);
}

TEST_F(DemoCommand, outMustBeAFolder) {
  write("file", "");
  expect_failure(tool("demo --out file"), 2, "file");
  expect_failure(tool("demo --out file/deeper"), 2, "file/deeper");
  EXPECT_THAT(files(), testing::ElementsAre("file"));
}

}  // namespace
}  // namespace graphsparse
