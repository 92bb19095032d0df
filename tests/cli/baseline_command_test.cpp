// The convex baselines through `fit`, and the selected subnetwork as files and in the report.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cli/run_binary.hpp"

namespace graphsparse {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

using Names = std::vector<std::string>;
using Values = std::map<std::string, double>;

class BaselineCommand : public BinaryTest {
 protected:
  // Writes sim/: labels from a signal on a 10 x 10 grid.
  void simulate() const {
    const ToolRun run = tool(
        "simulate --graph grid:10x10 --out sim --sparsity 8 --observations 80 --loss logistic "
        "--seed 3");
    ASSERT_EQ(run.status, 0) << run.err;
  }

  // Twelve samples; a and b tell the classes apart. The names are no markup.
  void write_small() const {
    write("small.csv",
          "id,a,<script>alert(1)</script>,c,d,y\n"
          "s1,1,0,2,1,no\ns2,0.5,1,1,2,no\ns3,2,1,0,1,yes\ns4,1.5,2,1,0,yes\n"
          "s5,0,0.5,2,2,no\ns6,3,0,1,1,yes\ns7,1,1,3,0,no\ns8,2,2,2,1,yes\n"
          "s9,1.2,2,1,1,yes\ns10,1.4,0,1,2,no\ns11,0.3,1.5,0,1,no\ns12,2.2,1,2,0,yes\n");
    write("net.tsv", "a\t<script>alert(1)</script>\n<script>alert(1)</script>\tc\nc\td\n");
  }

  static constexpr const char* kSim = "fit --data sim/design.npy --labels sim/target.npy ";
  static constexpr const char* kSmall = "fit --data small.csv --target y ";
};

TEST_F(BaselineCommand, tellsPenaltyAndGap) {
  simulate();
  for (const std::string solver :
       {"--solver l1-logistic", "--solver group-lasso --graph grid:10x10 --feature-groups edges"}) {
    SCOPED_TRACE(solver);
    const ToolRun run = tool(kSim + solver + " --json");
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.err, "");
    const nlohmann::json result = run.json();
    EXPECT_EQ(result["stop_reason"], "converged");
    EXPECT_EQ(result["loss"], "logistic");
    EXPECT_LE(result["duality_gap"].get<double>(), 1e-6);
    EXPECT_NEAR(result["lambda"].get<double>() / result["lambda_max"].get<double>(), 0.1, 1e-12);
    EXPECT_GT(result["support"].size(), 3U);
    EXPECT_EQ(result["support_size"], result["coefficients"].size());
    EXPECT_TRUE(result["sparsity"].is_null());
    EXPECT_TRUE(result["groups"].is_null());
    EXPECT_GT(result["iterations"].get<int>(), 0);
  }
}

TEST_F(BaselineCommand, noFeaturesExactlyFromTheLargestPenaltyOn) {
  simulate();
  const std::string common = std::string(kSim) + "--solver l1-logistic --json ";
  const nlohmann::json at = tool(common + "--lambda-ratio 1").json();
  EXPECT_EQ(at["support_size"], 0);
  EXPECT_GT(tool(common + "--lambda-ratio 0.9999").json()["support_size"].get<int>(), 0);
  const std::string largest = at["lambda_max"].dump();
  EXPECT_EQ(tool(common + "--lambda " + largest).json()["support_size"], 0);
  EXPECT_EQ(tool(common + "--lambda 1000").json()["stop_reason"], "converged");
}

TEST_F(BaselineCommand, groupsOfOneFeatureAreTheLasso) {
  simulate();
  std::string lines;
  for (int j = 0; j < 100; ++j) lines += std::to_string(j) + "\tg" + std::to_string(j) + "\n";
  write("alone.tsv", lines);
  const std::string common = std::string(kSim) + "--lambda 0.05 --json --solver ";
  const nlohmann::json lasso = tool(common + "l1-logistic").json();
  const nlohmann::json alone = tool(common + "group-lasso --feature-groups alone.tsv").json();
  EXPECT_EQ(lasso["support"], alone["support"]);
  EXPECT_EQ(alone["groups"].size(), alone["support"].size());
  const auto expected = lasso["coefficients"].get<Values>();
  for (const auto& [name, value] : alone["coefficients"].get<Values>()) {
    EXPECT_NEAR(value, expected.at(name), 1e-6);
  }
}

TEST_F(BaselineCommand, chosenGroupsAreNamed) {
  write_small();
  write("sets.gmt", "left\t-\ta\tc\nright\t-\tc\td\n");
  const ToolRun run =
      tool(std::string(kSmall) +
           "--solver group-lasso --feature-groups sets.gmt --lambda-ratio 0.8 --json");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.json()["groups"].get<Names>(), ElementsAre("left"));
  EXPECT_THAT(run.json()["support"].get<Names>(), ElementsAre("a", "c"));
  // The lasso takes from the groups only which features there are.
  const nlohmann::json lasso =
      tool(std::string(kSmall) +
           "--solver l1-logistic --feature-groups sets.gmt --lambda-ratio 0.01 --json")
          .json();
  EXPECT_THAT(lasso["support"].get<Names>(), testing::IsSubsetOf(Names{"a", "c", "d"}));
  const nlohmann::json one =
      tool(std::string(kSmall) + "--solver l1-logistic --keep 1 --lambda-ratio 0.01 --json").json();
  EXPECT_THAT(one["support"].get<Names>(), ElementsAre("a"));
}

TEST_F(BaselineCommand, modelPredictsAsItWasFitted) {
  write_small();
  const ToolRun run = tool(std::string(kSmall) +
                           "--solver l1-logistic --standardize --balanced --model m.json --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const nlohmann::json model = nlohmann::json::parse(read("m.json"));
  EXPECT_EQ(model["solver"], "l1-logistic");
  EXPECT_EQ(model["statistics"]["duality_gap"], run.json()["duality_gap"]);
  EXPECT_EQ(model["statistics"]["lambda"], run.json()["lambda"]);
  EXPECT_EQ(model["options"]["lambda_ratio"], 0.1);
  EXPECT_TRUE(model["options"]["sparsity"].is_null());
  const ToolRun predicted = tool("predict --model m.json --data small.csv");
  ASSERT_EQ(predicted.status, 0) << predicted.err;
  EXPECT_THAT(predicted.out, testing::StartsWith("id,probability,label\ns1,"));
  EXPECT_THAT(predicted.out, AllOf(HasSubstr(",yes\n"), HasSubstr(",no\n")));
}

TEST_F(BaselineCommand, sameCommandSameBytes) {
  simulate();
  const std::string common =
      std::string(kSim) + "--solver group-lasso --graph grid:10x10 --feature-groups edges --model ";
  ASSERT_EQ(tool(common + "one.json --threads 1").status, 0);
  ASSERT_EQ(tool(common + "two.json --threads 2").status, 0);
  EXPECT_EQ(read("one.json"), read("two.json"));
}

TEST_F(BaselineCommand, whatItDoesNotUseIsNoted) {
  simulate();
  const ToolRun run =
      tool(std::string(kSim) + "--solver l1-logistic --sparsity 3 --components 2 --json");
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.err, HasSubstr("l1-logistic does not use --sparsity, --components"));
  const ToolRun other =
      tool(std::string(kSim) + "--solver iht --loss logistic --sparsity 3 --lambda 1 --json");
  EXPECT_THAT(other.err, HasSubstr("iht does not use --lambda"));
}

TEST_F(BaselineCommand, tableSaysWhatMatters) {
  simulate();
  const ToolRun run =
      tool(std::string(kSim) + "--solver l1-logistic --lambda-ratio 0.25 --graph grid:10x10");
  EXPECT_THAT(run.out, AllOf(HasSubstr("0.25 of lambda_max"), HasSubstr("duality gap"),
                             Not(HasSubstr("wanted")), Not(HasSubstr("PCST"))));
}

TEST_F(BaselineCommand, subnetworkIsExportedAndReadBack) {
  write_small();
  const std::string fit =
      std::string(kSmall) + "--graph net.tsv --sparsity 3 --loss logistic --json ";
  const ToolRun run = tool(fit + "--export n.graphml --export n.sif --export n.tsv");
  ASSERT_EQ(run.status, 0) << run.err;
  const auto support = run.json()["support"].get<Names>();
  ASSERT_EQ(support.size(), 3U);
  EXPECT_THAT(files(), testing::IsSupersetOf({"n.graphml", "n.nodes.tsv", "n.sif", "n.tsv"}));
  EXPECT_THAT(read("n.nodes.tsv"), AllOf(HasSubstr("name\tcoefficient\n"), HasSubstr("a\t")));
  EXPECT_THAT(read("n.graphml"), Not(HasSubstr("<script>")));
  for (const std::string file : {"n.graphml", "n.sif", "n.tsv"}) {
    const ToolRun again =
        tool(std::string(kSmall) + "--sparsity 3 --loss logistic --json --graph " + file);
    ASSERT_EQ(again.status, 0) << again.err;
    EXPECT_EQ(again.json()["support"], run.json()["support"]) << file;
  }
}

TEST_F(BaselineCommand, reportShowsNamesAndRunsNone) {
  write_small();
  const ToolRun run =
      tool(std::string(kSmall) +
           "--graph net.tsv --solver group-lasso --feature-groups edges --lambda-ratio 0.05 "
           "--report r.html --json");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.json()["support"].get<Names>(), testing::Contains("<script>alert(1)</script>"));
  const std::string page = read("r.html");
  EXPECT_THAT(page, AllOf(HasSubstr("ROC curve"), HasSubstr("Selected subnetwork"),
                          HasSubstr("Coefficients"), HasSubstr("duality gap")));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;"));
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
}

TEST_F(BaselineCommand, badUsageAndInputAreRefused) {
  write_small();
  write("sets.tsv", "a\tleft\nx\tleft\nd\tright\nz\tright\n");
  write("other.tsv", "geneA\tP\n");
  write("flat.csv", "a,b,y\n1,2,no\n1,2,yes\n1,2,no\n1,2,yes\n");
  const std::string small = kSmall;
  const std::vector<std::pair<std::string, std::string>> cases = {
      {small + "--solver group-lasso", "needs --feature-groups"},
      {small + "--solver group-lasso --feature-groups edges",
       "--feature-groups edges needs --graph"},
      {small + "--solver group-lasso --feature-groups sets.tsv",
       "sets.tsv:2: group 'left' names 'x', which is no feature of the data (2 unknown in all: "
       "'x', 'z')"},
      {small + "--solver group-lasso --feature-groups other.tsv", "have no feature in common"},
      {small + "--solver group-lasso --feature-groups missing.tsv", "missing.tsv"},
      {small + "--solver l1-logistic --loss squares", "is for two classes"},
      {small + "--solver l1-logistic --l2 0.1", "its penalty is --lambda"},
      {small + "--solver l1-logistic --step 0.1", "its own rule"},
      {small + "--solver l1-logistic --lambda 0", "--lambda must be"},
      {small + "--solver l1-logistic --lambda 1 --lambda-ratio 1", "cannot be given together"},
      {small + "--solver l1-logistik", "did you mean 'l1-logistic'?"},
      {small + "--solver l1-logistic --export n.graphml", "needs --graph"},
      {small + "--solver l1-logistic --graph net.tsv --export n.xml", ".graphml, .sif or .tsv"},
      {small + "--solver l1-logistic --graph net.tsv --export no/n.sif", "no/n.sif"},
      {"fit --data flat.csv --target y --solver l1-logistic",
       "no feature tells the classes apart"}};
  const auto before = files();
  for (const auto& [arguments, part] : cases) {
    SCOPED_TRACE(arguments);
    expect_failure(tool(arguments), 2, part);
  }
  EXPECT_EQ(files(), before);
  const ToolRun ignored =
      tool(small + "--solver group-lasso --feature-groups sets.tsv --ignore-unknown --json");
  EXPECT_EQ(ignored.status, 0) << ignored.err;
  EXPECT_THAT(ignored.err, HasSubstr("2 members that are no features"));
}

}  // namespace
}  // namespace graphsparse
