// `fit --diagnose`.
#include <fmt/format.h>
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

// A penalty that outweighs the data makes kappa small: then theorem 1 bounds the error too.
TEST_F(FitDiagnose, hasAnErrorTermWhereKappaIsBelowOne) {
  const auto diagnosis = [&](const std::string& options) -> nlohmann::json {
    const ToolRun run = shell(std::string(kFit) + "--solver graph-sto-iht --json " + options);
    EXPECT_EQ(run.status, 0) << run.err;
    return run.json()["diagnosis"];
  };
  const nlohmann::json free = diagnosis("");
  EXPECT_GE(free["kappa"], 1.0);
  EXPECT_TRUE(free["error_term"].is_null());
  EXPECT_TRUE(free["corollary_2"].is_null());
  const nlohmann::json bound = diagnosis("--l2 10");
  EXPECT_LT(bound["kappa"], 1.0);
  EXPECT_NEAR(bound["error_term"],
              bound["sigma_2"].get<double>() / (1.0 - bound["kappa"].get<double>()), 1e-9);
  EXPECT_GT(bound["gradient_norm"], 0.0);
}

TEST_F(FitDiagnose, checksCorollary2ForTwoClasses) {
  const auto corollary = [&](const std::string& options) -> nlohmann::json {
    const ToolRun run = shell(
        "$TOOL simulate --graph grid:8x8 --sparsity 5 --observations 60 --loss logistic --out sim "
        ">/dev/null && $TOOL fit --data sim/design.npy --labels sim/target.npy --graph grid:8x8 "
        "--sparsity 5 --loss logistic --solver graph-sto-iht --diagnose --json " +
        options);
    EXPECT_EQ(run.status, 0) << run.err;
    return run.json()["diagnosis"]["corollary_2"];
  };
  const nlohmann::json weak = corollary("--l2 0.01");
  EXPECT_FALSE(weak["holds"]);
  EXPECT_GE(weak["nu"], 1.0);
  const nlohmann::json strong = corollary(fmt::format("--l2 {}", 1.01 * double(weak["least_l2"])));
  EXPECT_TRUE(strong["holds"]);
  EXPECT_EQ(strong["theta_max"], weak["theta_max"]);
}

TEST_F(FitDiagnose, isNotForConvexSolvers) {
  const ToolRun run =
      shell("$TOOL fit --data x.csv --target y --solver l1-logistic --loss logistic --diagnose");
  EXPECT_EQ(run.status, 2);
}

}  // namespace
}  // namespace graphsparse
