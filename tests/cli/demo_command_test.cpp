#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/run_binary.hpp"
#include "graphsparse/graph/builders.hpp"
#include "graphsparse/graph/components.hpp"
#include "graphsparse/solver/solver.hpp"

namespace graphsparse {
namespace {

using testing::HasSubstr;
using testing::Not;

class DemoCommand : public BinaryTest {};

TEST_F(DemoCommand, ourBestRecoversWhatSolversWithoutTheGraphCannot) {
  const ToolRun run = tool("demo --json");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.err, "");
  const nlohmann::json document = run.json();
  const nlohmann::json& results = document["results"];
  ASSERT_EQ(results.size(), 5U);
  EXPECT_EQ(results[0]["solver"], "iht");
  EXPECT_EQ(results[0]["recovered"], false);
  EXPECT_EQ(results[1]["recovered"], false);
  EXPECT_EQ(results[4]["solver"], std::string(kDefaultSolver));
  EXPECT_EQ(results[4]["recovered"], true);
  EXPECT_EQ(results[4]["support"], document["planted"]);
}

TEST_F(DemoCommand, plantsOneConnectedCluster) {
  const Graph grid = make_grid(32, 32);
  for (const std::string seed : {"0", "1", "77"}) {
    const std::vector<NodeId> planted = tool("demo --json --seed " + seed).json()["planted"];
    EXPECT_EQ(planted.size(), 40U);
    EXPECT_TRUE(std::is_sorted(planted.begin(), planted.end()));
    EXPECT_EQ(count_induced_components(grid, planted), 1);
  }
}

TEST_F(DemoCommand, sameSeedGivesTheSameWhateverTheThreads) {
  const nlohmann::json first = without_seconds(tool("demo --json --seed 3 --threads 1").json());
  EXPECT_EQ(without_seconds(tool("demo --json --seed 3 --threads 2").json()), first);
  EXPECT_NE(without_seconds(tool("demo --json --seed 4").json())["planted"], first["planted"]);
}

TEST_F(DemoCommand, drawsThreePanelsSideBySideAndATable) {
  const ToolRun run = tool("demo");
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.out, testing::StartsWith("planted (40 nodes)"));
  EXPECT_THAT(run.out, HasSubstr("found by sto-iht"));
  EXPECT_THAT(run.out, HasSubstr("\ngraph-sto-iht "));
  EXPECT_THAT(run.out, HasSubstr("Wrote graphsparse-demo/report.html"));
  EXPECT_THAT(run.out, Not(HasSubstr("\x1b")));
}

TEST_F(DemoCommand, coloursATerminalUnlessToldNotTo) {
  const std::string line = "script -qec \"'$TOOL' demo\" /dev/null";
  EXPECT_THAT(shell("TERM=xterm; export TERM; unset NO_COLOR; " + line).out,
              HasSubstr("\x1b[38;5;"));
  EXPECT_THAT(shell("NO_COLOR=1; export NO_COLOR; " + line).out, Not(HasSubstr("\x1b")));
}

TEST_F(DemoCommand, pageIsSelfContained) {
  ASSERT_EQ(tool("demo --out new/folder").status, 0);
  const std::string page = read("new/folder/report.html");
  EXPECT_THAT(page, HasSubstr("<svg"));
  EXPECT_THAT(page, HasSubstr("graph-rand-htp"));
  EXPECT_THAT(page, HasSubstr("<td>demo</td><td>not given</td>"));
  EXPECT_THAT(page, Not(HasSubstr("src=\"http")));
}

TEST_F(DemoCommand, outbreakShowsWhatIsPartOfTheProgram) {
  const ToolRun run = tool("demo outbreak --out found");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.err, testing::StartsWith("graphsparse: note: build/demo-data/outbreak/"));
  EXPECT_THAT(run.err, HasSubstr("make demos"));
  EXPECT_THAT(run.out, HasSubstr("250"));
  EXPECT_THAT(run.out, HasSubstr("Wrote found/report.html"));
  const std::string page = read("found/report.html");
  EXPECT_THAT(page, HasSubstr("<svg"));
  EXPECT_THAT(page, Not(HasSubstr("src=\"http")));
  EXPECT_THAT(page, HasSubstr("demo outbreak --out found --seed 0"));
  const ToolRun quiet = tool("demo outbreak --out found --json --quiet");
  EXPECT_EQ(quiet.err, "");
  // What the page gives as the same by hand.
  const ToolRun by_hand = shell(
      "cd found && \"$TOOL\" project --graph network.tsv --vector excess.tsv --kind tail "
      "--sparsity 12 --json");
  ASSERT_EQ(by_hand.status, 0) << by_hand.err;
  EXPECT_EQ(by_hand.json()["support"], quiet.json()["results"][0]["support"]);
}

TEST_F(DemoCommand, missingDataGetOneMessage) {
  std::filesystem::create_directory(work() / "empty");
  for (const std::string demo : {"outbreak", "infection", "images"}) {
    expect_failure(tool("demo " + demo + " --data empty"), 2, "make demos");
  }
  expect_failure(tool("demo infection"), 2, "build/demo-data/infection/expression.csv");
  expect_failure(tool("demo outbreaks"), 2, "outbreak");
  expect_failure(tool("demo --data empty"), 2, "demo outbreak");
  write("file", "");
  expect_failure(tool("demo outbreak --out file"), 2, "file");
  EXPECT_THAT(files(), testing::ElementsAre("empty", "file"));
}

TEST_F(DemoCommand, outMustBeAFolder) {
  write("file", "");
  expect_failure(tool("demo --out file"), 2, "file");
  expect_failure(tool("demo --out file/deeper"), 2, "file/deeper");
  EXPECT_THAT(files(), testing::ElementsAre("file"));
}

}  // namespace
}  // namespace graphsparse
