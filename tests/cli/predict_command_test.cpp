#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "cli/run_binary.hpp"
#include "graphsparse/io/npy.hpp"

namespace graphsparse {
namespace {

using testing::HasSubstr;

class PredictCommand : public BinaryTest {
 protected:
  void SetUp() override {
    BinaryTest::SetUp();
    if (IsSkipped()) return;
    write("train.csv",
          "id,a,b,c,d,y\n"
          "s1,1,0,2,1,3\ns2,0,1,1,2,0\ns3,2,1,0,1,4\ns4,1,2,1,0,1\n"
          "s5,0,3,2,2,-2\ns6,3,0,1,1,7\ns7,1,1,3,0,2\ns8,2,2,2,1,3\n");
    write("path.tsv", "a\tb\nb\tc\nc\td\n");
  }

  void fit(const std::string& more = "") const {
    const ToolRun run = tool(
        "fit --data train.csv --target y --graph path.tsv --sparsity 2 --model m.json " + more);
    ASSERT_EQ(run.status, 0) << run.err;
  }

  // The second field of each line below the header.
  static std::vector<double> numbers(const std::string& csv) {
    std::vector<double> values;
    std::istringstream text(csv);
    std::string line;
    std::getline(text, line);
    while (std::getline(text, line)) values.push_back(std::stod(line.substr(line.find(',') + 1)));
    return values;
  }
};

TEST_F(PredictCommand, reproducesTheTargetItWasFittedOn) {
  for (const std::string more : {"", "--standardize"}) {
    fit(more);
    const ToolRun run = tool("predict --model m.json --data train.csv");
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, testing::StartsWith("id,prediction\ns1,"));
    const std::vector<double> expected = {3, 0, 4, 1, -2, 7, 2, 3};
    const std::vector<double> predicted = numbers(run.out);
    ASSERT_EQ(predicted.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(predicted[i], expected[i], 1e-9);
  }
}

TEST_F(PredictCommand, matchesNamesAndNeedsOnlyThoseOfTheModel) {
  for (const std::string more : {"", "--standardize"}) {
    fit(more);
    write("new.csv", "b,more,a\n1,5,4\n0,6,0.5\n");
    const ToolRun run = tool("predict --model m.json --data new.csv");
    ASSERT_EQ(run.status, 0) << run.err;
    const std::vector<double> predicted = numbers(run.out);
    ASSERT_EQ(predicted.size(), 2U);
    EXPECT_NEAR(predicted[0], 1 + 2 * 4 - 1, 1e-9);
    EXPECT_NEAR(predicted[1], 1 + 2 * 0.5, 1e-9);
  }
}

TEST_F(PredictCommand, givesLabelsInTheirOwnWords) {
  write("train.csv",
        "id,a,b,y\n\"s,1\",3,1,\"ill, very\"\ns2,2.5,0,\"ill, very\"\ns3,1,1,\"ill, very\"\n"
        "s4,2,0,well\ns5,0,1,well\ns6,0.5,0,well\n");
  write("path.tsv", "a\tb\n");
  const ToolRun fitted = tool(
      "fit --data train.csv --target y --graph path.tsv --sparsity 1 --loss logistic --model "
      "m.json");
  ASSERT_EQ(fitted.status, 0) << fitted.err;
  const ToolRun run = tool("predict --model m.json --data train.csv");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, testing::StartsWith("id,probability,label\n\"s,1\","));
  EXPECT_THAT(run.out, HasSubstr(",\"ill, very\"\n"));
  EXPECT_THAT(run.out, HasSubstr(",well\n"));
  const nlohmann::json result = tool("predict --model m.json --data train.csv --json").json();
  for (const nlohmann::json& row : result["predictions"]) {
    const double probability = row["probability"];
    EXPECT_GT(probability, 0.0);
    EXPECT_LT(probability, 1.0);
    EXPECT_EQ(row["label"], probability > 0.5 ? "well" : "ill, very");
  }
  EXPECT_EQ(result["predictions"][0]["id"], "s,1");
  EXPECT_EQ(result["predictions"][0]["label"], "ill, very");
}

TEST_F(PredictCommand, poissonPredictsMeans) {
  write("train.csv", "a,y\n0,1\n0,1\n1,3\n1,3\n");
  const ToolRun fitted = tool(
      "fit --data train.csv --target y --solver cosamp --sparsity 1 --loss poisson --model m.json");
  ASSERT_EQ(fitted.status, 0) << fitted.err;
  const std::vector<double> predicted =
      numbers(tool("predict --model m.json --data train.csv").out);
  ASSERT_EQ(predicted.size(), 4U);
  EXPECT_NEAR(predicted[0], 1.0, 1e-4);
  EXPECT_NEAR(predicted[3], 3.0, 1e-4);
}

TEST_F(PredictCommand, matricesWithoutNamesAreMatchedByNumber) {
  ASSERT_EQ(tool("simulate --graph grid:8x8 --sparsity 6 --observations 40 --out s").status, 0);
  ASSERT_EQ(tool("fit --data s/design.npy --labels s/target.npy --graph s/graph.tsv --sparsity 6 "
                 "--model m.json")
                .status,
            0);
  const ToolRun run = tool("predict --model m.json --data s/design.npy --out p.csv");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.out, "");
  const std::vector<double> predicted = numbers(read("p.csv"));
  const std::vector<double> target = read_npy_vector((work() / "s/target.npy").string());
  ASSERT_EQ(predicted.size(), target.size());
  for (std::size_t i = 0; i < target.size(); ++i) EXPECT_NEAR(predicted[i], target[i], 1e-9);

  ASSERT_EQ(tool("simulate --graph grid:8x7 --sparsity 6 --observations 40 --out t").status, 0);
  expect_failure(tool("predict --model m.json --data t/design.npy"), 2,
                 "fitted on 64 features without names, but t/design.npy has 56");
}

TEST_F(PredictCommand, scoresStandOnLinesOfTheirOwn) {
  write("train.csv", "id,a,y\ns1,1,3\ns2,0,1\ns3,2,5\ns4,3,8\n");
  ASSERT_EQ(
      tool("fit --data train.csv --target y --solver cosamp --sparsity 1 --model m.json").status,
      0);
  write("y.csv", "id,y\ns1,3\ns2,1\ns3,5\ns4,8\n");
  const ToolRun run = tool("predict --model m.json --data train.csv --labels y.csv:y");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.err,
              HasSubstr("graphsparse: samples scored: 4\ngraphsparse: mean squared error:"));
  EXPECT_THAT(run.err, HasSubstr("\ngraphsparse: R squared: 0.9"));
}

TEST_F(PredictCommand, modelOfNothingIsScoredAsSuch) {
  write("train.csv", "a,b,y\n3,1,ill\n2,0,ill\n1,1,well\n2,1,well\n0,1,well\n");
  ASSERT_EQ(tool("fit --data train.csv --target y --solver l1-logistic --lambda-ratio 1 "
                 "--model m.json")
                .status,
            0);
  const ToolRun run = tool("predict --model m.json --data train.csv --labels train.csv:y");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("AUC: 0.5000"));
  EXPECT_THAT(run.err, HasSubstr("slope none (all probabilities are the same)"));
}

TEST_F(PredictCommand, sparseFilesMayLackTheirLastFeatures) {
  write("train.svm", "3 1:1 3:2\n1 1:0 3:1\n5 1:2 3:3\n4 1:0 3:4\n");
  for (const std::string more : {"", " --standardize"}) {
    const ToolRun fitted =
        tool("fit --data train.svm --solver cosamp --sparsity 2 --model m.json" + more);
    ASSERT_EQ(fitted.status, 0) << fitted.err;
    write("full.svm", "0 1:1 3:0\n0 1:0 2:9 5:1\n");
    write("narrow.svm", "0 1:1\n0 2:9\n");
    const std::vector<double> full = numbers(tool("predict --model m.json --data full.svm").out);
    const std::vector<double> narrow =
        numbers(tool("predict --model m.json --data narrow.svm").out);
    ASSERT_EQ(full.size(), 2U);
    ASSERT_EQ(narrow.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(full[i], narrow[i], 1e-9);
  }
}

TEST_F(PredictCommand, modelOfAnotherDataSetIsRefused) {
  fit();
  write("other.csv", "a,x\n1,2\n");
  write("strange.csv", "geneX,geneY\n1,2\n");
  expect_failure(tool("predict --model m.json --data other.csv"), 2,
                 "1 of the 2 features that the model needs are not in other.csv: 'b'");
  expect_failure(tool("predict --model m.json --data strange.csv"), 2, "called like 'geneX'");
  ASSERT_EQ(tool("simulate --graph grid:2x2 --sparsity 2 --observations 4 --out s").status, 0);
  expect_failure(tool("predict --model m.json --data s/design.npy"), 2, "--feature-names");
  expect_failure(tool("fit --data other.csv --target x --solver iht --sparsity 1 --start m.json"),
                 2, "'b'");
}

TEST_F(PredictCommand, damagedModelsAreRefused) {
  fit();
  const std::string good = read("m.json");
  write("cut.json", good.substr(0, good.size() / 2));
  write("empty.json", "");
  write("list.json", "[1, 2]");
  write("stranger.json", "{\"coefficients\": {}}");
  nlohmann::json newer = nlohmann::json::parse(good);
  newer["format_version"] = 3;
  newer["version"] = "9.1.0";
  write("newer.json", newer.dump());
  for (const auto& [file, part] : std::vector<std::pair<std::string, std::string>>{
           {"cut.json", "damaged JSON"},
           {"empty.json", "empty.json"},
           {"list.json", "not a model"},
           {"stranger.json", "not a model"},
           {"missing.json", "missing.json"},
           {"newer.json", "a model of format 3, written by version 9.1.0"}}) {
    SCOPED_TRACE(file);
    expect_failure(tool("predict --data train.csv --model " + file), 2, part);
  }
}

}  // namespace
}  // namespace graphsparse
