// Fits on parts of the rows, several specs at a time: what folds of a cross-validation are.
#include "graphsparse/fit/trainer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "data/row_view.hpp"
#include "fit/training_part.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/sparse_matrix.hpp"
#include "graphsparse/fit/options.hpp"
#include "graphsparse/graph/builders.hpp"
#include "graphsparse/graph/components.hpp"
#include "graphsparse/selection/cv_spec.hpp"
#include "selection/random_cohort.hpp"

namespace graphsparse {
namespace {

FitSpec logistic(const std::string& solver) {
  FitSpec spec;
  spec.solver = solver;
  spec.max_epochs = 30;
  spec.loss = "logistic";
  spec.standardize = true;
  spec.balanced = true;
  return spec;
}

std::vector<FitSpec> grid(FitSpec spec, const std::string& first,
                          const std::string& second = "l2=0.01") {
  const std::vector<Setting> settings =
      make_settings({parse_grid_axis(first), parse_grid_axis(second)}, grid_option_names(false));
  return apply_settings(spec, settings);
}

class TrainerTest : public testing::Test {
 protected:
  std::vector<Fit> fit_path(const std::vector<FitSpec>& specs, bool warm_start = false) const {
    TrainerOptions options;
    options.warm_start = warm_start;
    return Trainer(data_, graph_, specs, options).fit_path(rows_, 0);
  }

  RandomCohort cohort_{40, 100, 5, 3};
  Dataset data_ = cohort_.dataset();
  FeatureGraph graph_ = make_grid(10, 10);
  std::vector<RowIndex> rows_ = all_rows(40);
};

TEST_F(TrainerTest, givesOneFitPerSpecInTheirOrder) {
  const std::vector<FitSpec> specs = grid(logistic("iht"), "sparsity=9,3,6");
  const std::vector<Fit> fits = fit_path(specs);
  ASSERT_EQ(fits.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(static_cast<std::int64_t>(fits[i].result.x.support.size()), specs[i].sparsity);
    EXPECT_GT(fits[i].result.epochs, 0);
  }
}

TEST_F(TrainerTest, looksAtNothingButTheTrainingRows) {
  // What is not in the training rows is poisoned: whatever touched it would show.
  std::vector<double> values(40 * 100);
  const double one = 1.0;
  for (RowIndex row = 0; row < 40; ++row) {
    auto copy = std::span(values).subspan(static_cast<std::size_t>(row) * 100, 100);
    cohort_.design->add_transposed({&row, 1}, {&one, 1}, copy);
    if (row >= 30) std::fill(copy.begin(), copy.end(), std::numeric_limits<double>::quiet_NaN());
  }
  std::vector<double> labels = cohort_.labels;
  std::fill(labels.begin() + 30, labels.end(), 1.0);
  const Dataset poisoned =
      make_dataset(std::make_shared<const DenseMatrix<double>>(40, 100, values), labels);
  const std::vector<RowIndex> rows = all_rows(30);
  for (const std::string solver : {"iht", "sto-iht"}) {
    const std::vector<FitSpec> specs = grid(logistic(solver), "sparsity=5", "blocks=2");
    const Fit clean = Trainer(data_, graph_, specs).fit_path(rows, 0)[0];
    const Fit same = Trainer(poisoned, graph_, specs).fit_path(rows, 0)[0];
    EXPECT_EQ(clean.result.x.w, same.result.x.w);
    EXPECT_EQ(clean.result.x.intercept, same.result.x.intercept);
  }
}

TEST_F(TrainerTest, resultsDoNotDependOnEarlierFits) {
  TrainerOptions options;
  options.warm_start = true;
  const std::vector<FitSpec> specs = grid(logistic("graph-sto-iht"), "sparsity=5:15:5");
  const Trainer used(data_, graph_, specs, options);
  used.fit_path(all_rows(20), 0);
  const std::vector<Fit> again = used.fit_path(rows_, 0);
  const std::vector<Fit> fresh = Trainer(data_, graph_, specs, options).fit_path(rows_, 0);
  for (std::size_t i = 0; i < fresh.size(); ++i)
    EXPECT_EQ(again[i].result.x.w, fresh[i].result.x.w);
}

TEST_F(TrainerTest, aTrialHasRandomStreamsOfItsOwn) {
  FitSpec spec = logistic("graph-sto-iht");
  spec.sparsity = 10;
  spec.block_size = 8;
  const Trainer trainer(data_, graph_, {spec});
  FitHooks second;
  second.trial = 2;
  const std::vector<double> w = trainer.fit(second).result.x.w;
  EXPECT_EQ(w, trainer.fit(second).result.x.w);
  EXPECT_NE(w, trainer.fit().result.x.w);
}

TEST_F(TrainerTest, aResultAloneIsThatOfTheWholeFit) {
  FitSpec spec = logistic("graph-rand-htp");
  spec.sparsity = 10;
  const Trainer trainer(data_, graph_, {spec});
  FitHooks hooks;
  hooks.result_only = true;
  const Fit bare = trainer.fit(hooks);
  const Fit whole = trainer.fit();
  EXPECT_EQ(bare.result.x.w, whole.result.x.w);
  EXPECT_EQ(bare.result.objective, whole.result.objective);
  EXPECT_TRUE(bare.model.features.empty());
  EXPECT_FALSE(whole.model.features.empty());
}

TEST_F(TrainerTest, graphMethodsSelectConnectedSupports) {
  for (const std::string protocol : {"ours", "authors"}) {
    FitSpec spec = logistic("graph-sto-iht");
    spec.protocol = protocol;
    if (protocol == "authors") spec.projection = "bisection";
    for (const Fit& one : fit_path(grid(spec, "sparsity=10", "blocks=1,2"))) {
      const Support& support = one.result.x.support;
      EXPECT_EQ(count_induced_components(*graph_.graph, support), 1);
      // On so small a graph the authors' search may end below its window.
      if (protocol == "ours") {
        EXPECT_EQ(support.size(), 10U);
      }
      EXPECT_LE(support.size(), 11U);
    }
  }
}

TEST_F(TrainerTest, blocksDoNotMatterToBatchSolvers) {
  const std::vector<Fit> fits = fit_path(grid(logistic("iht"), "sparsity=5", "blocks=1,2"));
  EXPECT_EQ(fits[0].result.x.w, fits[1].result.x.w);
  const std::vector<Fit> stochastic =
      fit_path(grid(logistic("sto-iht"), "sparsity=5", "blocks=1,2"));
  EXPECT_EQ(stochastic[1].result.iterations, 2 * stochastic[1].result.epochs);
}

TEST_F(TrainerTest, warmStartsReachAnObjectiveAsGood) {
  FitSpec spec = logistic("iht");
  spec.max_epochs = 200;
  const std::vector<FitSpec> specs = grid(spec, "sparsity=5:30:5");
  const std::vector<Fit> cold = fit_path(specs, false);
  const std::vector<Fit> warm = fit_path(specs, true);
  for (std::size_t i = 0; i < cold.size(); ++i) {
    EXPECT_LE(warm[i].result.objective, 1.1 * cold[i].result.objective) << i;
    if (i == 0) continue;
    EXPECT_LE(warm[i].result.objective, warm[i - 1].result.objective + 1e-12) << i;
  }
}

TEST_F(TrainerTest, predictsWithTheStandardizationItLearnt) {
  const Fit one = fit_path(grid(logistic("iht"), "sparsity=5"))[0];
  const Point& x = one.result.x;
  const StandardizedMatrix standardized(*cohort_.design, *one.standardization);
  std::vector<double> w;
  for (const NodeId j : x.support) w.push_back(x.w[static_cast<std::size_t>(j)]);
  std::vector<double> products(rows_.size());
  standardized.multiply(rows_, {x.support, w}, products);
  const std::vector<double> predictors = predict_linear(one, *cohort_.design, rows_);
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    EXPECT_NEAR(predictors[k], products[k] + x.intercept, 1e-12);
  }
}

TEST_F(TrainerTest, sparseDataGivesTheSameAsDense) {
  std::vector<MatrixEntry> entries;
  std::vector<NodeId> columns(100);
  for (NodeId j = 0; j < 100; ++j) columns[static_cast<std::size_t>(j)] = j;
  for (RowIndex row = 0; row < 40; ++row) {
    std::vector<double> values(100);
    cohort_.design->gather({&row, 1}, columns, values);
    for (const NodeId j : columns) {
      entries.push_back({row, j, values[static_cast<std::size_t>(j)]});
    }
  }
  const Dataset sparse =
      make_dataset(std::make_shared<const SparseMatrix>(40, 100, entries), cohort_.labels);
  const std::vector<FitSpec> specs = grid(logistic("sto-iht"), "sparsity=5", "blocks=2");
  const Fit dense = fit_path(specs)[0];
  const Fit other = Trainer(sparse, graph_, specs).fit_path(rows_, 0)[0];
  EXPECT_EQ(dense.result.x.support, other.result.x.support);
  for (std::size_t j = 0; j < 100; ++j) {
    EXPECT_NEAR(dense.result.x.w[j], other.result.x.w[j], 1e-9);
  }
}

TEST_F(TrainerTest, refusesSpecsThatMakeNoSense) {
  for (const std::string axis : {"sparsity=2.5", "sparsity=0", "sparsity=101", "blocks=0"}) {
    EXPECT_THROW(fit_path(grid(logistic("sto-iht"), axis)), InputError) << axis;
  }
  FitSpec both = logistic("sto-iht");
  both.sparsity = 5;
  EXPECT_THROW(fit_path(grid(both, "blocks=2", "block-size=5")), InputError);
  const FeatureGraph none;
  EXPECT_THROW(Trainer(data_, none, grid(logistic("graph-iht"), "sparsity=5")), InputError);
}

TEST(TrainingPart, everyBlockHasBothClassesWhenStratified) {
  // 12 of 60 are positive, all at the end.
  std::vector<double> labels(48, -1.0);
  labels.insert(labels.end(), 12, 1.0);
  const DenseMatrix<double> design(60, 2, std::vector<double>(120, 1.0));
  const std::vector<RowIndex> rows = all_rows(60);
  FitSpec spec = logistic("sto-iht");
  spec.row_order = "stratified";
  const std::unique_ptr<Loss> loss = make_loss(spec);
  const Samples samples{&design, labels, {}, loss.get()};
  const auto positives_of_blocks = [&](std::size_t block) {
    const TrainingPart part(samples, spec, rows, 0);
    const std::span<const double> target = part.problem(0.0).target;
    std::vector<std::ptrdiff_t> counts;
    for (std::size_t begin = 0; begin < 60; begin += block) {
      const auto one = target.subspan(begin, block);
      counts.push_back(std::count(one.begin(), one.end(), 1.0));
    }
    return counts;
  };
  EXPECT_THAT(positives_of_blocks(10), testing::Each(2));
  EXPECT_THAT(positives_of_blocks(30), testing::Each(6));
  spec.row_order = "classes-apart";
  EXPECT_THAT(positives_of_blocks(30), testing::ElementsAre(12, 0));
  spec.row_order = "as-given";
  EXPECT_THAT(positives_of_blocks(30), testing::ElementsAre(0, 12));
}

TEST(TrainingPart, authorsWeightsAreTheShareOfTheOtherClass) {
  const std::vector<double> labels = {1, -1, -1, -1};
  const DenseMatrix<double> design(4, 1, {1, 2, 3, 4});
  const std::vector<RowIndex> rows = all_rows(4);
  FitSpec spec = logistic("iht");
  spec.protocol = "authors";
  const std::unique_ptr<Loss> loss = make_loss(spec);
  const TrainingPart part({&design, labels, {}, loss.get()}, spec, rows, 0);
  const auto weights = part.problem(0.0).weights;
  EXPECT_DOUBLE_EQ(weights[0], 0.75);
  EXPECT_DOUBLE_EQ(weights[1], 0.25);
}

TEST(RowView, isTheMatrixOfItsRows) {
  const RandomCohort cohort(600, 3, 0, 1);
  std::vector<RowIndex> chosen;
  for (RowIndex row = 599; row >= 0; row -= 2) chosen.push_back(row);
  const RowView view(*cohort.design, chosen);
  ASSERT_EQ(view.rows(), 300);
  const std::vector<RowIndex> rows = all_rows(300);
  const std::vector<NodeId> columns = {2, 0};
  std::vector<double> mine(600);
  std::vector<double> theirs(600);
  view.gather(rows, columns, mine);
  cohort.design->gather(chosen, columns, theirs);
  EXPECT_EQ(mine, theirs);
  const std::vector<double> w = {0.5, -2.0};
  view.multiply(rows, {columns, w}, std::span(mine).first(300));
  cohort.design->multiply(chosen, {columns, w}, std::span(theirs).first(300));
  EXPECT_EQ(mine, theirs);
  std::vector<double> sums(3, 0.0);
  std::vector<double> expected(3, 0.0);
  view.add_transposed(rows, std::span(mine).first(300), sums);
  cohort.design->add_transposed(chosen, std::span(theirs).first(300), expected);
  for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(sums[j], expected[j], 1e-9);
}

TEST_F(TrainerTest, tellsWhatItWorksOn) {
  Dataset weighted = data_;
  weighted.weights.assign(40, 1.0);
  weighted.weights[3] = 0.0;
  weighted.notes = {"a note of the data"};
  FitSpec spec = logistic("graph-iht");
  spec.sparsity = 5;
  spec.balanced = false;
  Trainer first(weighted, graph_, {spec});
  const Trainer trainer = std::move(first);
  EXPECT_EQ(trainer.used_rows().size(), 39U);
  EXPECT_EQ(trainer.used_rows()[3], 4);
  EXPECT_EQ(trainer.classes().size(), 2U);
  EXPECT_EQ(trainer.response(), Response::classes);
  EXPECT_EQ(trainer.notes(), weighted.notes);
  EXPECT_EQ(Trainer(data_, graph_, {spec}).used_rows(), all_rows(40));
}

TEST_F(TrainerTest, ordersTheRowsWhereAskedTo) {
  FitSpec spec = logistic("graph-sto-iht");
  spec.sparsity = 5;
  spec.blocks = 4;
  const Fit given = Trainer(data_, graph_, {spec}).fit();
  spec.row_order = "as-given";
  EXPECT_EQ(Trainer(data_, graph_, {spec}).fit().result.x.w, given.result.x.w);
  spec.row_order = "stratified";
  const Fit stratified = Trainer(data_, graph_, {spec}).fit();
  EXPECT_NE(stratified.result.x.w, given.result.x.w);
  EXPECT_EQ(stratified.used_samples, 40);
}

TEST_F(TrainerTest, diagnosesWhereAskedTo) {
  FitSpec spec = logistic("graph-sto-iht");
  spec.sparsity = 5;
  FitHooks hooks;
  const Trainer trainer(data_, graph_, {spec});
  EXPECT_FALSE(trainer.fit(hooks).diagnosis.has_value());
  hooks.diagnose = true;
  EXPECT_TRUE(trainer.fit(hooks).diagnosis.has_value());
}

TEST_F(TrainerTest, refusesNamesThatAreNoFeature) {
  FitSpec spec = logistic("graph-iht");
  spec.sparsity = 5;
  spec.root = "nowhere";
  try {
    Trainer(data_, graph_, {spec});
    ADD_FAILURE() << "no error";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "`root`: no node is called 'nowhere'; the nodes are 0 to 99");
  }
  spec.root = "7";
  const Support support = Trainer(data_, graph_, {spec}).fit().result.x.support;
  EXPECT_TRUE(std::binary_search(support.begin(), support.end(), 7));
}

TEST_F(TrainerTest, refusesCovariatesThatLeaveNothingToSelect) {
  Dataset small = make_dataset(std::make_shared<const DenseMatrix<double>>(
                                   4, 2, std::vector<double>{1, 2, 3, 5, 4, 4, 0, 1}),
                               std::vector<double>{1, 2, 3, 4});
  FitSpec spec;
  spec.solver = "iht";
  spec.sparsity = 1;
  spec.covariates = "0,1";
  EXPECT_THROW(Trainer(small, {}, {spec}), InputError);
  spec.covariates = "1";
  EXPECT_EQ(Trainer(small, {}, {spec}).fit().model.covariates.size(), 1U);
}

TEST_F(TrainerTest, fillsByTheMedianWhereAskedTo) {
  constexpr double missing = std::numeric_limits<double>::quiet_NaN();
  Dataset data = make_dataset(std::make_shared<const DenseMatrix<double>>(
                                  4, 3,
                                  std::vector<double>{1, 5, missing, 2, missing, missing, 6, 2,
                                                      missing, missing, 1, missing}),
                              std::vector<double>{1, 2, 6, 3});
  data.missing = "median";
  FitSpec spec;
  spec.solver = "iht";
  spec.sparsity = 1;
  const Fit one = Trainer(data, {}, {spec}).fit();
  ASSERT_NE(one.fill, nullptr);
  EXPECT_EQ((*one.fill)[0], 2.0);
  EXPECT_EQ((*one.fill)[1], 2.0);
  EXPECT_EQ((*one.fill)[2], 0.0);
  EXPECT_EQ(one.model.features.at(0).fill, 2.0);
  // An even number of values: midway between the two in the middle.
  Dataset even = data;
  even.design = std::make_shared<const DenseMatrix<double>>(
      4, 2, std::vector<double>{1, 1, 4, missing, 2, 8, 9, missing});
  const Fit other = Trainer(even, {}, {spec}).fit();
  EXPECT_EQ((*other.fill)[0], 3.0);
  EXPECT_EQ((*other.fill)[1], 4.5);
}

}  // namespace
}  // namespace graphsparse
