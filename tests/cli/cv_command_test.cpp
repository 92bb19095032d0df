#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <map>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "cli/run_binary.hpp"

namespace graphsparse {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

using Names = std::vector<std::string>;

class CvCommand : public BinaryTest {
 protected:
  // Two classes on a 10 x 10 grid with a planted signal.
  void simulate() const {
    const ToolRun run = tool(
        "simulate --graph grid:10x10 --sparsity 8 --observations 60 --loss logistic --out sim");
    ASSERT_EQ(run.status, 0) << run.err;
  }

  // Samples s0..s19 of two features and a constant one, classes in turn, patients of two samples
  // of the same class.
  void write_small() const {
    std::string data = "id,a,b,c\n";
    std::string samples = "id\tclass\tpatient\n";
    for (int i = 0; i < 20; ++i) {
      const bool is_case = i / 2 % 2 == 0;
      const std::string id = "s" + std::to_string(i);
      data += id + "," + std::to_string((is_case ? 2 : 0) + i % 3) + "," +
              std::to_string(i * 7 % 5) + ",1\n";
      samples += id + "\t" + (is_case ? "ill" : "well") + "\tp" + std::to_string(i / 2) + "\n";
    }
    write("small.csv", data);
    write("samples.tsv", samples);
    write("path.tsv", "a\tb\nb\tc\n");
  }

  static nlohmann::json without_times(nlohmann::json document) {
    document.erase("seconds");
    document["refit"].erase("seconds");
    return document;
  }

  static constexpr const char* kSim =
      "cv --data sim/design.npy --labels sim/target.npy --graph grid:10x10 --loss logistic "
      "--standardize --max-epochs 20 --solver graph-sto-iht --grid sparsity=4:12:4 ";
  static constexpr const char* kSmall =
      "cv --data small.csv --id-column id --labels samples.tsv:class --loss logistic "
      "--graph path.tsv --standardize --solver iht --max-epochs 10 --grid sparsity=1,2 ";
};

TEST_F(CvCommand, jsonHasTheFieldsOfTheContract) {
  simulate();
  const ToolRun run = tool(std::string(kSim) + "--grid l2=1e-2,1e-3 --folds 4 --json");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.err, "");
  const nlohmann::json result = run.json();
  EXPECT_TRUE(result["best"].contains("sparsity"));
  EXPECT_TRUE(result["best"].contains("l2"));
  ASSERT_EQ(result["scores"].size(), 6U);
  double best = 0.0;
  for (const nlohmann::json& row : result["scores"]) {
    const auto values = row["per_fold"].get<std::vector<double>>();
    ASSERT_EQ(values.size(), 4U);
    EXPECT_NEAR(row["mean"].get<double>(), std::accumulate(values.begin(), values.end(), 0.0) / 4.0,
                1e-12);
    EXPECT_GE(row["deviation"].get<double>(), 0.0);
    best = std::max(best, row["mean"].get<double>());
    if (row["parameters"] == result["best"]) {
      EXPECT_EQ(row["mean"].get<double>(), best);
    }
  }
  EXPECT_EQ(result["refit"]["sparsity"], result["best"]["sparsity"]);
  EXPECT_EQ(result["refit"]["support"].size(), result["best"]["sparsity"].get<std::size_t>());
  EXPECT_EQ(result["refit"]["components"], 1);
  EXPECT_EQ(result["metric"], "auc");
  EXPECT_FALSE(result.contains("outer"));
}

TEST_F(CvCommand, nestedAddsOuterScoresAndStability) {
  simulate();
  const ToolRun run =
      tool(std::string(kSim) + "--folds 3 --repeats 2 --nested --inner-folds 2 --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const nlohmann::json result = run.json();
  for (const std::string name : {"auc", "balanced_error", "accuracy", "nonzeros"}) {
    EXPECT_EQ(result["outer"][name]["per_fold"].size(), 6U) << name;
    EXPECT_TRUE(result["outer"][name].contains("mean")) << name;
    EXPECT_TRUE(result["outer"][name].contains("deviation")) << name;
  }
  double shares = 0.0;
  for (const auto& [name, share] : result["stability"].items()) shares += share.get<double>();
  EXPECT_NEAR(shares, result["outer"]["nonzeros"]["mean"].get<double>(), 1e-9);
}

TEST_F(CvCommand, sameSeedSameResultWhateverTheThreads) {
  simulate();
  const std::string common = std::string(kSim) + "--grid blocks=1,2 --folds 3 --nested --json ";
  const ToolRun one = tool(common + "--threads 1 --model one.json --report one.html");
  const ToolRun two = tool(common + "--threads 3 --model two.json");
  ASSERT_EQ(one.status, 0) << one.err;
  EXPECT_EQ(without_times(one.json()), without_times(two.json()));
  EXPECT_EQ(read("one.json"), read("two.json"));
  EXPECT_NE(without_times(tool(common + "--seed 1").json()), without_times(one.json()));
  EXPECT_THAT(read("one.html"), HasSubstr("Selection stability"));
  EXPECT_THAT(read("one.html"), HasSubstr("ROC curve"));
}

TEST_F(CvCommand, modelOfTheRefitPredicts) {
  write_small();
  const ToolRun run = tool(std::string(kSmall) + "--folds 5 --model m.json");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("best"));
  const ToolRun predicted = tool("predict --model m.json --data small.csv --id-column id");
  ASSERT_EQ(predicted.status, 0) << predicted.err;
  EXPECT_THAT(predicted.out, HasSubstr("ill"));
}

TEST_F(CvCommand, groupsAndTargetMayBeColumnsOfTheData) {
  write_small();
  std::istringstream data(read("small.csv"));
  std::istringstream samples(read("samples.tsv"));
  std::string all;
  for (std::string row, sample; std::getline(data, row) && std::getline(samples, sample);) {
    const std::string facts = sample.substr(sample.find('\t') + 1);
    const std::size_t tab = facts.find('\t');
    all += row + "," + facts.substr(0, tab) + "," + facts.substr(tab + 1) + "\n";
  }
  write("all.csv", all);
  const std::string rest =
      "--id-column id --loss logistic --graph path.tsv --standardize --solver iht --max-epochs 10 "
      "--grid sparsity=1,2 --folds 3 --groups patient --json ";
  const ToolRun one = tool("cv --data all.csv --target class --model m.json " + rest);
  ASSERT_EQ(one.status, 0) << one.err;
  const ToolRun two = tool("cv --data small.csv --labels samples.tsv:class " + rest);
  EXPECT_EQ(without_times(one.json()), without_times(two.json()));
  // The columns are no features of new samples either.
  EXPECT_EQ(tool("predict --model m.json --data all.csv --id-column id").status, 0);
  EXPECT_EQ(tool("predict --model m.json --data small.csv --id-column id").status, 0);
  const std::string cv =
      "cv --data all.csv --target class --id-column id --solver iht "
      "--loss logistic --grid sparsity=1,2 --groups ";
  expect_failure(tool(cv + "patients"), 2, "patients");
  expect_failure(tool(cv + "class"), 2, "cannot be both the target and the groups");
  expect_failure(tool(cv + "id"), 2, "cannot be both the groups and the sample ids");
}

TEST_F(CvCommand, groupsComeFromTheTableOfLabelsOrAFile) {
  write_small();
  const ToolRun column = tool(std::string(kSmall) + "--folds 3 --groups patient --json");
  ASSERT_EQ(column.status, 0) << column.err;
  const ToolRun file = tool(std::string(kSmall) + "--folds 3 --groups samples.tsv:patient --json");
  EXPECT_EQ(without_times(column.json()), without_times(file.json()));
  const ToolRun none = tool(std::string(kSmall) + "--folds 3 --json");
  EXPECT_NE(without_times(column.json()), without_times(none.json()));
  expect_failure(tool(std::string(kSmall) + "--groups patients"), 2, "patients");
  expect_failure(tool(std::string(kSmall) + "--folds 11 --groups patient"), 2,
                 "10 groups of samples cannot fill 11 folds");
}

TEST_F(CvCommand, regressionIsScoredBySquaredErrors) {
  ASSERT_EQ(tool("simulate --graph grid:10x10 --sparsity 5 --observations 80 --out sim").status, 0);
  const ToolRun run = tool(
      "cv --data sim/design.npy --labels sim/target.npy --graph grid:10x10 --solver graph-iht "
      "--no-intercept --grid sparsity=1,5 --nested --folds 3 --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const nlohmann::json result = run.json();
  EXPECT_EQ(result["metric"], "mse");
  EXPECT_EQ(result["best"]["sparsity"], 5);
  EXPECT_LT(result["outer"]["mse"]["mean"].get<double>(), 1e-6);
  EXPECT_FALSE(result["outer"].contains("auc"));
}

TEST_F(CvCommand, everyMetricOfTheTargetChooses) {
  write_small();
  for (const std::string metric :
       {"auc", "balanced-error", "accuracy", "f1", "pr-auc", "log-loss", "brier", "mse"}) {
    const ToolRun run = tool(std::string(kSmall) + "--folds 2 --nested --json --metric " + metric);
    ASSERT_EQ(run.status, 0) << run.err;
    const nlohmann::json result = run.json();
    EXPECT_EQ(result["metric"], metric);
    for (const std::string field : {"f1", "pr_auc", "brier"}) {
      EXPECT_EQ(result["outer"][field]["per_fold"].size(), 2U) << field;
    }
    EXPECT_FALSE(result["outer"].contains("r2"));
  }
  expect_failure(tool(std::string(kSmall) + "--metric r2"), 2,
                 "--metric r2 is for numbers; for two classes there is brier");
  ASSERT_EQ(tool("simulate --graph grid:10x10 --sparsity 5 --observations 80 --out sim").status, 0);
  const std::string numbers =
      "cv --data sim/design.npy --labels sim/target.npy --graph grid:10x10 --solver graph-iht "
      "--no-intercept --grid sparsity=1,5 --folds 3 --json --metric ";
  const nlohmann::json result = tool(numbers + "r2").json();
  EXPECT_EQ(result["best"]["sparsity"], 5);
  EXPECT_NEAR(result["scores"][1]["mean"].get<double>(), 1.0, 1e-6);
  EXPECT_LT(result["scores"][0]["mean"].get<double>(), 0.9);
  expect_failure(tool(numbers + "brier"), 2, "--metric brier is for two classes");
}

TEST_F(CvCommand, oneStandardErrorIsTold) {
  simulate();
  const std::string common = std::string(kSim) + "--grid sparsity=1:13:2 --folds 4 --json ";
  const std::string only = "cv" + common.substr(common.find(" --data"));
  const std::string grid = [&] {
    std::string text = only;
    text.erase(text.find("--grid sparsity=4:12:4 "), 23);
    return text;
  }();
  const nlohmann::json usual = tool(grid).json();
  const nlohmann::json result = tool(grid + "--one-se").json();
  EXPECT_FALSE(usual.contains("best_mean"));
  EXPECT_EQ(result["best_mean"], usual["best"]);
  EXPECT_LE(result["best"]["sparsity"], usual["best"]["sparsity"]);
  EXPECT_EQ(result["refit"]["sparsity"], result["best"]["sparsity"]);
  EXPECT_EQ(result["scores"], usual["scores"]);
}

TEST_F(CvCommand, tellsHowFarItIsWithoutATerminal) {
  simulate();
  const std::string common = "GRAPHSPARSE_PROGRESS=0.02 \"$TOOL\" " + std::string(kSim) +
                             "--grid l2=1e-3,1e-4 --folds 5 --nested --threads 1 ";
  const ToolRun run = shell(common + "--repeats 4 --json");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.err, testing::StartsWith("graphsparse: cross-validating: "));
  EXPECT_THAT(run.err, testing::ContainsRegex("[0-9]+ of 120, [0-9]+ %, .* left, .* so far\n"));
  EXPECT_EQ(shell(common + "--quiet").err, "");
  expect_failure(shell("GRAPHSPARSE_PROGRESS=often \"$TOOL\" " + std::string(kSim)), 2,
                 "GRAPHSPARSE_PROGRESS");
}

TEST_F(CvCommand, goesOnFromAPartialFile) {
  simulate();
  const std::string common = std::string(kSim) + "--folds 3 --nested --json --threads 1 ";
  const ToolRun whole = tool(common);
  ASSERT_EQ(whole.status, 0) << whole.err;
  ASSERT_EQ(tool(common + "--resume done.jsonl").status, 0);
  // Half of the file, the last line cut off as by a crash.
  const std::string full = read("done.jsonl");
  write("done.jsonl", full.substr(0, full.size() / 2));
  const ToolRun resumed = tool(common + "--resume done.jsonl");
  ASSERT_EQ(resumed.status, 0) << resumed.err;
  EXPECT_EQ(without_times(resumed.json()), without_times(whole.json()));
  expect_failure(tool(common + "--resume done.jsonl --seed 3"), 2, "seed differs");
  write("other.txt", "something else\n");
  expect_failure(tool(common + "--resume other.txt"), 2, "other.txt");
  EXPECT_EQ(read("other.txt"), "something else\n");
}

// Yesterday's scores are not today's: whatever they depend on is known by its content.
TEST_F(CvCommand, refusesToGoOnWithOtherInputs) {
  write_small();
  write("groups.tsv", "a\tx\nb\tx\nc\ty\n");
  const std::string common =
      "cv --id-column id --loss logistic --standardize --max-epochs 10 --grid sparsity=1,2 "
      "--folds 2 --json --resume done ";
  const std::string labels = "--data small.csv --labels samples.tsv:class ";
  const auto run = [&](const std::string& more) { return tool(common + more); };
  const auto refuses = [&](const std::string& more, const std::string& what) {
    const std::string kept = read("done");
    const ToolRun refused = run(more);
    expect_failure(refused, 2, "done: ");
    EXPECT_THAT(refused.err, HasSubstr(what));
    EXPECT_EQ(read("done"), kept);
  };
  const auto begin = [&](const std::string& more) {
    std::filesystem::remove(work() / "done");
    const ToolRun first = run(more);
    ASSERT_EQ(first.status, 0) << first.err;
  };
  const std::string graph = labels + "--solver graph-iht --graph path.tsv ";
  begin(graph);
  write("path.tsv", "a\tc\nb\tc\n");  // as many edges as before
  refuses(graph, "the graph differs");
  write("path.tsv", "a\tb\t1\nb\tc\t2\n");
  refuses(graph, "the graph differs");
  write("path.tsv", "a\tb\nb\tc\n");
  refuses(graph + "--l2 0.5", "the option l2 differs");
  refuses(graph + "--groups patient", "the grouping of the samples differs");
  EXPECT_EQ(run(graph).status, 0);

  const std::string top = labels + "--solver iht ";
  begin(top);
  const std::string data = read("small.csv");
  write("small.csv", "id,a,b,d" + data.substr(data.find('\n')));
  refuses(top, "the list of feature names differs");
  std::string changed = data;
  changed[changed.find("s3,") + 3] = '9';
  write("small.csv", changed);
  refuses(top, "the data differs");
  write("small.csv", data);
  const std::string samples = read("samples.tsv");
  changed = samples;
  changed.replace(changed.find("s0\till"), 6, "s0\twell");
  write("samples.tsv", changed);
  refuses(top, "the target differs");
  write("samples.tsv", samples);
  EXPECT_EQ(run(top).status, 0);
  // The same content under another name is the same work.
  write("copy.csv", data);
  EXPECT_EQ(run("--data copy.csv --labels samples.tsv:class --solver iht").status, 0);

  const std::string groups = labels + "--solver group-lasso --feature-groups groups.tsv ";
  const std::string convex =
      "cv --id-column id --standardize --grid lambda-ratio=0.5,0.1 --folds 2 --json --resume gone ";
  ASSERT_EQ(tool(convex + groups).status, 0);
  write("groups.tsv", "a\tx\nb\ty\nc\ty\n");
  expect_failure(tool(convex + groups), 2, "the grouping of the features differs");
}

TEST_F(CvCommand, refusesAFileOfAnOlderVersion) {
  write_small();
  const std::string old =
      "{\"work\":\"graphsparse cv\",\"version\":\"0.1.0\"}\n{\"repeat\":0,\"fold\":0}\n";
  write("old", old);
  expect_failure(tool(std::string(kSmall) + "--resume old"), 2, "older version");
  EXPECT_EQ(read("old"), old);
}

TEST_F(CvCommand, keepsFoldsWithoutBeingToldWhere) {
  simulate();
  const std::string common = std::string(kSim) +
                             "--grid l2=1e-3,1e-4 --folds 10 --repeats 40 "
                             "--nested --json --threads 1 ";
  const ToolRun run =
      shell("\"$TOOL\" " + common +
            " & PID=$!; for i in $(seq 3000); do [ \"$(cat .graphsparse-cv-*.partial "
            "2>/dev/null | wc -l)\" -ge 3 ] && break; sleep 0.02; done; "
            "kill -INT $PID; wait $PID");
  EXPECT_EQ(run.status, 1) << run.err;
  EXPECT_THAT(run.err, HasSubstr("kept in .graphsparse-cv-"));
  EXPECT_THAT(files(), testing::Contains(testing::StartsWith(".graphsparse-cv-")));
}

TEST_F(CvCommand, leavesNothingBehindWithoutAnOutput) {
  write_small();
  ASSERT_EQ(tool(std::string(kSmall) + "--folds 2").status, 0);
  EXPECT_THAT(files(), ElementsAre("path.tsv", "samples.tsv", "small.csv"));
}

TEST_F(CvCommand, interruptionKeepsWhatIsDone) {
  simulate();
  const std::string common = std::string(kSim) +
                             "--grid l2=1e-3,1e-4 --folds 10 --repeats 40 "
                             "--nested --json --threads 1 --out o.json";
  const ToolRun run = interrupted_at("o.json.partial", 3, common);
  EXPECT_EQ(run.status, 1) << run.err;
  EXPECT_THAT(run.err, HasSubstr("kept in o.json.partial"));
  EXPECT_THAT(files(), Not(testing::Contains("o.json")));
  const std::string kept = read("o.json.partial");
  EXPECT_GE(std::count(kept.begin(), kept.end(), '\n'), 3);
}

TEST_F(CvCommand, partialFileBesideTheResultIsRemovedAtTheEnd) {
  write_small();
  ASSERT_EQ(tool(std::string(kSmall) + "--folds 2 --out o.txt").status, 0);
  EXPECT_THAT(files(), ElementsAre("o.txt", "path.tsv", "samples.tsv", "small.csv"));
}

TEST_F(CvCommand, badGridsGetOneMessage) {
  write_small();
  const std::string data =
      "cv --data small.csv --id-column id --labels samples.tsv:class --loss logistic --solver iht ";
  expect_failure(tool(data), 2, "the grid is empty");
  expect_failure(tool(data + "--grid sparseness=3"), 2, "no grid over 'sparseness'");
  expect_failure(tool(data + "--grid sparsity="), 2, "has no values");
  expect_failure(tool(data + "--grid l2=0.1"), 2, "a sparsity is needed");
  expect_failure(tool(data + "--grid sparsity=1 --sparsity 2"), 2, "exclude each other");
  expect_failure(tool(data + "--grid sparsity=4"), 2, "between 1 and 3");
  expect_failure(tool(data + "--grid sparsity=1.5 --out o.txt"), 2, "whole number");
  expect_failure(tool(data + "--grid lambda=1"), 2, "no grid over 'lambda'");
  EXPECT_THAT(files(), ElementsAre("path.tsv", "samples.tsv", "small.csv"));
}

TEST_F(CvCommand, badSamplesGetOneMessage) {
  write_small();
  expect_failure(tool(std::string(kSmall) + "--folds 15"), 2, "ask for fewer folds");
  write("some.tsv", "id\tclass\ns0\till\ns1\twell\n");
  const std::string data =
      "cv --data small.csv --id-column id --loss logistic --solver iht "
      "--grid sparsity=1 --labels ";
  const ToolRun missing = tool(data + "some.tsv:class");
  expect_failure(missing, 2, "no label for 18 samples");
  EXPECT_THAT(missing.err, HasSubstr("'s2', 's3'"));
  write("turned.csv", "id,s0,s1\na,1,2\nb,3,4\n");
  expect_failure(tool("cv --data turned.csv --id-column id --loss logistic --solver iht "
                      "--grid sparsity=1 --labels some.tsv:class"),
                 2, "transposed");
  write("twice.csv", "id,a,a\ns0,1,2\ns1,2,3\n");
  expect_failure(tool("cv --data twice.csv --id-column id --loss logistic --solver iht "
                      "--grid sparsity=1 --labels some.tsv:class"),
                 2, "twice.csv");
}

TEST_F(CvCommand, validatesConvexSolversToo) {
  write_small();
  const std::string common =
      "cv --data small.csv --id-column id --labels samples.tsv:class --graph path.tsv "
      "--standardize --folds 3 --nested --json --grid lambda-ratio=0.5,0.1 ";
  const ToolRun lasso = tool(common + "--solver l1-logistic --model m.json --export net.graphml");
  ASSERT_EQ(lasso.status, 0) << lasso.err;
  EXPECT_EQ(lasso.json()["scores"].size(), 2U);
  EXPECT_THAT(files(), testing::IsSupersetOf({"m.json", "net.graphml"}));
  const ToolRun groups = tool(common + "--solver group-lasso --feature-groups edges");
  ASSERT_EQ(groups.status, 0) << groups.err;
  EXPECT_EQ(groups.json()["outer"]["auc"]["per_fold"].size(), 3U);
  expect_failure(tool(common + "--solver group-lasso"), 2, "--feature-groups");
}

TEST_F(CvCommand, runsAsPublished) {
  simulate();
  const std::string common =
      "cv --data sim/design.npy --labels sim/target.npy --graph grid:10x10 --loss logistic "
      "--grid sparsity=8 --grid blocks=1,2 --folds 3 --json --as-published ";
  for (const std::string solver : {"iht", "sto-iht", "graph-iht", "graph-sto-iht"}) {
    const ToolRun run = tool(common + "--projection paper --solver " + solver);
    ASSERT_EQ(run.status, 0) << solver << run.err;
    EXPECT_EQ(run.json()["refit"]["epochs"], 40) << solver;
    EXPECT_EQ(run.json()["refit"]["step"], "armijo") << solver;
  }
  expect_failure(tool("cv --data sim/design.npy --labels sim/target.npy --solver iht "
                      "--grid sparsity=8 --as-published"),
                 2, "--loss logistic");
}

TEST_F(CvCommand, takesItsGridFromAConfigurationFile) {
  write_small();
  write("run.toml", "[cv]\ngrid = \"sparsity=1,2 l2=0.1,0.01\"\nfolds = 2\n");
  const ToolRun run = tool(
      "cv --data small.csv --id-column id --labels samples.tsv:class --loss logistic --solver iht "
      "--config run.toml --json");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.json()["scores"].size(), 4U);
}

}  // namespace
}  // namespace graphsparse
