// Files as users have them, in three commands: a series matrix with missing values and double
// symbols, a clinical table in another order, a network of STRING.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "cli/run_binary.hpp"
#include "io/gzip_bytes.hpp"

namespace graphsparse {
namespace {

using testing::HasSubstr;
using testing::Not;

class UserFiles : public BinaryTest {
 protected:
  // Genes g0 to g11 in a row of the network; g2, g3, g4 differ between the classes.
  void write_cohort(const std::string& name, int first, int count) {
    constexpr int genes = 12;
    std::mt19937 random(static_cast<unsigned>(first + 1));
    std::string text = "!Series_title\t\"a cohort\"\n!series_matrix_table_begin\n\"ID_REF\"";
    for (int i = 0; i < count; ++i) text += "\t\"GSM" + std::to_string(first + i) + "\"";
    text += "\n";
    for (int row = 0; row <= genes; ++row) {
      const int gene = row == genes ? 3 : row;  // g3 stands there twice
      text += "\"g" + std::to_string(gene) + "\"";
      for (int i = 0; i < count; ++i) {
        const double noise = static_cast<double>(random() % 1000U) / 500.0 - 1.0;
        const bool differs = gene >= 2 && gene <= 4 && (first + i) % 2 == 1;
        const bool is_missing = random() % 20U == 0;
        text += is_missing ? "\tNA" : "\t" + std::to_string(noise + (differs ? 1.2 : 0.0));
      }
      text += "\n";
    }
    write(name, test_support::gzipped(text + "!series_matrix_table_end\n"));
  }

  void SetUp() override {
    BinaryTest::SetUp();
    if (IsSkipped()) return;
    write_cohort("train_series_matrix.txt.gz", 0, 60);
    write_cohort("new_series_matrix.txt.gz", 100, 40);
    std::string clinical = "id,age,group\nGSM999,40,case\n";  // a surplus sample; GSM5 is missing
    for (int i = 139; i >= 0; --i) {
      if (i == 5 || (i >= 60 && i < 100)) continue;
      clinical += "GSM" + std::to_string(i) + ",50," + (i % 2 == 1 ? "case" : "control") + "\n";
    }
    write("clinical.csv", clinical);
    std::string network = "protein1 protein2 combined_score\n";
    for (int i = 0; i + 1 < 12; ++i) {
      network += "g" + std::to_string(i) + " g" + std::to_string(i + 1) + " 900\n";
    }
    write("string.txt", network);
    std::string biogrid =
        "#BioGRID Interaction ID\tEntrez Gene Interactor A\tEntrez Gene Interactor B\t"
        "Official Symbol Interactor A\tOfficial Symbol Interactor B\tScore\n";
    for (int i = 0; i + 1 < 12; ++i) {
      const std::string a = std::to_string(i);
      const std::string b = std::to_string(i + 1);
      biogrid += "1" + a + "\t90" + a + "\t90" + b + "\tg" + a + "\tg" + b + "\t-\n";
    }
    write("BIOGRID.tab3.txt", biogrid);
  }
};

TEST_F(UserFiles, takeThreeCommands) {
  for (const std::string network : {"string.txt", "BIOGRID.tab3.txt"}) {
    SCOPED_TRACE(network);
    const std::string files =
        "--data train_series_matrix.txt.gz --labels clinical.csv:group --loss logistic "
        "--missing mean --duplicates max-variance --unlabelled drop --graph " +
        network + " ";
    const ToolRun cv =
        tool("cv " + files + "--nested --grid sparsity=2,3 --folds 3 --inner-folds 3 --json");
    ASSERT_EQ(cv.status, 0) << cv.err;
    EXPECT_GT(cv.json()["outer"]["auc"]["mean"], 0.7);
    const ToolRun fit = tool("fit " + files +
                             "--sparsity 3 --standardize --model m.json --report r.html "
                             "--export s.graphml");
    ASSERT_EQ(fit.status, 0) << fit.err;
    EXPECT_THAT(fit.err, HasSubstr("missing values"));
    for (const char* name : {"r.html", "s.graphml"}) {
      EXPECT_TRUE(std::filesystem::remove(work() / name)) << name;
    }
    const ToolRun scored = tool(
        "predict --model m.json --data new_series_matrix.txt.gz --labels clinical.csv:group "
        "--duplicates max-variance --json");
    ASSERT_EQ(scored.status, 0) << scored.err;
    const nlohmann::json scores = scored.json();
    EXPECT_EQ(scores["samples_scored"], 40);
    EXPECT_GT(scores["auc"]["value"], 0.8);
    EXPECT_LE(scores["auc"]["low"], scores["auc"]["value"]);
    EXPECT_GE(scores["auc"]["high"], scores["auc"]["value"]);
    EXPECT_LT(scores["balanced_error"], 0.4);
    EXPECT_GT(scores["log_loss"], 0.0);
    EXPECT_THAT(scored.out, Not(HasSubstr("nan")));
  }
}

TEST_F(UserFiles, fillAFeatureThatNewSamplesDoNotHave) {
  write("train.csv", "id,a,b,y\ns1,1,0,3\ns2,0,1,0\ns3,2,1,4\ns4,1,2,1\n");
  ASSERT_EQ(tool("fit --data train.csv --target y --solver sparse-iht --sparsity 2 --standardize "
                 "--model m.json")
                .status,
            0);
  write("new.csv", "id,a,comment\ns1,1,good\ns2,,bad\n");
  const ToolRun run = tool("predict --model m.json --data new.csv");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("filled by their means: b"));
  EXPECT_THAT(run.out, Not(HasSubstr("nan")));
  EXPECT_EQ(tool("predict --model m.json --data new.csv --missing error").status, 2);
}

}  // namespace
}  // namespace graphsparse
