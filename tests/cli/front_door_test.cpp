// Names that changed, structures beside solvers, and what a fit says when it cannot be relied upon.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/run_binary.hpp"
#include "graphsparse/core/random.hpp"

namespace graphsparse {
namespace {

using testing::HasSubstr;
using testing::Not;

class FrontDoor : public BinaryTest {
 protected:
  void SetUp() override {
    BinaryTest::SetUp();
    if (IsSkipped()) return;
    ASSERT_EQ(tool("simulate --graph grid:8x8 --sparsity 5 --observations 40 --out s").status, 0);
  }

  const std::string kFit =
      "fit --data s/design.npy --labels s/target.npy --graph s/graph.tsv --sparsity 5 --json ";
};

TEST_F(FrontDoor, oldSpellingsMeanTheSameAndAreNoted) {
  const auto now = tool(kFit + "--solver graph-iht --projection bisection --step armijo");
  const auto before =
      tool(kFit + "--solver graph-iht --projection paper --step paper-backtracking");
  ASSERT_EQ(before.status, 0) << before.err;
  EXPECT_EQ(before.json()["coefficients"], now.json()["coefficients"]);
  EXPECT_THAT(before.err, HasSubstr("--projection paper is now called --projection bisection"));
  EXPECT_THAT(now.err, Not(HasSubstr("is now called")));
  EXPECT_EQ(tool(kFit + "--projection dp --quiet").err, "");
}

TEST_F(FrontDoor, solverAndStructureAreTwoChoices) {
  const auto apart = tool(kFit + "--solver iht --structure graph");
  ASSERT_EQ(apart.status, 0) << apart.err;
  EXPECT_EQ(apart.json()["solver"], "graph-iht");
  EXPECT_EQ(apart.json()["coefficients"], tool(kFit + "--solver graph-iht").json()["coefficients"]);
  expect_failure(tool(kFit + "--solver graph-iht --structure none"), 2, "contradicts");
}

TEST_F(FrontDoor, groupsOfSamplesAndOfFeaturesHaveNamesOfTheirOwn) {
  std::string groups;
  for (int feature = 0; feature < 64; ++feature) {
    groups += std::to_string(feature) + "\tg" + std::to_string(feature / 2) + "\n";
  }
  write("groups.tsv", groups);
  const std::string cv =
      "cv --data s/design.npy --labels s/target.npy --grid sparsity=4 --folds 2 --json ";
  expect_failure(tool(cv + "--solver group-iht"), 2, "needs --feature-groups");
  EXPECT_EQ(tool(cv + "--solver group-iht --feature-groups groups.tsv").status, 0);
  EXPECT_EQ(tool(kFit + "--solver group-iht --groups groups.tsv").status, 0);
}

TEST_F(FrontDoor, helpIsShortAndHelpAllIsComplete) {
  const std::string brief = tool("fit --help").out;
  const std::string whole = tool("fit --help-all").out;
  EXPECT_THAT(brief, HasSubstr("--sparsity"));
  EXPECT_THAT(brief, Not(HasSubstr("--huber-threshold")));
  EXPECT_THAT(whole, HasSubstr("--huber-threshold"));
  EXPECT_EQ(tool("help fit").out, brief);
  EXPECT_THAT(tool("version").out, HasSubstr("graphsparse "));
  EXPECT_THAT(tool("help options").out, HasSubstr("| `--l2` |"));
}

TEST_F(FrontDoor, everyCommandsHelpHasItsMainOptions) {
  for (const std::string option : {"--solver", "--graph", "--loss", "--grid", "--nested"}) {
    EXPECT_THAT(tool("cv --help").out, HasSubstr(option));
  }
}

TEST_F(FrontDoor, aGridOfOnePointFitsWhatFitDoes) {
  ASSERT_EQ(tool("simulate --graph grid:8x8 --sparsity 5 --observations 60 --loss logistic "
                 "--out l")
                .status,
            0);
  const std::string common =
      "--data l/design.npy --labels l/target.npy --graph l/graph.tsv --standardize --json ";
  const auto fitted =
      tool("fit " + common + "--solver l1-logistic --lambda-ratio 0.2 --model f.json");
  const auto chosen = tool("cv " + common +
                           "--solver l1-logistic --grid lambda-ratio=0.2 --folds 3 --model c.json");
  ASSERT_EQ(fitted.status, 0) << fitted.err;
  ASSERT_EQ(chosen.status, 0) << chosen.err;
  EXPECT_EQ(read("f.json"), read("c.json"));
}

TEST_F(FrontDoor, theOrderOfRowsDecidesWhatIsInABlock) {
  ASSERT_EQ(tool("simulate --graph grid:8x8 --sparsity 5 --observations 60 --loss logistic "
                 "--out l")
                .status,
            0);
  const std::string common =
      "fit --data l/design.npy --labels l/target.npy --graph l/graph.tsv --loss logistic "
      "--sparsity 5 --solver graph-sto-iht --blocks 4 --max-epochs 3 --json --row-order ";
  const auto given = tool(common + "as-given").json();
  const auto apart = tool(common + "classes-apart").json();
  EXPECT_NE(given["history"], apart["history"]);
}

TEST_F(FrontDoor, aStructureGoesWithTheDefaultSolver) {
  const auto run = tool(
      "fit --data s/design.npy --labels s/target.npy --sparsity 5 --json "
      "--structure none");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.json()["solver"], "sparse-rand-htp");
}

TEST_F(FrontDoor, theCommandLineWinsOverOldNamesInAFile) {
  write("run.toml", "[fit]\nstart = \"missing.json\"\n");
  ASSERT_EQ(tool(kFit + "--model m.json").status, 0);
  const auto run = tool(kFit + "--init m.json --config run.toml");
  EXPECT_EQ(run.status, 0) << run.err;
}

TEST_F(FrontDoor, costsThatTheProjectionDoesNotUseAreNoted) {
  std::string edges;
  for (int node = 0; node + 1 < 64; ++node) {
    edges += std::to_string(node) + "\t" + std::to_string(node + 1) + "\t" +
             std::to_string(1 + node % 3) + "\n";
  }
  write("costs.tsv", edges);
  const std::string common =
      "fit --data s/design.npy --labels s/target.npy --graph costs.tsv --sparsity 5 ";
  EXPECT_THAT(tool(common).err, HasSubstr("have costs, which --projection tree-dp does not use"));
  EXPECT_THAT(tool(common + "--projection bisection").err, Not(HasSubstr("have costs")));
}

TEST_F(FrontDoor, aFitThatFailedWritesNothing) {
  // Steps a million times too long.
  const auto run = tool(kFit + "--solver graph-iht --step 1e6 --model m.json --out r.json");
  expect_failure(run, 1, "diverged");
  EXPECT_FALSE(std::filesystem::exists(work() / "m.json"));
  EXPECT_FALSE(std::filesystem::exists(work() / "r.json"));
}

TEST_F(FrontDoor, countsOfAnySizeAreFitted) {
  RandomStream stream(4, "counts");
  std::string csv = "y";
  for (int j = 0; j < 20; ++j) csv += ",f" + std::to_string(j);
  csv += "\n";
  std::string net;
  for (int j = 0; j + 1 < 20; ++j)
    net += "f" + std::to_string(j) + "\tf" + std::to_string(j + 1) + "\n";
  for (int i = 0; i < 120; ++i) {
    std::string row;
    double z = std::log(28.0);
    for (int j = 0; j < 20; ++j) {
      const double value = stream.normal();
      if (j >= 5 && j < 9) z += 0.3 * value;
      row += "," + std::to_string(value);
    }
    csv += std::to_string(static_cast<int>(std::exp(z))) + row + "\n";
  }
  write("counts.csv", csv);
  write("net.tsv", net);
  const auto run =
      tool("fit --data counts.csv --target y --graph net.tsv --loss poisson --sparsity 4 --json");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.json()["support"].get<std::vector<std::string>>(),
              testing::ElementsAre("f5", "f6", "f7", "f8"));
}

}  // namespace
}  // namespace graphsparse
