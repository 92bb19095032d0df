#include "graphsparse/objective/problem.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "graphsparse/core/error.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/objective/block_objective.hpp"
#include "support/planted.hpp"

namespace graphsparse {
namespace {

TEST(Problem, rejectsWhatCannotBeFitted) {
  const PlantedProblem planted = PlantedProblem::linear(4, 10);
  Problem problem = planted.problem();
  const std::vector<double> too_short(9, 0.0);
  problem.target = too_short;
  EXPECT_THROW(check_problem(problem), InputError);

  problem = planted.problem();
  std::vector<double> broken = planted.target;
  broken[3] = std::numeric_limits<double>::quiet_NaN();
  problem.target = broken;
  EXPECT_THROW(check_problem(problem), InputError);

  problem = planted.problem();
  const auto labels_only = find_loss("logistic").make();
  problem.loss = labels_only.get();
  EXPECT_THROW(check_problem(problem), InputError);

  problem = planted.problem();
  problem.l2 = -1.0;
  EXPECT_THROW(check_problem(problem), InputError);

  problem = planted.problem();
  const std::vector<double> nothing(10, 0.0);
  problem.weights = nothing;
  EXPECT_THROW(check_problem(problem), InputError);
}

TEST(Problem, balancedWeightsGiveBothClassesTheSameSum) {
  const std::vector<double> labels = {1, -1, -1, -1, 1, -1};
  const std::vector<double> weights = balanced_weights(labels);
  double positive = 0.0;
  double negative = 0.0;
  for (std::size_t i = 0; i < labels.size(); ++i)
    (labels[i] > 0 ? positive : negative) += weights[i];
  EXPECT_DOUBLE_EQ(positive, 3.0);
  EXPECT_DOUBLE_EQ(negative, 3.0);
  EXPECT_THROW(balanced_weights(std::vector<double>{1, 1}), InputError);
}

TEST(Problem, zeroWeightEqualsADroppedRowForEverySolver) {
  const PlantedProblem planted = PlantedProblem::linear(6, 60, 3, 0.1);
  std::vector<double> weights(60, 1.0);
  for (std::size_t i = 40; i < 60; ++i) weights[i] = 0.0;
  Problem weighted = planted.problem(true);
  weighted.weights = weights;

  const auto& all = dynamic_cast<const DenseMatrix<double>&>(*planted.design).values();
  const DenseMatrix<double> fewer(40, 256, {all.begin(), all.begin() + 40L * 256});
  Problem dropped = planted.problem(true);
  dropped.design = &fewer;
  dropped.target = dropped.target.first(40);

  for (const SolverRow& row : solver_table()) {
    for (const StructureRow& structure : structure_table()) {
      SolverOptions options = row.options;
      options.max_epochs = 5;
      const auto first = planted.structure(structure.kind);
      const auto second = planted.structure(structure.kind);
      const Result a = solve(weighted, *first, options);
      const Result b = solve(dropped, *second, options);
      EXPECT_EQ(a.x.support, b.x.support) << structure.prefix << row.name;
      EXPECT_EQ(a.x.intercept, b.x.intercept) << structure.prefix << row.name;
      EXPECT_EQ(a.x.w, b.x.w) << structure.prefix << row.name;
    }
  }
}

TEST(BlockObjective, blockGradientAgreesWithFiniteDifferences) {
  const PlantedProblem planted = PlantedProblem::logistic(5, 30);
  const Problem problem = planted.problem(true);
  BlockObjective block(problem);
  const std::vector<RowIndex> rows = {2, 7, 11, 29};
  Point point(256);
  point.support = {3, 100, 101};
  point.w[3] = 0.5;
  point.w[100] = -1.0;
  point.intercept = 0.2;
  block.move_to(rows, point);
  std::vector<double> gradient(256, 0.0);
  problem.design->add_transposed(rows, block.derivatives(), gradient);
  constexpr double h = 1e-6;
  for (const NodeId feature : point.support) {
    double& w = point.w[static_cast<std::size_t>(feature)];
    const double kept = w;
    w = kept + h;
    block.move_to(rows, point);
    const double above = block.mean_loss();
    w = kept - h;
    block.move_to(rows, point);
    const double below = block.mean_loss();
    w = kept;
    EXPECT_NEAR(gradient[static_cast<std::size_t>(feature)], (above - below) / (2 * h), 1e-8);
  }
}

}  // namespace
}  // namespace graphsparse
