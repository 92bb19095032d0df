// `-` is standard input wherever a file is read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/run_binary.hpp"

namespace graphsparse {
namespace {

class StandardInput : public BinaryTest {
 protected:
  void SetUp() override {
    BinaryTest::SetUp();
    if (IsSkipped()) return;
    write("g.tsv", "a\tb\nb\tc\n");
    write("x.csv", "id,y,a,b,c\ns1,1,1,0,2\ns2,2,2,1,0\ns3,3,3,1,1\ns4,5,4,0,1\n");
  }

  const std::string fit_ = "fit --target y --graph g.tsv --sparsity 2 --quiet --json --data ";
};

TEST_F(StandardInput, dataGraphAndVectorCanComeFromAPipe) {
  const auto plain = without_seconds(tool(fit_ + "x.csv").json());
  const auto piped = without_seconds(shell("cat x.csv | \"$TOOL\" " + fit_ + "-").json());
  EXPECT_EQ(piped["coefficients"], plain["coefficients"]);
  const auto packed = without_seconds(shell("gzip -c x.csv | \"$TOOL\" " + fit_ + "-").json());
  EXPECT_EQ(packed["coefficients"], plain["coefficients"]);
  const ToolRun graph =
      shell("printf 'a b\\nb c\\n' | \"$TOOL\" pcst --graph - --prizes g2.tsv --json; true");
  EXPECT_THAT(graph.err, testing::HasSubstr("g2.tsv"));
  const ToolRun vector =
      shell("printf 'a 1\\nb 2\\nc 3\\n' | \"$TOOL\" pcst --graph g.tsv --prizes - --json");
  EXPECT_EQ(vector.status, 0) << vector.err;
}

TEST_F(StandardInput, messagesCallItByItsName) {
  expect_failure(shell("printf 'id,y,a\\ns1,1,x\\n' | \"$TOOL\" " + fit_ + "-"), 2,
                 "standard input:2");
  expect_failure(shell("printf '' | \"$TOOL\" " + fit_ + "-"), 2,
                 "standard input: the file is empty");
}

}  // namespace
}  // namespace graphsparse
