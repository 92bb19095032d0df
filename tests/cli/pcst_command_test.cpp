#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/run_binary.hpp"

namespace graphsparse {
namespace {

using testing::HasSubstr;
using testing::Not;

using Names = std::vector<std::string>;
using NamePairs = std::vector<std::pair<std::string, std::string>>;

// Two pairs of rich nodes, far apart: a - b ..... c - d, and a poor node e beside d.
class PcstCommand : public BinaryTest {
 protected:
  void SetUp() override {
    BinaryTest::SetUp();
    if (IsSkipped()) return;
    write("g.tsv", "b\tc\t100\nd\tc\t1\na\tb\t1.5\nd\te\t2\n");
    write("p.tsv", "a\t4\nb\t4\nc\t3\nd\t3\ne\t0.25\n");
  }

  static constexpr const char* kInputs = "pcst --graph g.tsv --prizes p.tsv ";
};

TEST_F(PcstCommand, jsonHasTheFieldsOfTheContract) {
  const ToolRun run = tool(std::string(kInputs) + "--json");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.err, "");
  const nlohmann::json result = run.json();
  EXPECT_EQ(result["nodes"].get<Names>(), (Names{"a", "b"}));
  EXPECT_EQ(result["edges"].get<NamePairs>(), (NamePairs{{"a", "b"}}));
  EXPECT_EQ(result["objective"].get<double>(), 1.5 + 3 + 3 + 0.25);
  EXPECT_GT(result["lower_bound"].get<double>(), 0.0);
  EXPECT_LE(result["lower_bound"].get<double>(), result["objective"].get<double>());
  EXPECT_EQ(result["components"], 1);
  EXPECT_GT(result["seconds"].get<double>(), 0.0);
  EXPECT_LT(result["seconds"].get<double>(), 10.0);
  EXPECT_EQ(result.size(), 6U);
}

TEST_F(PcstCommand, componentsAllowsMoreTrees) {
  const nlohmann::json result = tool(std::string(kInputs) + "--json --components 2").json();
  EXPECT_EQ(result["nodes"].get<Names>(), (Names{"a", "b", "c", "d"}));
  EXPECT_EQ(result["components"], 2);
  EXPECT_EQ(result["objective"].get<double>(), 1.5 + 1 + 0.25);
}

TEST_F(PcstCommand, rootIsAlwaysInTheTree) {
  for (const std::string root : {"a", "b", "c", "d", "e"}) {
    for (const std::string more : {"", " --components 0"}) {
      const ToolRun run = tool(kInputs + ("--json --root " + root) + more);
      ASSERT_EQ(run.status, 0) << run.err;
      EXPECT_THAT(run.json()["nodes"].get<Names>(), testing::Contains(root));
      EXPECT_EQ(run.json()["components"], 1);
    }
  }
}

TEST_F(PcstCommand, objectiveIsThatOfTheListedForestForEveryPruning) {
  const std::map<std::string, double> prizes = {
      {"a", 4}, {"b", 4}, {"c", 3}, {"d", 3}, {"e", 0.25}};
  const std::map<std::set<std::string>, double> costs = {
      {{"b", "c"}, 100}, {{"c", "d"}, 1}, {{"a", "b"}, 1.5}, {{"d", "e"}, 2}};
  for (const std::string pruning : {"none", "simple", "gw", "strong"}) {
    SCOPED_TRACE(pruning);
    const ToolRun run = tool(kInputs + ("--json --pruning " + pruning));
    ASSERT_EQ(run.status, 0) << run.err;
    const nlohmann::json result = run.json();
    double expected = 0.0;
    for (const auto& [name, prize] : prizes) expected += prize;
    for (const std::string& name : result["nodes"].get<Names>()) expected -= prizes.at(name);
    for (const auto& [u, v] : result["edges"].get<NamePairs>()) expected += costs.at({u, v});
    EXPECT_NEAR(result["objective"].get<double>(), expected, 1e-12);
  }
}

TEST_F(PcstCommand, pruningChoosesBetweenTheForests) {
  // Without pruning the tree c - d, which went inactive, stays in the result.
  const auto nodes = [&](const std::string& pruning) {
    return tool(kInputs + ("--json --pruning " + pruning)).json()["nodes"].get<Names>();
  };
  EXPECT_EQ(nodes("strong"), (Names{"a", "b"}));
  EXPECT_GT(nodes("none").size(), nodes("strong").size());
}

TEST_F(PcstCommand, costScaleMultipliesEveryCost) {
  const nlohmann::json cheap = tool(std::string(kInputs) + "--json --cost-scale 0.01").json();
  EXPECT_EQ(cheap["nodes"].size(), 5U);
  EXPECT_NEAR(cheap["objective"].get<double>(), 0.01 * (100 + 1 + 1.5 + 2), 1e-12);
  const nlohmann::json free = tool(std::string(kInputs) + "--json --cost-scale 0").json();
  EXPECT_EQ(free["objective"].get<double>(), 0.0);
  const nlohmann::json dear = tool(std::string(kInputs) + "--json --cost-scale 1e6").json();
  EXPECT_EQ(dear["nodes"].size(), 1U);
}

TEST_F(PcstCommand, repeatSeedAndThreadsDoNotChangeTheResult) {
  const nlohmann::json once = without_seconds(tool(std::string(kInputs) + "--json").json());
  for (const std::string more :
       {"--repeat 100", "--threads 1", "--threads 7", "--seed 5", "--seed 5 --threads 3"}) {
    EXPECT_EQ(without_seconds(tool(kInputs + ("--json " + more)).json()), once) << more;
  }
}

TEST_F(PcstCommand, nodesKeepTheOrderOfThePrizes) {
  write("reversed.tsv", "e\t0.25\nd\t3\nc\t3\nb\t4\na\t4\n");
  const nlohmann::json result =
      tool("pcst --graph g.tsv --prizes reversed.tsv --components 2 --json").json();
  EXPECT_EQ(result["nodes"].get<Names>(), (Names{"d", "c", "b", "a"}));
}

TEST_F(PcstCommand, tableIsForPeople) {
  const ToolRun run = tool(kInputs);
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.out, HasSubstr("graph        5 nodes, 4 edges\n"));
  EXPECT_THAT(run.out, HasSubstr("objective    7.75 (edges 1.5 + prizes left out 6.25)\n"));
  EXPECT_THAT(run.out, HasSubstr("components   1\n"));
  EXPECT_THAT(run.out, HasSubstr("nodes (2)    a, b\n"));
  EXPECT_THAT(run.out, HasSubstr("edges (1)    a - b\n"));
}

TEST_F(PcstCommand, tableShortensLongListsAndJsonDoesNot) {
  std::string prizes;
  for (int node = 0; node < 500; ++node) prizes += std::to_string(node) + "\t5\n";
  write("many.tsv", prizes);
  const std::string arguments = "pcst --graph grid:50x10 --prizes many.tsv ";
  const ToolRun table = tool(arguments);
  EXPECT_THAT(table.out, HasSubstr("0, 1, 2, "));
  EXPECT_THAT(table.out, HasSubstr("18, 19, ... and 480 more\n"));
  EXPECT_THAT(table.out, Not(HasSubstr("20, 21")));
  EXPECT_EQ(tool(arguments + "--json").json()["nodes"].size(), 500U);
}

TEST_F(PcstCommand, numbersReadBackToTheSameDouble) {
  write("fine.tsv", "a\tb\t0.1\n");
  write("rich.tsv", "a\t5\nb\t5\n");
  const nlohmann::json result = tool("pcst --graph fine.tsv --prizes rich.tsv --json").json();
  EXPECT_EQ(result["objective"].get<double>(), 0.1);
  const nlohmann::json third =
      tool("pcst --graph fine.tsv --prizes rich.tsv --json --cost-scale 0.3333333333333333").json();
  EXPECT_EQ(third["objective"].get<double>(), 0.3333333333333333 * 0.1);
}

TEST_F(PcstCommand, namesAreTextWhateverTheyLookLike) {
  write("odd.tsv", "NaN\tnull\t1\nnull\ttrue \"q\" \\\t1\n");
  write("oddp.tsv", "NaN\t5\nnull\t5\ntrue \"q\" \\\t5\n");
  const ToolRun run = tool("pcst --graph odd.tsv --prizes oddp.tsv --json");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.json()["nodes"].get<Names>(), (Names{"NaN", "null", "true \"q\" \\"}));
}

TEST_F(PcstCommand, whatDoesNotMatchIsNotedOnStandardError) {
  write("more.tsv", "a\tb\nb\tc\nc\tc\nx\ty\n");
  write("other.tsv", "a\t1\nb\t2\nq\t3\n");
  const ToolRun run = tool("pcst --graph more.tsv --prizes other.tsv --json");
  EXPECT_EQ(run.status, 0);
  EXPECT_TRUE(nlohmann::json::accept(run.out));
  EXPECT_THAT(run.err, testing::StartsWith("graphsparse: note: "));
  EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1);
  EXPECT_THAT(run.err, HasSubstr("1 feature without a node"));
  EXPECT_THAT(run.err, HasSubstr("3 nodes without a feature"));
  EXPECT_THAT(run.err, HasSubstr("1 self-loop dropped"));
  EXPECT_EQ(tool("pcst --graph more.tsv --prizes other.tsv --quiet").err, "");
}

}  // namespace
}  // namespace graphsparse
