#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "cli/run_binary.hpp"
#include "graphsparse/reference/projection_table.hpp"

namespace graphsparse {
namespace {

using testing::HasSubstr;

using Names = std::vector<std::string>;

class ProjectCommand : public BinaryTest {
 protected:
  void SetUp() override {
    BinaryTest::SetUp();
    if (IsSkipped()) return;
    // A path: a strong end, a weak bridge, a strong middle and something further off.
    write("path.tsv", "a\tb\nb\tc\nc\td\nd\te\ne\tf\n");
    write("x.tsv", "a\t3\nb\t-0.1\nc\t2\nd\t0.5\ne\t0\nf\t-1\n");
    std::string smooth;
    for (int node = 0; node < 100; ++node) {
      const double far = std::hypot(node / 10 - 4, node % 10 - 5);
      smooth += std::to_string(node) + "\t" + std::to_string(std::exp(-far) + 0.001 * node) + "\n";
    }
    write("grid.tsv", smooth);
  }

  nlohmann::json project(const std::string& arguments) const {
    const ToolRun run = tool("project --json " + arguments);
    EXPECT_EQ(run.status, 0) << run.err;
    return run.status == 0 ? run.json() : nlohmann::json();
  }

  static void expect_range(const nlohmann::json& result, int low, int high) {
    EXPECT_EQ(result["low"], low);
    EXPECT_EQ(result["high"], high);
  }

  const std::string path_ = "--graph path.tsv --vector x.tsv ";
  const std::string grid_ = "--graph grid:10x10 --vector grid.tsv ";
};

TEST_F(ProjectCommand, jsonHasTheFieldsOfTheContract) {
  const nlohmann::json result = project(path_ + "--kind tail --sparsity 3");
  EXPECT_EQ(result["support"].get<Names>(), (Names{"a", "b", "c"}));
  EXPECT_NEAR(result["captured"].get<double>(), 13.01, 1e-12);
  EXPECT_NEAR(result["residual"].get<double>(), 1.25, 1e-12);
  EXPECT_TRUE(result["pcst_calls"].is_number_integer());
  EXPECT_TRUE(result["lambda"].is_number());
  EXPECT_EQ(result["within_range"], true);
  EXPECT_EQ(result["components"], 1);
  EXPECT_TRUE(result["certified_factor"].is_number() || result["certified_factor"].is_null());
  EXPECT_GT(result["seconds"].get<double>(), 0.0);
  EXPECT_EQ(result["kind"], "tail");
  EXPECT_EQ(result["method"], std::string(kDefaultProjectionMethod));
  EXPECT_EQ(result["size"], 3);
  expect_range(result, 3, 3);
  EXPECT_EQ(result.size(), 14U);
}

TEST_F(ProjectCommand, everyMethodProjects) {
  for (const ProjectionMethod& method : all_projection_methods()) {
    const std::string name(method.name);
    // The exact ones are for small graphs; everything else about them is the same.
    for (const std::string kind : {"head", "tail"}) {
      SCOPED_TRACE(name + " " + kind);
      const nlohmann::json result =
          project(path_ + "--kind " + kind + " --low 2 --high 4 --method " + name +
                  (name == "budget" ? " --budget 3" : ""));
      EXPECT_EQ(result["method"], name);
      EXPECT_EQ(result["support"].size(), result["size"].get<std::size_t>());
      EXPECT_NEAR(result["captured"].get<double>() + result["residual"].get<double>(), 14.26, 1e-9);
    }
  }
}

TEST_F(ProjectCommand, bothStartRulesOfThePublishedSearchAreThere) {
  for (const std::string method : {"bisection", "bisection-largest"}) {
    const nlohmann::json result = project(grid_ + "--kind tail --sparsity 20 --method " + method);
    expect_range(result, 20, 22);
    EXPECT_EQ(result["method"], method);
  }
}

TEST_F(ProjectCommand, earlierNamesMeanTheSameMethods) {
  const std::string common = grid_ + "--kind tail --sparsity 20 --method ";
  for (const auto& [before, today] : {std::pair{"dp", "tree-dp"}, std::pair{"paper", "bisection"},
                                      std::pair{"paper-warm", "bisection-warm"},
                                      std::pair{"paper-largest", "bisection-largest"}}) {
    nlohmann::json a = project(common + before);
    nlohmann::json b = project(common + today);
    a.erase("seconds");
    b.erase("seconds");
    EXPECT_EQ(a, b);
    EXPECT_EQ(a["method"], today);
  }
}

TEST_F(ProjectCommand, componentsAllowsMoreParts) {
  const nlohmann::json result = project(path_ + "--kind tail --sparsity 2 --components 2");
  EXPECT_EQ(result["support"].get<Names>(), (Names{"a", "c"}));
  EXPECT_EQ(result["components"], 2);
}

TEST_F(ProjectCommand, ownMethodTakesExactlyTheSparsityUnlessGivenSlack) {
  expect_range(project(grid_ + "--kind tail --sparsity 20"), 20, 20);
  expect_range(project(grid_ + "--kind tail --sparsity 20 --slack 0"), 20, 20);
  expect_range(project(grid_ + "--kind tail --sparsity 20 --slack 0.25"), 20, 25);
  expect_range(project(grid_ + "--kind head --sparsity 20 --slack 0.1"), 20, 22);
}

TEST_F(ProjectCommand, publishedSearchHasSlackByItself) {
  const std::string paper = grid_ + "--kind tail --method bisection ";
  expect_range(project(paper + "--sparsity 20"), 20, 22);
  expect_range(project(paper + "--sparsity 9"), 9, 9);
  expect_range(project(paper + "--sparsity 10"), 10, 11);
  // 1.1 * 70 is a little above or below 77 in binary numbers.
  expect_range(project(paper + "--sparsity 70"), 70, 77);
  expect_range(project(paper + "--sparsity 20 --slack 0"), 20, 20);
}

TEST_F(ProjectCommand, upperEndIsCappedByTheGraph) {
  expect_range(project(grid_ + "--kind tail --sparsity 95 --slack 0.1"), 95, 100);
  expect_range(project(grid_ + "--kind tail --sparsity 95 --slack 1e300"), 95, 100);
  expect_range(project(grid_ + "--kind tail --low 10 --high 1000000"), 10, 100);
  expect_range(project(grid_ + "--kind tail --sparsity 95 --method bisection"), 95, 99);
  expect_range(project(grid_ + "--kind tail --low 10 --high 200 --method bisection"), 10, 99);
  expect_range(project(grid_ + "--kind tail --sparsity 100 --method bisection"), 100, 100);
}

TEST_F(ProjectCommand, wholeGraphCanBeAskedFor) {
  const nlohmann::json result = project(grid_ + "--kind tail --sparsity 100");
  EXPECT_EQ(result["size"], 100);
  EXPECT_EQ(result["within_range"], true);
  EXPECT_NEAR(result["residual"].get<double>(), 0.0, 1e-12);
}

TEST_F(ProjectCommand, headTakesHalfOfTheNodesByItself) {
  const nlohmann::json result = project(grid_ + "--kind head");
  expect_range(result, 50, 55);
  EXPECT_EQ(result["kind"], "head");
  expect_range(project(grid_ + "--kind head --method bisection"), 50, 55);
}

TEST_F(ProjectCommand, factorBoostsAHead) {
  const std::string head = grid_ + "--kind head --sparsity 6 ";
  const nlohmann::json plain = project(head);
  EXPECT_FALSE(plain.contains("rounds"));
  for (const std::string method : {"--method tree-dp", "--method budget --budget 5"}) {
    const nlohmann::json boosted = project(head + method + " --factor 0.99");
    EXPECT_GE(boosted["certified_factor"].get<double>(), 0.99) << method;
    EXPECT_GE(boosted["rounds"], 1);
    EXPECT_GE(boosted["captured"], plain["captured"]);
  }
  EXPECT_EQ(shell("$TOOL project " + grid_ + "--kind tail --sparsity 6 --factor 0.9").status, 2);
  const ToolRun run = shell("$TOOL project " + head + "--factor 1");
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, testing::HasSubstr("--factor must be below 1, not '1'"));
}

TEST_F(ProjectCommand, headOfOneNodeIsThatNode) {
  write("one.tsv", "0\t2\n");
  const nlohmann::json result = project("--graph grid:1x1 --vector one.tsv --kind head");
  EXPECT_EQ(result["support"].get<Names>(), Names{"0"});
}

TEST_F(ProjectCommand, maxCallsBoundsThePublishedSearch) {
  // All equal: the search cannot hit a size and gives up, with one last solve.
  std::string equal;
  for (int node = 0; node < 100; ++node) equal += std::to_string(node) + "\t1\n";
  write("equal.tsv", equal);
  const std::string paper = "--graph grid:10x10 --vector equal.tsv --kind tail --sparsity 20 ";
  EXPECT_EQ(project(paper + "--method bisection --max-calls 5")["pcst_calls"], 6);
  EXPECT_EQ(project(paper + "--method bisection")["pcst_calls"], 51);
  EXPECT_EQ(project(paper + "--method bisection")["within_range"], false);
  EXPECT_EQ(project(paper)["size"], 20);
}

TEST_F(ProjectCommand, eachRepeatStartsCold) {
  const std::string arguments = grid_ + "--kind tail --sparsity 30 ";
  for (const std::string& method : Names{"bisection", std::string(kDefaultProjectionMethod)}) {
    const nlohmann::json once = without_seconds(project(arguments + "--method " + method));
    EXPECT_EQ(without_seconds(project(arguments + "--repeat 7 --method " + method)), once);
  }
}

// On the path, where the largest entries are not connected: else no solve is needed at all.
TEST_F(ProjectCommand, warmStartNeedsNoMoreSolvesAndFindsTheSame) {
  const std::string arguments = path_ + "--kind tail --sparsity 3 ";
  const nlohmann::json cold = project(arguments);
  const double lambda = cold["lambda"].get<double>();
  ASSERT_GT(lambda, 0.0);
  const std::string warm = arguments + "--lambda " + cold["lambda"].dump();
  const nlohmann::json result = project(warm);
  EXPECT_LE(result["pcst_calls"].get<int>(), cold["pcst_calls"].get<int>());
  EXPECT_EQ(result["size"], 3);
  EXPECT_EQ(without_seconds(project(warm + " --repeat 5")), without_seconds(result));
}

TEST_F(ProjectCommand, seedAndThreadsDoNotChangeTheResult) {
  const std::string arguments = grid_ + "--kind tail --sparsity 30 ";
  const nlohmann::json plain = without_seconds(project(arguments));
  for (const std::string more : {"--threads 1", "--threads 5", "--seed 9 --threads 2"}) {
    EXPECT_EQ(without_seconds(project(arguments + more)), plain) << more;
  }
}

TEST_F(ProjectCommand, numbersReadBackToTheSameDouble) {
  const nlohmann::json result = project("--graph path.tsv --vector x.tsv --kind tail --sparsity 1");
  EXPECT_EQ(result["captured"].get<double>(), 9.0);
  write("fine.tsv", "a\t0.1\n");
  write("lone.tsv", "a\ta\n");
  const ToolRun run =
      tool("project --json --quiet --graph lone.tsv --vector fine.tsv --kind tail --sparsity 1");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.json()["captured"].get<double>(), 0.1 * 0.1);
}

TEST_F(ProjectCommand, tableIsForPeople) {
  const ToolRun run = tool("project " + path_ + "--kind tail --sparsity 3");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_THAT(run.out, HasSubstr("graph             6 nodes, 5 edges\n"));
  EXPECT_THAT(run.out, HasSubstr("size              3 (3 wanted)\n"));
  EXPECT_THAT(run.out, HasSubstr("captured          13.01 (91.2 % of the squared norm)\n"));
  EXPECT_THAT(run.out, HasSubstr("residual          1.25\n"));
  EXPECT_THAT(run.out, HasSubstr("support           a, b, c\n"));
}

TEST_F(ProjectCommand, tableSaysWhenTheSizeWasNotReached) {
  std::string equal;
  for (int node = 0; node < 100; ++node) equal += std::to_string(node) + "\t1\n";
  write("equal.tsv", equal);
  const ToolRun run = tool(
      "project --graph grid:10x10 --vector equal.tsv --kind tail --sparsity 20 --method bisection");
  EXPECT_THAT(run.out, HasSubstr("(20 to 22 wanted: not reached)\n"));
}

TEST_F(ProjectCommand, vectorOfZerosIsFine) {
  write("zero.tsv", "a\t0\nb\t0\nc\t0\n");
  const ToolRun run =
      tool("project --quiet --graph path.tsv --vector zero.tsv --kind tail --sparsity 2");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("captured          0 (100.0 %"));
}

}  // namespace
}  // namespace graphsparse
