// Where results go, and what happens when they cannot go there or the user loses patience.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "cli/run_binary.hpp"

namespace graphsparse {
namespace {

using testing::HasSubstr;
using testing::Not;

class Output : public BinaryTest {
 protected:
  void SetUp() override {
    BinaryTest::SetUp();
    if (IsSkipped()) return;
    write("g.tsv", "a\tb\nb\tc\n");
    write("p.tsv", "a\t3\nb\t1\nc\t2\n");
  }

  const std::string pcst_ = "pcst --graph g.tsv --prizes p.tsv ";
  const std::string endless_ = "\"$TOOL\" " + pcst_ + "--repeat 1000000000000 ";
};

TEST_F(Output, outWritesTheSameToAFile) {
  const ToolRun run = tool(pcst_ + "--json --out result.json");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(without_seconds(nlohmann::json::parse(read("result.json"))),
            without_seconds(tool(pcst_ + "--json").json()));
  EXPECT_THAT(files(), testing::ElementsAre("g.tsv", "p.tsv", "result.json"));
}

TEST_F(Output, outWritesTheTableToo) {
  EXPECT_EQ(tool(pcst_ + "--out result.txt").status, 0);
  EXPECT_THAT(read("result.txt"), HasSubstr("objective"));
}

TEST_F(Output, outReplacesAFormerResult) {
  write("result.txt", std::string(100000, 'x'));
  EXPECT_EQ(tool(pcst_ + "--out result.txt").status, 0);
  EXPECT_THAT(read("result.txt"), Not(HasSubstr("x")));
}

TEST_F(Output, badInputLeavesAFormerResultAlone) {
  write("result.json", "precious");
  write("bad.tsv", "a\t3\nb\tnan\n");
  expect_failure(tool("pcst --graph g.tsv --prizes bad.tsv --json --out result.json"), 2,
                 "bad.tsv:2");
  EXPECT_EQ(read("result.json"), "precious");
  EXPECT_THAT(files(), testing::ElementsAre("bad.tsv", "g.tsv", "p.tsv", "result.json"));
}

TEST_F(Output, interruptionEndsLongWorkWithoutAFile) {
  for (const std::string signal : {"INT", "TERM", "HUP"}) {
    SCOPED_TRACE(signal);
    const ToolRun run =
        shell("timeout --preserve-status -s " + signal + " 1 " + endless_ + "--out result.json");
    expect_failure(run, 1, "interrupted");
    EXPECT_THAT(files(), testing::ElementsAre("g.tsv", "p.tsv"));
  }
}

TEST_F(Output, interruptionLeavesAFormerResultAlone) {
  write("result.json", "precious");
  const ToolRun run = shell("timeout --preserve-status -s INT 1 " + endless_ + "--out result.json");
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(read("result.json"), "precious");
}

TEST_F(Output, fullDiskIsAFailureOfTheWork) {
  expect_failure(shell("\"$TOOL\" " + pcst_ + ">/dev/full"), 1, "standard output: writing failed");
  expect_failure(shell("\"$TOOL\" " + pcst_ + "--out /dev/full"), 1, "/dev/full");
  expect_failure(shell("\"$TOOL\" demo >/dev/full"), 1, "standard output");
  expect_failure(shell("\"$TOOL\" --help >/dev/full"), 1, "standard output");
}

TEST_F(Output, closedStandardOutputIsAFailureOfTheWork) {
  expect_failure(shell("\"$TOOL\" " + pcst_ + ">&-"), 1, "standard output: writing failed");
}

TEST_F(Output, closedStandardErrorSpoilsNoFile) {
  write("loop.tsv", "a\ta\nb\tc\n");
  const ToolRun run =
      shell("\"$TOOL\" pcst --graph loop.tsv --prizes p.tsv --json --out result.json 2>&-");
  EXPECT_EQ(run.status, 0);
  EXPECT_TRUE(nlohmann::json::accept(read("result.json")));
}

TEST_F(Output, readerThatLeavesEarlyIsNoError) {
  std::string prizes;
  for (int node = 0; node < 40000; ++node) prizes += std::to_string(node) + "\t5\n";
  write("many.tsv", prizes);
  // The result is larger than a pipe holds, so that writing meets the closed end.
  const ToolRun run = shell(
      "{ \"$TOOL\" pcst --graph grid:200x200 --prizes many.tsv --json; echo $? >status; } | head "
      "-c 9");
  EXPECT_EQ(run.out, "{\n  \"node");
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(read("status"), "0\n");
}

TEST_F(Output, noProgressBarWithoutATerminal) {
  const ToolRun run = shell("timeout --preserve-status -s INT 2.6 " + endless_);
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(run.err, "graphsparse: interrupted\n");
}

TEST_F(Output, progressBarOnATerminalAppearsLateAndIsErased) {
  // `script` gives the tool a terminal of its own.
  const ToolRun run = shell("script -qec 'timeout --foreground --preserve-status -s INT 3.5 " +
                            endless_ + "--out result.txt' /dev/null");
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.out, HasSubstr("repeating ["));
  EXPECT_THAT(run.out, HasSubstr(" left"));
  EXPECT_THAT(run.out, testing::EndsWith("\r\x1b[Kgraphsparse: interrupted\r\n"));
  // At most ten times per second, from the third second on.
  std::size_t drawn = 0;
  for (std::size_t at = run.out.find("repeating"); at != std::string::npos;
       at = run.out.find("repeating", at + 1)) {
    ++drawn;
  }
  EXPECT_LE(drawn, 17U);
}

TEST_F(Output, quietMeansNoProgressBar) {
  const ToolRun run = shell("script -qec 'timeout --foreground --preserve-status -s INT 2.6 " +
                            endless_ + "--quiet --out result.txt' /dev/null");
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(run.out, "graphsparse: interrupted\r\n");
}

}  // namespace
}  // namespace graphsparse
