// The command `reproduce`, run as a user would.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/run_binary.hpp"

namespace graphsparse {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

class ReproduceCommand : public BinaryTest {};

TEST_F(ReproduceCommand, writesTableAndPicture) {
  const ToolRun run =
      shell("$TOOL reproduce fig4 --trials 2 --sparsity 8 --observations 60 --out o");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("GraphStoIHT"));
  EXPECT_THAT(read("o/fig4.csv"), HasSubstr("panel,m,method,prob,trials,ratio\n8,60,IHT,"));
  EXPECT_THAT(read("o/fig4.svg"), HasSubstr("<svg"));
  EXPECT_FALSE(std::filesystem::exists(work() / "o/fig4.partial"));
}

TEST_F(ReproduceCommand, printsOneDocument) {
  const ToolRun run = shell("$TOOL reproduce table1 --out o --json");
  EXPECT_EQ(run.status, 0) << run.err;
  const nlohmann::json document = run.json();
  EXPECT_EQ(document["figures"][0]["name"], "table1");
  EXPECT_EQ(document["figures"][0]["tables"][0]["rows"][0][1], "0.052786");
}

TEST_F(ReproduceCommand, suggestsTheNearFigure) {
  const ToolRun run = shell("$TOOL reproduce fgi4 --out o");
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("did you mean 'fig4'?"));
  EXPECT_THAT(files(), Not(Contains("o")));
}

TEST_F(ReproduceCommand, namesTheMissingFile) {
  const ToolRun run =
      shell("mkdir d && $TOOL reproduce fig4 --trials 1 --observations 5 --data d --out o");
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("fig4_recovery_random_walk.csv"));
  EXPECT_THAT(files(), Not(Contains("o")));
}

TEST_F(ReproduceCommand, leavesNoFolderBehindForAnUnknownMethod) {
  const ToolRun run = shell("$TOOL reproduce fig4 --methods Magic --out o");
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("there is no method 'Magic'"));
  EXPECT_THAT(files(), Not(Contains("o")));
}

TEST_F(ReproduceCommand, keepsFinishedWorkWhenInterrupted) {
  const ToolRun run =
      interrupted_at("o/fig4.partial", 4,
                     "reproduce fig4 --sparsity 8 --observations 60,100 --trials 5000 --out o");
  EXPECT_THAT(run.err, HasSubstr("o/fig4.partial"));
  EXPECT_THAT(read("o/fig4.partial"), HasSubstr("8 m="));
  EXPECT_FALSE(std::filesystem::exists(work() / "o/fig4.csv"));
}

TEST_F(ReproduceCommand, namesThePartialFileThatTheTablesShare) {
  const ToolRun run =
      interrupted_at("o/tables.partial", 3, "reproduce table3 --trials 500 --out o");
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, HasSubstr("o/tables.partial"));
  EXPECT_FALSE(std::filesystem::exists(work() / "o/table3.csv"));
}

TEST_F(ReproduceCommand, refusesAFolderWithOtherUnfinishedWork) {
  write("fig4.partial", "something else\n");
  expect_failure(shell("$TOOL reproduce fig4 --trials 1 --observations 5 --out ."), 2,
                 "fig4.partial: it is no file of unfinished work");
  EXPECT_EQ(read("fig4.partial"), "something else\n");
}

// Look-alikes and the paper's own shapes are not the same trials.
TEST_F(ReproduceCommand, refusesToGoOnWithOtherData) {
  const ToolRun run = interrupted_at("o/fig6.partial", 3,
                                     "reproduce fig6 --trials 5000 --sparsity 26 "
                                     "--observations 60 --methods IHT --out o");
  ASSERT_EQ(run.status, 1) << run.err;
  std::filesystem::create_directory(work() / "d");
  for (const std::string number : {"1", "2", "3", "4"}) {
    std::string image;
    for (int row = 0; row < 33; ++row) {
      for (int column = 0; column < 33; ++column) {
        const bool is_on = row == 5 && column < 26;
        image += std::string(column == 0 ? "" : ",") + (is_on ? "1" : "0");
      }
      image += "\n";
    }
    write("d/benchmark33_graph0" + number + ".csv", image);
  }
  write("d/fig6_recovery_benchmark_graphs.csv",
        "graph,m,method,prob\nGraph-01,60,IHT,0.5\nGraph-01,60,StoIHT,0.5\n");
  const std::string kept = read("o/fig6.partial");
  expect_failure(shell("$TOOL reproduce fig6 --trials 5000 --sparsity 26 --observations 60 "
                       "--methods IHT --out o --data d"),
                 2, "the data differs");
  EXPECT_EQ(read("o/fig6.partial"), kept);
}

TEST_F(ReproduceCommand, refusesTheWorkOfAnotherProcess) {
  const ToolRun run = shell(
      "$TOOL reproduce fig4 --sparsity 8 --observations 60 --trials 100000 --out o & PID=$!; "
      "for i in $(seq 3000); do [ -s o/fig4.partial ] && break; sleep 0.02; done; "
      "$TOOL reproduce fig4 --sparsity 8 --observations 60 --trials 1 --out o; STATUS=$?; "
      "kill -INT $PID; wait $PID; exit $STATUS");
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("o/fig4.partial: another process is at work with it"));
}

TEST_F(ReproduceCommand, losesNothingWhenTheDiskIsFull) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full here";
  const ToolRun run = shell(
      "mkdir o && ln -s /dev/full o/fig4.csv && "
      "$TOOL reproduce fig4 --trials 1 --sparsity 8 --observations 60 --out o");
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, HasSubstr("o/fig4.csv"));
  EXPECT_THAT(read("o/fig4.partial"), HasSubstr("8 m=60 trial=0"));
}

TEST_F(ReproduceCommand, putsAllOnOnePage) {
  const ToolRun run =
      shell("$TOOL reproduce all --trials 1 --methods IHT --observations 150 --out o");
  EXPECT_EQ(run.status, 0) << run.err;
  const std::string page = read("o/index.html");
  for (const char* name : {"fig1", "fig2", "fig3", "fig4", "fig5", "fig6", "fig7", "table1"}) {
    EXPECT_THAT(page, HasSubstr(std::string(name) + ": "));
    EXPECT_TRUE(std::filesystem::exists(work() / "o" / (std::string(name) + ".csv"))) << name;
  }
  EXPECT_THAT(page, HasSubstr("look-alikes"));
}

}  // namespace
}  // namespace graphsparse
