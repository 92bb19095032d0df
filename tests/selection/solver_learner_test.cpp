#include "graphsparse/selection/solver_learner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/data/sparse_matrix.hpp"
#include "graphsparse/graph/builders.hpp"
#include "graphsparse/graph/components.hpp"
#include "graphsparse/reference/projection_table.hpp"
#include "graphsparse/selection/grid.hpp"
#include "selection/random_cohort.hpp"
#include "selection/row_view.hpp"
#include "selection/training_part.hpp"

namespace graphsparse {
namespace {

SolverLearnerOptions logistic(const std::string& solver) {
  SolverLearnerOptions options(resolve_solver(solver));
  options.parts.max_epochs = 30;
  options.loss = "logistic";
  options.standardize = true;
  options.class_weights = ClassWeights::balanced;
  return options;
}

std::vector<Setting> grid(const std::string& first, const std::string& second = "l2=0.01") {
  return make_settings({parse_grid_axis(first), parse_grid_axis(second)}, solver_setting_names());
}

TEST(SolverLearnerOptions, hasThePartsAndTheStructureOfOneSolver) {
  const SolverLearnerOptions options;
  const SolverChoice standard = resolve_solver(kDefaultSolver);
  EXPECT_EQ(options.structure, standard.structure);
  EXPECT_EQ(options.parts.step, standard.row.options.step);
  EXPECT_EQ(options.parts.refit, standard.row.options.refit);
  EXPECT_EQ(options.parts.average, standard.row.options.average);
}

class SolverLearnerTest : public testing::Test {
 protected:
  TrainingSet training(const std::vector<RowIndex>& rows) const {
    return {cohort_.design.get(), cohort_.labels, {}, rows};
  }

  RandomCohort cohort_{40, 100, 5, 3};
  std::vector<RowIndex> rows_ = all_rows(40);
};

TEST_F(SolverLearnerTest, givesOnePointASettingInTheirOrder) {
  const auto learner = make_solver_learner(logistic("iht"));
  const std::vector<Setting> settings = grid("sparsity=9,3,6");
  const std::vector<Fitted> fitted = learner->fit(training(rows_), settings);
  ASSERT_EQ(fitted.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(static_cast<double>(fitted[i].x.support.size()), settings[i].find("sparsity"));
    EXPECT_GT(fitted[i].epochs, 0);
  }
}

TEST_F(SolverLearnerTest, looksAtNothingButTheTrainingRows) {
  // What is not in the training rows is poisoned: whatever touched it would show.
  std::vector<double> values(40 * 100);
  const double one = 1.0;
  for (RowIndex row = 0; row < 40; ++row) {
    auto copy = std::span(values).subspan(static_cast<std::size_t>(row) * 100, 100);
    cohort_.design->add_transposed({&row, 1}, {&one, 1}, copy);
    if (row >= 30) std::fill(copy.begin(), copy.end(), std::numeric_limits<double>::quiet_NaN());
  }
  const DenseMatrix<double> poisoned(40, 100, values);
  std::vector<double> labels = cohort_.labels;
  std::fill(labels.begin() + 30, labels.end(), std::numeric_limits<double>::quiet_NaN());
  const std::vector<RowIndex> rows = all_rows(30);
  for (const std::string solver : {"iht", "sto-iht"}) {
    const auto learner = make_solver_learner(logistic(solver));
    const auto clean = learner->fit(training(rows), grid("sparsity=5", "blocks=2"));
    const auto same = learner->fit({&poisoned, labels, {}, rows}, grid("sparsity=5", "blocks=2"));
    EXPECT_EQ(clean[0].x.w, same[0].x.w);
    EXPECT_EQ(clean[0].x.intercept, same[0].x.intercept);
  }
}

TEST_F(SolverLearnerTest, resultsDoNotDependOnEarlierCalls) {
  const Graph graph = make_grid(10, 10);
  SolverLearnerOptions options = logistic("graph-sto-iht");
  options.graph = &graph;
  options.warm_start = true;
  const auto used = make_solver_learner(options);
  used->fit(training(all_rows(20)), grid("sparsity=5:15:5"));
  const auto again = used->fit(training(rows_), grid("sparsity=5:15:5"));
  const auto fresh = make_solver_learner(options)->fit(training(rows_), grid("sparsity=5:15:5"));
  for (std::size_t i = 0; i < fresh.size(); ++i) EXPECT_EQ(again[i].x.w, fresh[i].x.w);
}

TEST_F(SolverLearnerTest, graphModelsSelectConnectedSupports) {
  const Graph graph = make_grid(10, 10);
  for (const bool published : {false, true}) {
    SolverLearnerOptions options = logistic("graph-sto-iht");
    options.graph = &graph;
    if (published) {
      options.model.projection = &find_projection("bisection");
      options.model.slack = 0.1;
      options = as_published(options);
      EXPECT_TRUE(options.parts.head);
    }
    const auto fitted =
        make_solver_learner(options)->fit(training(rows_), grid("sparsity=10", "blocks=1,2"));
    for (const Fitted& one : fitted) {
      EXPECT_EQ(count_induced_components(graph, one.x.support), 1);
      // On so small a graph the published search may end below its window.
      if (!published) {
        EXPECT_EQ(one.x.support.size(), 10U);
      }
      EXPECT_LE(one.x.support.size(), 11U);
    }
  }
}

TEST_F(SolverLearnerTest, blocksDoNotMatterToBatchSolvers) {
  const auto fitted =
      make_solver_learner(logistic("iht"))->fit(training(rows_), grid("sparsity=5", "blocks=1,2"));
  EXPECT_EQ(fitted[0].x.w, fitted[1].x.w);
  const auto stochastic = make_solver_learner(logistic("sto-iht"))
                              ->fit(training(rows_), grid("sparsity=5", "blocks=1,2"));
  EXPECT_EQ(stochastic[1].iterations, 2 * stochastic[1].epochs);
}

TEST_F(SolverLearnerTest, warmStartsReachAnObjectiveAsGood) {
  SolverLearnerOptions options = logistic("iht");
  options.parts.max_epochs = 200;
  const auto cold = make_solver_learner(options)->fit(training(rows_), grid("sparsity=5:30:5"));
  options.warm_start = true;
  const auto warm = make_solver_learner(options)->fit(training(rows_), grid("sparsity=5:30:5"));
  for (std::size_t i = 0; i < cold.size(); ++i) {
    EXPECT_LE(warm[i].objective, 1.1 * cold[i].objective) << i;
    if (i == 0) continue;
    EXPECT_LE(warm[i].objective, warm[i - 1].objective + 1e-12) << i;
  }
}

TEST_F(SolverLearnerTest, predictsWithTheStandardisationItLearnt) {
  const auto fitted =
      make_solver_learner(logistic("iht"))->fit(training(rows_), grid("sparsity=5"));
  const Fitted& one = fitted[0];
  const StandardizedMatrix standardized(*cohort_.design, *one.standardization);
  std::vector<double> w;
  for (const NodeId j : one.x.support) w.push_back(one.x.w[static_cast<std::size_t>(j)]);
  std::vector<double> products(rows_.size());
  standardized.multiply(rows_, {one.x.support, w}, products);
  const std::vector<double> predictors = predict(one, *cohort_.design, rows_);
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    EXPECT_NEAR(predictors[k], products[k] + one.x.intercept, 1e-12);
  }
}

TEST_F(SolverLearnerTest, sparseDataGivesTheSameAsDense) {
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
  const SparseMatrix sparse(40, 100, entries);
  const auto learner = make_solver_learner(logistic("sto-iht"));
  const auto dense = learner->fit(training(rows_), grid("sparsity=5", "blocks=2"));
  const auto other =
      learner->fit({&sparse, cohort_.labels, {}, rows_}, grid("sparsity=5", "blocks=2"));
  EXPECT_EQ(dense[0].x.support, other[0].x.support);
  for (std::size_t j = 0; j < 100; ++j) EXPECT_NEAR(dense[0].x.w[j], other[0].x.w[j], 1e-9);
}

TEST_F(SolverLearnerTest, rejectsSettingsThatMakeNoSense) {
  const auto learner = make_solver_learner(logistic("sto-iht"));
  for (const std::string axis : {"sparsity=2.5", "sparsity=0", "sparsity=101", "blocks=0"}) {
    EXPECT_THROW(learner->fit(training(rows_), grid(axis)), InputError) << axis;
  }
  EXPECT_THROW(learner->fit(training(rows_), grid("blocks=2", "block-size=5")), InputError);
  EXPECT_THROW(make_solver_learner(logistic("graph-iht")), InputError);
}

TEST(TrainingPart, everyBlockHasBothClassesWhenStratified) {
  // 12 of 60 are positive, all at the end.
  std::vector<double> labels(48, -1.0);
  labels.insert(labels.end(), 12, 1.0);
  const DenseMatrix<double> design(60, 2, std::vector<double>(120, 1.0));
  const std::vector<RowIndex> rows = all_rows(60);
  SolverLearnerOptions options = logistic("sto-iht");
  const auto positives_of_blocks = [&](std::size_t block) {
    const TrainingPart part({&design, labels, {}, rows}, options);
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
  options.row_order = RowOrder::classes_apart;
  EXPECT_THAT(positives_of_blocks(30), testing::ElementsAre(12, 0));
  options.row_order = RowOrder::as_given;
  EXPECT_THAT(positives_of_blocks(30), testing::ElementsAre(0, 12));
}

TEST(TrainingPart, publishedWeightsAreTheShareOfTheOtherClass) {
  const std::vector<double> labels = {1, -1, -1, -1};
  const DenseMatrix<double> design(4, 1, {1, 2, 3, 4});
  const std::vector<RowIndex> rows = all_rows(4);
  SolverLearnerOptions options = logistic("iht");
  options.class_weights = ClassWeights::authors;
  options.row_order = RowOrder::as_given;
  const TrainingPart part({&design, labels, {}, rows}, options);
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

}  // namespace
}  // namespace graphsparse
