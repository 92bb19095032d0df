#include "graphsparse/baseline/path_learner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "graphsparse/baseline/prefilter.hpp"
#include "graphsparse/baseline/regularization_path.hpp"
#include "graphsparse/core/error.hpp"
#include "support/planted.hpp"

namespace graphsparse {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

class PathLearnerTest : public testing::Test {
 protected:
  TrainingSet training() const {
    TrainingSet set;
    set.design = planted_.design.get();
    set.target = planted_.target;
    set.rows = rows_;
    return set;
  }

  PathLearnerOptions lasso() const {
    PathLearnerOptions options;
    options.groups = singleton_groups(planted_.design->columns());
    options.tolerance = 1e-9;
    return options;
  }

  PlantedProblem planted_ = PlantedProblem::logistic(10, 120);
  std::vector<RowIndex> rows_ = all_rows(80);
};

TEST_F(PathLearnerTest, answersInTheOrderOfTheSettings) {
  const std::vector<Setting> settings = {
      {{{"lambda", 0.05}}}, {{{"lambda", 0.1}}}, {{{"lambda", 0.02}}}, {{{"lambda", 0.05}}}};
  const std::vector<Fitted> fitted = make_path_learner(lasso())->fit(training(), settings);
  ASSERT_THAT(fitted, SizeIs(4));
  EXPECT_LT(fitted[1].x.support.size(), fitted[0].x.support.size());
  EXPECT_LT(fitted[0].x.support.size(), fitted[2].x.support.size());
  EXPECT_EQ(fitted[0].x.support, fitted[3].x.support);
  for (const Fitted& one : fitted) {
    EXPECT_TRUE(one.converged);
    EXPECT_LE(one.duality_gap, 1e-9);
  }
}

TEST_F(PathLearnerTest, fitsTheTrainingRowsAlone) {
  const std::vector<Setting> settings = {{{{"lambda-ratio", 0.2}}}};
  const Fitted fitted = make_path_learner(lasso())->fit(training(), settings).at(0);

  std::vector<double> weights(120, 0.0);
  std::fill_n(weights.begin(), 80, 1.0);
  Problem problem = planted_.problem(true);
  problem.weights = weights;
  const LatentGroups groups = lasso().groups;
  PathOptions options;
  options.tolerance = 1e-9;
  options.lambdas = {0.2 * largest_lambda(problem, groups)};
  const PathPoint expected = follow_path(problem, groups, options).points.at(0);
  EXPECT_EQ(fitted.x.support, expected.x.support);
  EXPECT_NEAR(fitted.objective, expected.objective, 1e-9);
  EXPECT_EQ(fitted.standardization, nullptr);
}

TEST_F(PathLearnerTest, ratioOneIsZeroAlsoWithStandardizedAndBalancedRows) {
  PathLearnerOptions options = lasso();
  options.standardize = true;
  options.class_weights = ClassWeights::balanced;
  const std::vector<Setting> settings = {{{{"lambda-ratio", 1.0}}}, {{{"lambda-ratio", 0.99}}}};
  const std::vector<Fitted> fitted = make_path_learner(options)->fit(training(), settings);
  EXPECT_THAT(fitted.at(0).x.support, SizeIs(0));
  EXPECT_GT(fitted.at(1).x.support.size(), 0U);
  ASSERT_NE(fitted.at(1).standardization, nullptr);
}

TEST_F(PathLearnerTest, keepsTheFeaturesMostCorrelatedOnTheTrainingRows) {
  PathLearnerOptions options = lasso();
  options.groups = edge_groups(planted_.graph);
  options.keep = 12;
  const std::vector<Setting> settings = {{{{"lambda-ratio", 0.01}}}};
  const Fitted fitted = make_path_learner(options)->fit(training(), settings).at(0);

  std::vector<double> weights(120, 0.0);
  std::fill_n(weights.begin(), 80, 1.0);
  Problem problem = planted_.problem();
  problem.weights = weights;
  const Support kept = most_correlated_features(problem, options.groups.features(), 12);
  EXPECT_THAT(kept, SizeIs(12));
  EXPECT_GT(fitted.x.support.size(), 5U);
  EXPECT_TRUE(
      std::includes(kept.begin(), kept.end(), fitted.x.support.begin(), fitted.x.support.end()));
}

TEST_F(PathLearnerTest, refusesSettingsThatMakeNoSense) {
  const auto message = [&](const Setting& setting) {
    try {
      (void)make_path_learner(lasso())->fit(training(), {&setting, 1});
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(message({{{"lambda", -1.0}}}), HasSubstr("lambda is -1"));
  EXPECT_THAT(message({{{"lambda-ratio", 0.0}}}), HasSubstr("lambda-ratio is 0"));
  EXPECT_THAT(message({{{"lambda", 1.0}, {"lambda-ratio", 0.1}}}), HasSubstr("exclude"));
}

TEST(Prefilter, findsTheCorrelatedFeaturesWhateverTheirScale) {
  // Feature 1 equals the target, 3 is its negative and tiny, 0 is noise, 2 is constant.
  const DenseMatrix<double> design(
      4, 4, {0.3, 1, 5, -1e-6, -0.2, -1, 5, 1e-6, 0.1, 1, 5, -1e-6, 0.4, -1, 5, 1e-6});
  const std::vector<double> target = {1, -1, 1, -1};
  Problem problem;
  problem.design = &design;
  problem.target = target;
  EXPECT_EQ(most_correlated_features(problem, {0, 1, 2, 3}, 2), (Support{1, 3}));
  EXPECT_EQ(most_correlated_features(problem, {0, 2, 3}, 1), (Support{3}));
  EXPECT_EQ(most_correlated_features(problem, {0, 2}, 5), (Support{0, 2}));
}

}  // namespace
}  // namespace graphsparse
