#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/run_binary.hpp"

namespace graphsparse {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

using Names = std::vector<std::string>;
using Values = std::map<std::string, double>;

class FitCommand : public BinaryTest {
 protected:
  // Writes sim/: a signal on a 16 x 16 grid.
  void simulate(const std::string& more = "--sparsity 20 --observations 100") const {
    const ToolRun run = tool("simulate --graph grid:16x16 --out sim " + more);
    ASSERT_EQ(run.status, 0) << run.err;
  }

  Values truth() const {
    Values values;
    std::istringstream text(read("sim/truth.tsv"));
    for (std::string node, value; text >> node >> value;) {
      values[node] = std::strtod(value.c_str(), nullptr);
    }
    return values;
  }

  // Eight samples of a, b, c, d with y = 1 + 2 a - b, on the path a - b - c - d.
  void write_small() const {
    write("small.csv",
          "id,a,b,c,d,y\n"
          "s1,1,0,2,1,3\ns2,0,1,1,2,0\ns3,2,1,0,1,4\ns4,1,2,1,0,1\n"
          "s5,0,3,2,2,-2\ns6,3,0,1,1,7\ns7,1,1,3,0,2\ns8,2,2,2,1,3\n");
    write("path.tsv", "a\tb\nb\tc\nc\td\n");
  }

  static constexpr const char* kSim = "fit --data sim/design.npy --labels sim/target.npy ";
  static constexpr const char* kGrid = "--graph grid:16x16 --sparsity 20 ";
  static constexpr const char* kSmall = "fit --data small.csv --target y --graph path.tsv ";
};

TEST_F(FitCommand, recoversAPlantedSignal) {
  simulate();
  const Values planted = truth();
  for (const std::string solver :
       {"graph-rand-htp", "graph-nsto-iht", "graph-sto-iht", "graph-iht"}) {
    SCOPED_TRACE(solver);
    const ToolRun run =
        tool(std::string(kSim) + kGrid + "--no-intercept --json --solver " + solver);
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.err, "");
    const nlohmann::json result = run.json();
    EXPECT_EQ(result["stop_reason"], "converged");
    const auto found = result["coefficients"].get<Values>();
    ASSERT_EQ(found.size(), planted.size());
    for (const auto& [name, value] : planted) {
      ASSERT_TRUE(found.contains(name)) << name;
      EXPECT_NEAR(found.at(name), value, 1e-6);
    }
    EXPECT_LE(result["residual_norm"].get<double>(), 1e-6);
    EXPECT_GT(result["pcst_calls"].get<int>(), 0);
    EXPECT_EQ(result["components"], 1);
  }
}

TEST_F(FitCommand, jsonHasTheFieldsOfTheContractInItsOrder) {
  write_small();
  const ToolRun run = tool(std::string(kSmall) + "--sparsity 2 --json --seed 5");
  ASSERT_EQ(run.status, 0) << run.err;
  const auto result = nlohmann::ordered_json::parse(run.out);
  Names fields;
  for (const auto& [name, value] : result.items()) fields.push_back(name);
  fields.resize(14);
  EXPECT_THAT(fields, ElementsAre("solver", "loss", "support", "coefficients", "intercept",
                                  "objective", "residual_norm", "epochs", "iterations",
                                  "stop_reason", "pcst_calls", "seconds", "seed", "version"));
  EXPECT_EQ(result["solver"], "graph-rand-htp");
  EXPECT_EQ(result["loss"], "squares");
  EXPECT_THAT(result["support"].get<Names>(), ElementsAre("a", "b"));
  EXPECT_NEAR(result["coefficients"]["a"].get<double>(), 2.0, 1e-9);
  EXPECT_NEAR(result["coefficients"]["b"].get<double>(), -1.0, 1e-9);
  EXPECT_NEAR(result["intercept"].get<double>(), 1.0, 1e-9);
  EXPECT_EQ(result["seed"], 5);
  EXPECT_EQ(result["support_size"], 2);
  EXPECT_EQ(result["sparsity"], 2);
  EXPECT_EQ(result["samples"], 8);
  EXPECT_EQ(result["features"], 4);
  EXPECT_EQ(result["projection"], "tree-dp");
  ASSERT_EQ(result["history"].size(), result["epochs"].get<std::size_t>());
  EXPECT_EQ(result["history"][0]["epoch"], 1);
  EXPECT_FALSE(result["history"][0].contains("seconds"));
  const auto timed = tool(std::string(kSmall) + "--sparsity 2 --json --epoch-seconds").json();
  EXPECT_TRUE(timed["history"][0].contains("seconds"));
}

TEST_F(FitCommand, sameSeedSameBytesWhateverTheThreads) {
  simulate("--sparsity 20 --observations 60 --noise 0.2");
  for (const std::string solver :
       {"graph-rand-htp", "graph-sto-iht", "sto-iht", "graph-nsto-iht"}) {
    SCOPED_TRACE(solver);
    const std::string common =
        std::string(kSim) + kGrid + "--max-epochs 30 --seed 7 --json --solver " + solver;
    const ToolRun one = tool(common + " --threads 1 --model one.json");
    const ToolRun two = tool(common + " --threads 2 --model two.json");
    ASSERT_EQ(one.status, 0) << one.err;
    EXPECT_EQ(without_seconds(one.json()).dump(), without_seconds(two.json()).dump());
    EXPECT_EQ(read("one.json"), read("two.json"));
  }
  const std::string common = std::string(kSim) + kGrid + "--max-epochs 3 --solver sto-iht --json ";
  EXPECT_NE(tool(common + "--seed 1").json()["history"].dump(),
            tool(common + "--seed 2").json()["history"].dump());
}

TEST_F(FitCommand, logisticFindsThePlantedFeatures) {
  simulate("--sparsity 12 --observations 400 --loss logistic");
  const ToolRun run =
      tool(std::string(kSim) + "--graph sim/graph.tsv --sparsity 12 --loss logistic --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const nlohmann::json result = run.json();
  EXPECT_EQ(result["classes"].get<Names>(), (Names{"-1", "1"}));
  EXPECT_TRUE(result["residual_norm"].is_null());
  const Values planted = truth();
  int found = 0;
  for (const auto& [name, value] : result["coefficients"].get<Values>()) {
    if (!planted.contains(name)) continue;
    ++found;
    EXPECT_GT(value * planted.at(name), 0.0) << name;
  }
  EXPECT_GE(found, 11);
}

TEST_F(FitCommand, classesAreAnyTwoValuesAndTheLaterIsPositive) {
  write("path.tsv", "a\tb\n");
  // The first class has large a.
  const auto fit = [&](const std::string& low, const std::string& high) {
    write("words.csv", "a,b,y\n3,1," + low + "\n2.5,0," + low + "\n1,1," + low + "\n2,0," + high +
                           "\n0,1," + high + "\n0.5,0," + high + "\n");
    const ToolRun run = tool(
        "fit --data words.csv --target y --graph path.tsv --sparsity 1 --loss logistic --json");
    EXPECT_EQ(run.status, 0) << run.err;
    return run.json();
  };
  const nlohmann::json words = fit("healthy", "sick");
  EXPECT_EQ(words["classes"].get<Names>(), (Names{"healthy", "sick"}));
  EXPECT_LT(words["coefficients"]["a"].get<double>(), 0.0);
  const nlohmann::json swapped = fit("sick", "healthy");
  EXPECT_EQ(swapped["classes"].get<Names>(), (Names{"healthy", "sick"}));
  EXPECT_GT(swapped["coefficients"]["a"].get<double>(), 0.0);
  // As numbers 9 comes before 10, as words it would not.
  EXPECT_EQ(fit("9", "10")["classes"].get<Names>(), (Names{"9", "10"}));
}

TEST_F(FitCommand, solversWithoutGraphNeedNone) {
  write_small();
  const ToolRun run = tool("fit --data small.csv --target y --sparsity 2 --solver cosamp --json");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.json()["support"].get<Names>(), ElementsAre("a", "b"));
  EXPECT_TRUE(run.json()["components"].is_null());
  EXPECT_TRUE(run.json()["projection"].is_null());
  const ToolRun with_graph = tool(std::string(kSmall) + "--sparsity 2 --solver cosamp --json");
  EXPECT_EQ(with_graph.json()["components"], 1);
}

TEST_F(FitCommand, groupSolversTakeWholeGroups) {
  write_small();
  write("groups.tsv", "a\tfirst\nb\tfirst\nc\tsecond\nz\tthird\n");
  const ToolRun run = tool(
      "fit --data small.csv --target y --sparsity 2 --solver group-iht --groups groups.tsv --json");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.json()["support"].get<Names>(), ElementsAre("a", "b"));
  EXPECT_THAT(run.err, HasSubstr("1 features in no group, 1 lines without a feature"));
}

TEST_F(FitCommand, zeroWeightEqualsADroppedRow) {
  write_small();
  write("weights.csv", "id,w\ns1,1\ns2,1\ns3,1\ns4,1\ns5,1\ns6,1\ns7,0\ns8,1\n");
  write("spoilt.csv",
        "id,a,b,c,d,y\n"
        "s1,1,0,2,1,3\ns2,0,1,1,2,0\ns3,2,1,0,1,4\ns4,1,2,1,0,1\n"
        "s5,0,3,2,2,-2\ns6,3,0,1,1,7\ns7,1,1,3,0,99\ns8,2,2,2,1,3\n");
  const ToolRun run = tool(
      "fit --data spoilt.csv --target y --graph path.tsv --sparsity 2 --weights weights.csv "
      "--json");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_NEAR(run.json()["coefficients"]["a"].get<double>(), 2.0, 1e-9);
  EXPECT_EQ(run.json()["samples"], 7);
}

TEST_F(FitCommand, rootIsInTheSupport) {
  write_small();
  const ToolRun run = tool(std::string(kSmall) + "--sparsity 1 --root d --json");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.json()["support"].get<Names>(), ElementsAre("d"));
  expect_failure(tool(std::string(kSmall) + "--sparsity 1 --root x"), 2,
                 "--root: no node is called 'x'");
}

TEST_F(FitCommand, standardizingIsUndoneByScalingTheData) {
  write_small();
  write("scaled.csv",
        "id,a,b,c,d,y\n"
        "s1,1005,0,2,1,3\ns2,1000,10,1,2,0\ns3,1010,10,0,1,4\ns4,1005,20,1,0,1\n"
        "s5,1000,30,2,2,-2\ns6,1015,0,1,1,7\ns7,1005,10,3,0,2\ns8,1010,20,2,1,3\n");
  const nlohmann::json plain =
      tool(std::string(kSmall) + "--sparsity 2 --standardize --json").json();
  const nlohmann::json scaled =
      tool("fit --data scaled.csv --target y --graph path.tsv --sparsity 2 --standardize --json")
          .json();
  for (const std::string name : {"a", "b"}) {
    EXPECT_NEAR(plain["coefficients"][name].get<double>(),
                scaled["coefficients"][name].get<double>(), 1e-9);
  }
}

TEST_F(FitCommand, whatDoesNotMatchIsNoted) {
  write_small();
  write("more.tsv", "b\ta\nb\tx\nx\ty\n");
  const ToolRun run = tool(
      "fit --data small.csv --target y --graph more.tsv --sparsity 2 --json --solver graph-iht "
      "--block-size 3");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.json()["support"].get<Names>(), ElementsAre("a", "b"));
  EXPECT_THAT(run.err,
              HasSubstr("2 features without a node ('c', 'd'), 2 nodes without a feature"));
  EXPECT_THAT(run.err, HasSubstr("the solver graph-iht does not use --block-size"));
  EXPECT_EQ(tool("fit --data small.csv --target y --graph more.tsv --sparsity 2 --quiet").err, "");
}

TEST_F(FitCommand, restartsThatMakeNoSenseAreRefused) {
  simulate("--sparsity 5 --observations 40");
  const std::string common = std::string(kSim) + kGrid;
  expect_failure(tool(common + "--effort 0"), 2, "--effort");
  expect_failure(tool(common + "--effort -3"), 2, "--effort");
  expect_failure(tool(common + "--effort much"), 2, "quick");
  expect_failure(tool(common + "--time-limit -1"), 2, "--time-limit");
  expect_failure(tool(common + "--consensus --effort 1"), 2, "--consensus");
}

TEST_F(FitCommand, tellsHowOftenRestartsFoundTheResult) {
  simulate("--sparsity 20 --observations 100 --noise 0.5");
  const auto noisy = tool(std::string(kSim) + kGrid + "--json --effort 4").json()["restarts"];
  EXPECT_EQ(noisy["runs"], 4);
  EXPECT_GE(noisy["hits"], 1);
  EXPECT_LE(noisy["hits"], 4);
  EXPECT_GT(noisy["overlap"], 0.0);
  EXPECT_LE(noisy["overlap"], 1.0);
  simulate("--sparsity 20 --observations 100");
  const auto exact = tool(std::string(kSim) + kGrid + "--json --effort 4").json()["restarts"];
  EXPECT_EQ(exact["runs"], 1) << "nothing is better than a residual of zero";
}

TEST_F(FitCommand, optionsReachTheSolver) {
  simulate("--sparsity 20 --observations 100");
  const std::string common = std::string(kSim) + kGrid + "--json ";
  EXPECT_EQ(
      tool(common + "--solver graph-sto-iht --block-size 25 --max-epochs 2").json()["iterations"],
      8);
  EXPECT_EQ(tool(common + "--max-epochs 0 --effort quick").json()["support"].size(), 0U);
  const auto steps = [&](const std::string& step) {
    return tool(common + "--solver graph-iht --max-epochs 1 --step " + step)
        .json()["history"][0]["step"]
        .get<double>();
  };
  EXPECT_NEAR(steps("0.5") / steps("0.25"), 2.0, 1e-12);
  EXPECT_NE(steps("backtracking"), steps("armijo"));
  EXPECT_EQ(steps("armijo"), steps("paper-backtracking"));
  const nlohmann::json paper =
      tool(common + "--solver graph-sto-iht --projection paper --head --max-epochs 2").json();
  EXPECT_EQ(paper["projection"], "bisection");
  EXPECT_GT(paper["pcst_calls"].get<int>(), 2 * paper["iterations"].get<int>());
  EXPECT_LE(paper["support_size"].get<int>(), 22);
  EXPECT_EQ(tool(common + "--slack 0.5 --max-epochs 3").json()["components"], 1);
  EXPECT_GT(tool(common + "--l2 10").json()["residual_norm"].get<double>(), 0.1);
  write("run.toml", "[fit]\nsolver = \"graph-iht\"\nstep = 0.5\nstandardize = true\n");
  EXPECT_EQ(tool(common + "--config run.toml --max-epochs 1").json()["step"], "0.5");
}

TEST_F(FitCommand, samplingReachesEveryStochasticSolver) {
  simulate("--sparsity 8 --observations 90");
  const std::string common = std::string(kSim) + kGrid + "--json --max-epochs 2 --solver ";
  const auto coefficients = [&](const std::string& options) {
    const ToolRun run = tool(common + options);
    EXPECT_EQ(run.status, 0) << run.err;
    return run.json()["coefficients"];
  };
  for (const std::string solver :
       {"graph-sto-iht", "graph-svrg", "graph-saga", "graph-scsg", "graph-nsto-iht"}) {
    SCOPED_TRACE(solver);
    const bool is_shuffled = solver == "graph-nsto-iht";
    const auto by_default = coefficients(solver);
    EXPECT_EQ(coefficients(solver + " --sampling random") == by_default, !is_shuffled);
    EXPECT_EQ(coefficients(solver + " --sampling shuffled") == by_default, is_shuffled);
    EXPECT_NE(coefficients(solver + " --sampling norm"), by_default);
  }
  const ToolRun batch = tool(common + "graph-iht --sampling norm");
  EXPECT_THAT(batch.err, HasSubstr("does not use --sampling"));
  const ToolRun wrong = tool(common + "graph-sto-iht --sampling norms");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("did you mean 'norm'"));
}

TEST_F(FitCommand, headMayBePlainOrBoosted) {
  simulate("--sparsity 8 --observations 90");
  const std::string common =
      std::string(kSim) + kGrid + "--json --max-epochs 2 --solver graph-sto-iht ";
  const auto outcome = [&](const std::string& options) {
    const ToolRun run = tool(common + options);
    EXPECT_EQ(run.status, 0) << run.err;
    return std::pair(run.json()["pcst_calls"].get<int>(), run.json()["coefficients"].dump());
  };
  const auto plain = outcome("--head");
  EXPECT_GT(plain.first, outcome("").first);
  EXPECT_EQ(outcome("--head plain --model plain.json"), plain);
  EXPECT_THAT(read("plain.json"), HasSubstr("\"head\": true"));
  EXPECT_NE(outcome("--head boosted --model boosted.json"), plain);
  EXPECT_THAT(read("boosted.json"), HasSubstr("\"head\": \"boosted\""));
  EXPECT_EQ(tool(common + "--init boosted.json").status, 0);
  write("run.toml", "head = true\n");
  EXPECT_EQ(outcome("--config run.toml"), plain);
  write("run.toml", "head = \"boosted\"\n");
  EXPECT_NE(outcome("--config run.toml"), plain);
  EXPECT_THAT(tool(common + "--head twice").err, HasSubstr("one of plain, boosted, not 'twice'"));
  const ToolRun sparse = tool(std::string(kSim) + "--sparsity 8 --solver sto-iht --head boosted");
  EXPECT_EQ(sparse.status, 2);
  EXPECT_THAT(sparse.err, HasSubstr("--head boosted is for connected subgraphs"));
}

// One wild target: squares are led astray by it, Huber's loss is not, if it knows what is wild.
TEST_F(FitCommand, huberThresholdSaysWhatIsWild) {
  write_small();
  std::string text = read("small.csv");
  text.replace(text.find("1,1,7\n"), 6, "1,1,900\n");
  write("small.csv", text);
  const auto error = [&](const std::string& options) {
    const ToolRun run = tool(kSmall + ("--sparsity 2 --solver graph-iht --json " + options));
    EXPECT_EQ(run.status, 0) << run.err;
    const auto coefficients = run.json().at("coefficients");
    return std::abs(coefficients.value("a", 0.0) - 2.0) +
           std::abs(coefficients.value("b", 0.0) + 1.0);
  };
  EXPECT_GT(error("--loss squares"), 10.0);
  EXPECT_GT(error("--loss huber --huber-threshold 1000"), 10.0);
  EXPECT_LT(error("--loss huber --huber-threshold 0.01 --model m.json"), 0.05);
  EXPECT_THAT(read("m.json"), HasSubstr("\"huber_threshold\": 0.01"));
}

TEST_F(FitCommand, startGoesOnFromAModel) {
  simulate();
  const std::string common = std::string(kSim) + kGrid + "--solver graph-iht --json ";
  const nlohmann::json whole = tool(common).json();
  ASSERT_EQ(tool(common + "--max-epochs 20 --model part.json").status, 0);
  const ToolRun rest = tool(common + "--start part.json");
  ASSERT_EQ(rest.status, 0) << rest.err;
  EXPECT_EQ(rest.json()["support"], whole["support"]);
  EXPECT_LT(rest.json()["epochs"].get<int>(), whole["epochs"].get<int>() - 10);
  // The objective of the model itself, unchanged by a change of scales.
  const double reached = tool(common + "--start part.json --max-epochs 0").json()["objective"];
  EXPECT_NEAR(reached, whole["history"][19]["objective"].get<double>(), 1e-12);
  const double scaled =
      tool(common + "--start part.json --max-epochs 0 --standardize").json()["objective"];
  EXPECT_NEAR(scaled, reached, 1e-12);
}

TEST_F(FitCommand, interruptedFitWritesWhatItHas) {
  // Enough rows that an epoch takes a while, and steps so small that there would be many.
  simulate("--sparsity 20 --observations 3000 --noise 0.1");
  const std::string endless = std::string(kSim) + kGrid +
                              "--solver graph-iht --step 1e-5 --tolerance 0 --max-epochs "
                              "1000000000 --json --model m.json --report r.html";
  // Once it tells of progress. A shell makes what it runs aside ignore SIGINT.
  const ToolRun run = shell(
      "export GRAPHSPARSE_PROGRESS=0.2\n\"$TOOL\" " + endless +
      " 2>told.txt & until grep -q fitting told.txt; do kill -0 $! || break; sleep 0.05; done; "
      "kill -TERM $!; wait $!; status=$?; cat told.txt >&2; (exit $status)");
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, HasSubstr("graphsparse: interrupted after "));
  EXPECT_EQ(run.json()["stop_reason"], "interrupted");
  EXPECT_GT(run.json()["iterations"].get<int>(), 0);
  EXPECT_EQ(run.json()["support"].size(), 20U);
  const nlohmann::json model = nlohmann::json::parse(read("m.json"));
  EXPECT_EQ(model["statistics"]["stop_reason"], "interrupted");
  EXPECT_EQ(model["coefficients"], run.json()["coefficients"]);
  EXPECT_TRUE(read("r.html").find("interrupted") != std::string::npos);
  const ToolRun resumed = tool(std::string(kSim) + kGrid + "--start m.json --json");
  EXPECT_EQ(resumed.status, 0) << resumed.err;
  EXPECT_EQ(resumed.json()["stop_reason"], "converged");
}

TEST_F(FitCommand, reportIsAPageWithPictures) {
  simulate();
  ASSERT_EQ(tool(std::string(kSim) + kGrid + "--report grid.html").status, 0);
  const std::string page = read("grid.html");
  EXPECT_THAT(page, testing::StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(page, HasSubstr("<svg"));
  EXPECT_THAT(page, HasSubstr("Selected part of the grid"));
  write_small();
  ASSERT_EQ(tool(std::string(kSmall) + "--sparsity 2 --report net.html").status, 0);
  EXPECT_THAT(read("net.html"), HasSubstr("Selected subnetwork"));
  ASSERT_EQ(
      tool("fit --data small.csv --target y --sparsity 2 --solver iht --report plain.html").status,
      0);
  EXPECT_THAT(read("plain.html"), HasSubstr("Coefficients"));
}

TEST_F(FitCommand, tableIsForPeople) {
  write_small();
  const ToolRun run = tool(std::string(kSmall) + "--sparsity 2");
  EXPECT_THAT(run.out, HasSubstr("data           8 samples, 4 features\n"));
  EXPECT_THAT(run.out,
              HasSubstr("support        2 features in 1 connected component (2 wanted)\n"));
  EXPECT_THAT(run.out, HasSubstr("coefficients   a 2, b -1\n"));
}

TEST_F(FitCommand, badUsageIsRefused) {
  write_small();
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"--data small.csv --sparsity 2 --graph path.tsv", "a target is needed"},
      {"--data small.csv --target y --sparsity 2", "--solver graph-rand-htp needs --graph"},
      {"--data small.csv --target y --graph path.tsv", "--sparsity"},
      {"--data small.csv --target y --labels l.csv --sparsity 2 --graph path.tsv",
       "cannot be given together"},
      {"--data small.csv --target y --sparsity 2 --solver grap-iht", "did you mean 'graph-iht'?"},
      {"--data small.csv --target y --sparsity 2 --solver foo",
       "nsto-iht, rand-htp, amp, ridge (each may follow one of sparse-, graph-, group-), "
       "l1-logistic, "},
      {"--data small.csv --target y --sparsity 2 --solver group-iht", "needs --feature-groups"},
      {"--data small.csv --target y --sparsity 2 --solver cosamp --step 1", "takes no steps"},
      {"--data small.csv --target y --sparsity 2 --solver niht --step 1", "its own rule"},
      {"--data small.csv --target y --sparsity 2 --solver iht --step fast",
       "--step must be a finite number above 0 or one of auto"},
      {"--data small.csv --target y --sparsity 2 --solver iht --step 0", "--step must be"},
      {"--data small.csv --target y --sparsity 2 --solver iht --balanced", "--loss logistic"},
      {"--data small.csv --target y --sparsity 2 --solver iht --huber-threshold 1",
       "--huber-threshold is for --loss huber"},
      {"--data small.csv --target y --sparsity 2 --graph path.tsv --budget 3", "go together"},
      {"--data small.csv --target y --sparsity 2 --solver iht --loss square",
       "did you mean 'squares'?"}};
  for (const auto& [arguments, part] : cases) {
    SCOPED_TRACE(arguments);
    expect_failure(tool("fit " + arguments), 2, part);
  }
}

// Each of the bad inputs: one message, status 2, no file.
TEST_F(FitCommand, badInputIsRefused) {
  write_small();
  write("short.csv", "y\n1\n2\n3\n");
  write("nan.csv", "a,b,y\n1,2,3\n1,nan,3\n2,2,2\n");
  write("one.csv", "a,b,y\n1,2,yes\n1,1,yes\n2,2,yes\n");
  write("three.csv", "a,b,y\n1,2,red\n1,1,green\n2,2,blue\n");
  write("counts.csv", "a,b,y\n1,2,3\n1,1,-3\n2,2,2\n");
  write("zeros.csv", "a,b,y\n1,2,0\n1,1,0\n2,2,0\n");
  write("word.csv", "a,b,y\n1,2,3\n1,1,low\n2,2,2\n");
  write("parts.tsv", "a\tb\nc\td\n");
  write("other.tsv", "geneA\tgeneB\n");
  write("weights.csv", "id,w\ns1,1\ns2,-1\ns3,1\ns4,1\ns5,1\ns6,1\ns7,0\ns8,1\n");
  write("groups.tsv", "geneA\t1\n");
  write("model.json", "{\"format\": \"graphsparse model\"");
  simulate("--sparsity 2 --observations 5");
  const std::string small = "--data small.csv --target y ";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"--data small.csv --labels short.csv --graph path.tsv --sparsity 2",
       "short.csv: y has 3 values, data has 8 rows"},
      {"--data nan.csv --target y --graph path.tsv --sparsity 2", "nan.csv:3: row 1, column 'b'"},
      {"--data one.csv --target y --graph path.tsv --sparsity 2 --loss logistic",
       "one.csv: every label is 'yes'"},
      {"--data three.csv --target y --graph path.tsv --sparsity 2 --loss logistic",
       "three.csv: 3 different labels ('blue', 'green', 'red')"},
      {"--data counts.csv --target y --graph path.tsv --sparsity 2 --loss poisson",
       "counts.csv:3: the target -3 is negative"},
      {"--data zeros.csv --target y --graph path.tsv --sparsity 2 --loss poisson",
       "zeros.csv: every count is 0"},
      {"--data word.csv --target y --graph path.tsv --sparsity 2", "word.csv:3"},
      {small + "--graph path.tsv --sparsity 5", "sparsity is 5"},
      {small + "--solver iht --sparsity 5", "5"},
      {small + "--graph parts.tsv --sparsity 3", "no more than 2 features"},
      {small + "--graph other.tsv --sparsity 2",
       "nodes are called like 'geneA', features like 'a'"},
      {small + "--graph grid:3x3 --sparsity 2", "have no name in common"},
      {small + "--graph path.tsv --sparsity 2 --weights weights.csv", "the weight -1 is negative"},
      {small + "--graph path.tsv --sparsity 2 --weights short.csv", "sample weights: short.csv"},
      {small + "--sparsity 2 --solver group-iht --groups groups.tsv", "have no feature in common"},
      {small + "--graph path.tsv --sparsity 2 --start model.json", "model.json:1: damaged JSON"},
      {small + "--graph path.tsv --sparsity 2 --start missing.json", "missing.json"},
      {small + "--graph path.tsv --sparsity 2 --model nowhere/m.json", "nowhere/m.json"},
      {"--data missing.csv --target y --graph path.tsv --sparsity 2", "missing.csv"},
      {"--data sim/design.npy --labels sim/target.npy --graph grid:17x16 --sparsity 2",
       "grid:17x16: there is a node '256'"},
      {"--data sim/design.npy --labels sim/target.npy --graph path.tsv --sparsity 2",
       "give them with --feature-names"}};
  const auto before = files();
  for (const auto& [arguments, part] : cases) {
    SCOPED_TRACE(arguments);
    expect_failure(tool("fit " + arguments + " --report r.html"), 2, part);
  }
  EXPECT_EQ(files(), before);
}

// Patients in another order in each file; the target is twice the feature b.
TEST_F(FitCommand, joinsLabelsAndWeightsByAColumnThatTheFilesShare) {
  write("order_d.csv", "patient,a,b\n14,1,4\n12,0,2\n13,1,3\n11,0,1\n15,1,5\n");
  write("order_l.csv", "patient,y\n11,2\n12,4\n13,6\n14,8\n15,10\n");
  write("order_w.csv", "patient,w\n15,0\n14,1\n13,1\n12,1\n11,1\n");
  const std::string fit = "fit --data order_d.csv --solver iht --sparsity 1 --json ";
  const ToolRun run = tool(fit + "--labels order_l.csv");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.json()["support"], nlohmann::json({"b"}));
  EXPECT_THAT(run.err, HasSubstr("'patient' holds the sample ids"));
  write("order_l.csv", "patient,y\n11,2\n12,4\n13,6\n14,8\n15,1000\n");
  const ToolRun weighted = tool(fit + "--labels order_l.csv --weights order_w.csv");
  ASSERT_EQ(weighted.status, 0) << weighted.err;
  EXPECT_NEAR(weighted.json()["residual_norm"].get<double>(), 0.0, 1e-6);
  EXPECT_EQ(tool("cv --data order_d.csv --labels order_l.csv --groups order_w.csv:w --folds 2 "
                 "--solver iht --grid sparsity=1 --quiet")
                .status,
            0);
}

}  // namespace
}  // namespace graphsparse
