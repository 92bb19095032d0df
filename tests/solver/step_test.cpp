#include "solver/step.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "solver/intercept.hpp"
#include "support/planted.hpp"

namespace graphsparse {
namespace {

// A block of all rows at a point, with what a policy may look at.
class StepBench {
 public:
  StepBench(const Problem& problem, Point point, Structure& model)
      : problem_(problem),
        rows_(all_rows(problem.design->rows())),
        point_(std::move(point)),
        block_(problem),
        trial_(model) {
    block_.move_to(rows_, point_);
    const auto estimator = make_estimator(problem, rows_, problem.design->rows(), {});
    estimator->estimate(block_, point_, gradient_);
    gradient_.add_penalty(problem, point_);
  }

  double choose(const SolverOptions& options, std::int64_t iteration = 0) {
    trial_.forget();
    StepContext context{problem_, block_, point_, gradient_, trial_, kUnit, iteration};
    return make_step_policy(problem_, options)->choose(context);
  }

  double value() const { return block_.value(point_); }
  double value_after(double step) {
    Point moved = point_;
    trial_.forget();
    trial_.make(point_, gradient_, step);
    trial_.accept(moved);
    BlockObjective there(problem_);
    there.move_to(rows_, moved);
    return there.value(moved);
  }

  static constexpr double kUnit = 0.25;

 private:
  const Problem& problem_;
  std::vector<RowIndex> rows_;
  Point point_;
  BlockObjective block_;
  Gradient gradient_;
  ProjectedStep trial_;
};

SolverOptions with_step(StepKind step, double factor = 0.0) {
  SolverOptions options;
  options.step = step;
  options.step_factor = factor;
  return options;
}

TEST(StepPolicy, constantIsTheFactorTimesTheUnitStep) {
  const PlantedProblem planted = PlantedProblem::linear(4, 60);
  const Problem problem = planted.problem();
  const auto model = planted.structure(StructureKind::none);
  StepBench bench(problem, Point(problem.features()), *model);
  EXPECT_DOUBLE_EQ(bench.choose(with_step(StepKind::constant, 3.0)), 3.0 * StepBench::kUnit);
}

TEST(StepPolicy, normalizedIsExactAlongTheGradientOnTheSupport) {
  const PlantedProblem planted = PlantedProblem::linear(4, 60, 1, 0.3);
  Problem problem = planted.problem();
  problem.l2 = 0.2;
  const auto model = planted.structure(StructureKind::none);
  Point point(problem.features());
  point.support = planted.signal.support;
  for (const NodeId feature : point.support) point.w[static_cast<std::size_t>(feature)] = 5.0;
  StepBench bench(problem, point, *model);
  const double step = bench.choose(with_step(StepKind::normalized));
  // From far away the support stays, and the objective is a parabola along the step.
  EXPECT_LT(bench.value_after(step), bench.value_after(0.9 * step));
  EXPECT_LT(bench.value_after(step), bench.value_after(1.1 * step));
}

TEST(StepPolicy, randomStaysWithinAFactorOfE) {
  const PlantedProblem planted = PlantedProblem::linear(4, 60);
  const Problem problem = planted.problem();
  const auto model = planted.structure(StructureKind::none);
  StepBench bench(problem, Point(problem.features()), *model);
  double least = 1e300;
  double most = 0.0;
  for (std::int64_t iteration = 0; iteration < 200; ++iteration) {
    const double step = bench.choose(with_step(StepKind::random, 3.0), iteration);
    least = std::min(least, step);
    most = std::max(most, step);
  }
  EXPECT_GE(least, 3.0 * StepBench::kUnit / std::exp(1.0));
  EXPECT_LE(most, 3.0 * StepBench::kUnit * std::exp(1.0));
  EXPECT_GT(most / least, 5.0);
}

// Counts near 400: any step of the wrong size overflows an exponential.
TEST(StepPolicy, noneRaisesALossWithoutCurvatureBound) {
  PlantedProblem planted = PlantedProblem::linear(4, 60, 2, 0.3);
  planted.loss = find_loss("poisson").make();
  for (double& y : planted.target) y = std::round(std::exp(6.0 + 0.3 * y));
  const Problem problem = planted.problem(true);
  const auto model = planted.structure(StructureKind::none);
  StepBench bench(problem, best_constant(problem, all_rows(60)), *model);
  for (const StepKind step : {StepKind::automatic, StepKind::constant, StepKind::normalized,
                              StepKind::niht, StepKind::backtracking, StepKind::random}) {
    const double chosen = bench.choose(with_step(step, 1e4));
    EXPECT_GT(chosen, 0.0);
    EXPECT_LE(bench.value_after(chosen), bench.value()) << static_cast<int>(step);
  }
}

}  // namespace
}  // namespace graphsparse
