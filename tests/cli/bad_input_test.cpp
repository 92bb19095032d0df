// Bad files: exit status 2 and one message that names the file and what is wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cli/run_binary.hpp"

namespace graphsparse {
namespace {

class BadInput : public BinaryTest {
 protected:
  void SetUp() override {
    BinaryTest::SetUp();
    if (IsSkipped()) return;
    write("g.tsv", "alpha\tbeta\t1\nbeta\tgamma\t1\n");
    write("p.tsv", "alpha\t1\nbeta\t2\ngamma\t3\n");
    write("empty.tsv", "");
    write("comments.tsv", "# nothing\n# at all\n");
    write("junk.tsv", std::string("\x00\x01\xff\xfe\x7f\x45\x4c\x46\n\x02\x00\x13", 12));
    write("nan.tsv", "alpha\t1\nbeta\tnan\ngamma\t3\n");
    write("infinite.tsv", "alpha\t1\nbeta\t2\ngamma\tinf\n");
    write("negative.tsv", "alpha\t1\nbeta\t-2\ngamma\t3\n");
    write("word.tsv", "alpha\t1\nbeta\ttwo\ngamma\t3\n");
    write("short.tsv", "alpha\t1\nbeta\ngamma\t3\n");
    write("twice.tsv", "alpha\t1\nbeta\t2\nalpha\t3\n");
    write("dear.tsv", "alpha\tbeta\t1\nbeta\tgamma\t-1\n");
    write("nancost.tsv", "alpha\tbeta\t1\nbeta\tgamma\tnan\n");
    write("torn.tsv", "alpha\tbeta\t1\nbeta\n");
    write("cut.npy", "\x93NUMPY\x01");
    std::filesystem::create_directory(work() / "folder");
  }
};

TEST_F(BadInput, prizesAndGraphsAreRefusedWithFileAndLine) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"--graph g.tsv --prizes missing.tsv", "missing.tsv"},
      {"--graph g.tsv --prizes folder", "folder"},
      {"--graph g.tsv --prizes empty.tsv", "empty.tsv"},
      {"--graph g.tsv --prizes comments.tsv", "comments.tsv"},
      {"--graph g.tsv --prizes junk.tsv", "junk.tsv:1"},
      {"--graph g.tsv --prizes nan.tsv", "nan.tsv:2"},
      {"--graph g.tsv --prizes infinite.tsv", "infinite.tsv:3"},
      {"--graph g.tsv --prizes negative.tsv", "negative.tsv:2"},
      {"--graph g.tsv --prizes word.tsv", "word.tsv:2"},
      {"--graph g.tsv --prizes short.tsv", "short.tsv:2"},
      {"--graph g.tsv --prizes twice.tsv", "twice.tsv:3"},
      {"--graph g.tsv --prizes cut.npy", "cut.npy"},
      {"--graph missing.tsv --prizes p.tsv", "missing.tsv"},
      {"--graph folder --prizes p.tsv", "folder"},
      {"--graph empty.tsv --prizes p.tsv", "empty.tsv"},
      {"--graph junk.tsv --prizes p.tsv", "junk.tsv:1"},
      {"--graph dear.tsv --prizes p.tsv", "dear.tsv:2"},
      {"--graph nancost.tsv --prizes p.tsv", "nancost.tsv:2"},
      {"--graph torn.tsv --prizes p.tsv", "torn.tsv:2"},
      {"--graph grid:0x3 --prizes p.tsv", "grid:0x3"},
      {"--graph grid:99999x99999 --prizes p.tsv", "grid:99999x99999"},
      {"--graph g.tsv --prizes p.tsv --root betta",
       "no node is called 'betta'; did you mean 'beta'?"},
      {"--graph g.tsv --prizes p.tsv --root ' '", "no node is called ' '"},
  };
  for (const auto& [arguments, message] : cases) {
    SCOPED_TRACE(arguments);
    expect_failure(tool("pcst " + arguments), 2, message);
  }
}

TEST_F(BadInput, rootOutsideANumberedGraphSaysWhichNodesThereAre) {
  std::string prizes;
  for (int node = 0; node < 6; ++node) prizes += std::to_string(node) + "\t1\n";
  write("six.tsv", prizes);
  expect_failure(tool("pcst --graph grid:3x2 --prizes six.tsv --root 6"), 2,
                 "no node is called '6'");
}

TEST_F(BadInput, vectorsAreRefusedWithFileAndLine) {
  for (const std::string file : {"missing.tsv", "folder", "empty.tsv", "junk.tsv", "nan.tsv",
                                 "infinite.tsv", "word.tsv", "short.tsv", "twice.tsv", "cut.npy"}) {
    SCOPED_TRACE(file);
    expect_failure(tool("project --graph g.tsv --kind tail --sparsity 2 --vector " + file), 2,
                   file);
  }
}

TEST_F(BadInput, sizeBeyondTheGraphSaysHowManyNodesThereAre) {
  const std::string project = "project --graph g.tsv --vector p.tsv --kind tail ";
  expect_failure(tool(project + "--sparsity 4"), 2,
                 "--sparsity 4 is more than the graph has: 3 nodes");
  expect_failure(tool(project + "--low 4 --high 5"), 2,
                 "--low 4 is more than the graph has: 3 nodes");
}

TEST_F(BadInput, outputThatCannotBeWrittenIsRefusedBeforeTheWork) {
  const std::string endless = "pcst --graph g.tsv --prizes p.tsv --repeat 1000000000000 --out ";
  expect_failure(tool(endless + "nowhere/result.json"), 2, "nowhere/result.json");
  expect_failure(tool(endless + "folder"), 2, "folder");
}

TEST_F(BadInput, controlCharactersNeverReachTheTerminal) {
  const ToolRun run = tool("pcst --graph g.tsv --prizes \"$(printf 'a\\033[31m\\nb')\"");
  expect_failure(run, 2, "\\x1b");
  EXPECT_EQ(run.err.find('\x1b'), std::string::npos);
}

// The sanitizers need more address space than this test leaves.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_F(BadInput, lackOfMemoryIsAFailureOfTheWork) {
  const ToolRun run =
      shell("ulimit -v 300000; \"$TOOL\" pcst --graph grid:20000x20000 --prizes p.tsv");
  expect_failure(run, 1, "out of memory");
}
#endif

}  // namespace
}  // namespace graphsparse
