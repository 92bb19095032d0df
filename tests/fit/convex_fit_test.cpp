// The convex solvers through the front door.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "graphsparse/baseline/regularization_path.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/fit/trainer.hpp"
#include "graphsparse/graphsparse.hpp"
#include "support/planted.hpp"

namespace graphsparse {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

class ConvexFitTest : public testing::Test {
 protected:
  static FitSpec lasso(std::optional<double> lambda, std::optional<double> ratio = {}) {
    FitSpec spec;
    spec.solver = "l1-logistic";
    spec.tolerance = 1e-9;
    spec.lambda = lambda;
    spec.lambda_ratio = ratio;
    return spec;
  }
  std::vector<Fit> fit_path(const std::vector<FitSpec>& specs) const {
    return Trainer(data_, {}, specs).fit_path(rows_, 0);
  }
  // The training rows as a problem by itself.
  Problem problem(bool intercept) {
    weights_.assign(120, 0.0);
    std::fill_n(weights_.begin(), 80, 1.0);
    Problem problem = planted_.problem(intercept);
    problem.weights = weights_;
    return problem;
  }

  PlantedProblem planted_ = PlantedProblem::logistic(10, 120);
  Dataset data_ = make_dataset(
      std::shared_ptr<const DesignMatrix>(std::shared_ptr<void>(), planted_.design.get()),
      planted_.target);
  std::vector<RowIndex> rows_ = all_rows(80);
  std::vector<double> weights_;
};

TEST_F(ConvexFitTest, answersInTheOrderOfTheSpecs) {
  const std::vector<Fit> fits = fit_path({lasso(0.05), lasso(0.1), lasso(0.02), lasso(0.05)});
  ASSERT_THAT(fits, SizeIs(4));
  const auto size = [&](std::size_t i) { return fits[i].result.x.support.size(); };
  EXPECT_LT(size(1), size(0));
  EXPECT_LT(size(0), size(2));
  EXPECT_EQ(fits[0].result.x.support, fits[3].result.x.support);
  for (const Fit& one : fits) {
    EXPECT_EQ(one.result.termination, Termination::converged);
    EXPECT_LE(one.path->duality_gap, 1e-9);
  }
}

TEST_F(ConvexFitTest, fitsTheTrainingRowsAlone) {
  const Fit one = fit_path({lasso({}, 0.2)}).at(0);
  const Problem same = problem(true);
  const LatentGroups groups = singleton_groups(same.features());
  PathOptions options;
  options.tolerance = 1e-9;
  options.lambdas = {0.2 * largest_lambda(same, groups)};
  const PathPoint expected = follow_path(same, groups, options).points.at(0);
  EXPECT_EQ(one.result.x.support, expected.x.support);
  EXPECT_NEAR(one.result.objective, expected.objective, 1e-9);
  EXPECT_EQ(one.standardization, nullptr);
}

TEST_F(ConvexFitTest, ratioOneIsZeroAlsoWithStandardizedAndBalancedRows) {
  std::vector<FitSpec> specs = {lasso({}, 1.0), lasso({}, 0.99)};
  for (FitSpec& spec : specs) spec.standardize = spec.balanced = true;
  const std::vector<Fit> fits = fit_path(specs);
  EXPECT_THAT(fits.at(0).result.x.support, SizeIs(0));
  EXPECT_GT(fits.at(1).result.x.support.size(), 0U);
  ASSERT_NE(fits.at(1).standardization, nullptr);
}

TEST_F(ConvexFitTest, screensByCorrelationOnTheTrainingRows) {
  FitSpec spec = lasso({}, 0.01);
  spec.solver = "group-lasso";
  spec.screen = 12;
  data_.latent_groups = edge_groups(planted_.graph);
  const Fit one = fit_path({spec}).at(0);
  const Support kept = most_correlated_features(problem(false), data_.latent_groups.features(), 12);
  EXPECT_THAT(kept, SizeIs(12));
  EXPECT_GT(one.result.x.support.size(), 5U);
  EXPECT_TRUE(std::includes(kept.begin(), kept.end(), one.result.x.support.begin(),
                            one.result.x.support.end()));
}

TEST_F(ConvexFitTest, refusesPenaltiesThatMakeNoSense) {
  const auto message = [&](const FitSpec& spec) {
    try {
      (void)fit_path({spec});
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(message(lasso(-1.0)), HasSubstr("lambda is -1"));
  EXPECT_THAT(message(lasso(1.0, 0.1)), HasSubstr("exclude"));
  FitSpec spec;
  EXPECT_THROW(set_grid_option(spec, "lambda-ratio", 0.0), InputError);
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
