// `fit --diagnose`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/run_binary.hpp"

namespace graphsparse {
namespace {

using ::testing::HasSubstr;

class FitDiagnose : public BinaryTest {
 protected:
  static constexpr const char* kFit =
      "$TOOL simulate --graph grid:8x8 --sparsity 5 --observations 60 --out sim >/dev/null && "
      "$TOOL fit --data sim/design.npy --labels sim/target.npy --graph grid:8x8 --sparsity 5 "
      "--no-intercept --diagnose ";
};

TEST_F(FitDiagnose, tellsWhatTheTheorySaysNextToTheRate) {
  const ToolRun run = shell(std::string(kFit) + "--solver graph-iht --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const nlohmann::json diagnosis = run.json()["diagnosis"];
  const double alpha = diagnosis["alpha"];
  const double beta = diagnosis["beta"];
  EXPECT_GT(alpha, 0.0);
  EXPECT_LT(alpha, beta);
  EXPECT_NEAR(diagnosis["mu"], alpha / beta, 1e-12);
  EXPECT_GT(diagnosis["kappa"], diagnosis["observed_rate"]);
  EXPECT_GT(diagnosis["observed_rate"], 0.0);
  EXPECT_LT(diagnosis["observed_rate"], 1.0);
}

TEST_F(FitDiagnose, isThereForPeopleToo) {
  const ToolRun run = shell(kFit);
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("kappa of theorem 1"));
}

TEST_F(FitDiagnose, isNotForConvexSolvers) {
  const ToolRun run =
      shell("$TOOL fit --data x.csv --target y --solver l1-logistic --loss logistic --diagnose");
  EXPECT_EQ(run.status, 2);
}

}  // namespace
}  // namespace graphsparse
