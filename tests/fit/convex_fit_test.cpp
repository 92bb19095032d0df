// The convex solvers through the front door.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
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

TEST_F(ConvexFitTest, ofAllRowsIsTheLastOfItsPath) {
  const Fit one = fit(data_, lasso({}, 0.2));
  EXPECT_EQ(one.result.termination, Termination::converged);
  EXPECT_EQ(one.model.spec.lambda_ratio, 0.2);
  ASSERT_TRUE(one.path.has_value());
  EXPECT_NEAR(one.path->lambda, 0.2 * one.path->lambda_max, 1e-12);
  EXPECT_EQ(one.model.statistics.lambda, one.path->lambda);
  EXPECT_EQ(one.model.statistics.lambda_max, one.path->lambda_max);
  EXPECT_LE(one.model.statistics.duality_gap.value_or(1.0), 1e-9);
  EXPECT_GT(one.result.epochs, 0);
  EXPECT_EQ(one.path->group_count, 0U);
  // The way there makes no difference.
  const std::vector<Fit> path = Trainer(data_, {}, {lasso({}, 0.2)}).fit_path(all_rows(120), 0);
  EXPECT_EQ(one.result.x.support, path.at(0).result.x.support);
  EXPECT_NEAR(one.result.objective, path.at(0).result.objective, 1e-8);
}

TEST_F(ConvexFitTest, fromTheLargestPenaltyOnSelectsNothing) {
  const double lambda_max = fit(data_, lasso({}, 0.5)).path->lambda_max;
  for (const double share : {1.0, 3.0}) {
    const Fit none = fit(data_, lasso(share * lambda_max));
    EXPECT_THAT(none.result.x.support, SizeIs(0));
    EXPECT_EQ(none.path->lambda, share * lambda_max);
  }
}

TEST_F(ConvexFitTest, namesTheGroupsThatItSelects) {
  data_.latent_groups = edge_groups(planted_.graph);
  for (std::size_t i = 0; i < data_.latent_groups.size(); ++i) {
    data_.latent_group_names.push_back("edge " + std::to_string(i));
  }
  FitSpec spec = lasso({}, 0.3);
  spec.solver = "group-lasso";
  for (const std::int64_t screen : {0, 40}) {
    spec.screen = screen;
    const Fit one = fit(data_, spec);
    EXPECT_EQ(one.path->group_count, data_.latent_groups.size());
    ASSERT_GT(one.path->groups.size(), 0U);
    for (const std::string& name : one.path->groups) {
      const auto place =
          std::find(data_.latent_group_names.begin(), data_.latent_group_names.end(), name);
      ASSERT_NE(place, data_.latent_group_names.end());
      // Each group that is selected has a feature in the support.
      const auto members = data_.latent_groups.members(
          static_cast<std::size_t>(place - data_.latent_group_names.begin()));
      const Support& support = one.result.x.support;
      EXPECT_TRUE(std::any_of(members.begin(), members.end(), [&](NodeId feature) {
        return std::binary_search(support.begin(), support.end(), feature);
      })) << name;
    }
  }
}

TEST_F(ConvexFitTest, thatIsCancelledSaysSo) {
  FitHooks hooks;
  hooks.cancelled = [] { return true; };
  EXPECT_EQ(fit(data_, lasso({}, 0.01), hooks).result.termination, Termination::interrupted);
  int asked = 0;
  hooks.cancelled = [&asked] { return ++asked > 2; };
  EXPECT_EQ(fit(data_, lasso({}, 0.001), hooks).result.termination, Termination::interrupted);
}

TEST_F(ConvexFitTest, isTheSameAfterACrossValidation) {
  const Trainer trainer(data_, {}, {lasso({}, 0.3), lasso({}, 0.2)});
  const Fit refit = trainer.refit(1);
  const Fit whole = fit(data_, lasso({}, 0.2));
  EXPECT_EQ(refit.result.x.w, whole.result.x.w);
  EXPECT_EQ(refit.model.spec, whole.model.spec);
}

TEST(ConvexFit, needsAFeatureThatTellsTheClassesApart) {
  const std::vector<double> ones(8, 1.0);
  const Dataset data = make_dataset(std::make_shared<const DenseMatrix<double>>(4, 2, ones),
                                    std::vector<std::string>{"a", "b", "a", "b"});
  FitSpec spec;
  spec.solver = "l1-logistic";
  try {
    (void)fit(data, spec);
    ADD_FAILURE() << "no error";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("no feature tells the classes apart"));
  }
}

}  // namespace
}  // namespace graphsparse
