#include "solver/monitor.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/planted.hpp"

namespace graphsparse {
namespace {

class MonitorTest : public testing::Test {
 protected:
  Monitor monitor(const SolverOptions& options) const {
    return {problem_, all_rows(60), options, Point(256)};
  }
  // Some share of the way to the planted signal.
  Point at(double share) const {
    Point point(256);
    point.support = planted_.signal.support;
    for (const NodeId feature : point.support) {
      const auto j = static_cast<std::size_t>(feature);
      point.w[j] = share * planted_.signal.values[j];
    }
    return point;
  }

  const PlantedProblem planted_ = PlantedProblem::linear(6, 60);
  const Problem problem_ = planted_.problem();
  const std::unique_ptr<Structure> structure_ = planted_.structure(StructureKind::graph);
};

TEST_F(MonitorTest, goesOnWhileItGetsBetterAndEndsAtAPerfectFit) {
  Monitor watch = monitor({});
  Point point = at(0.5);
  EXPECT_FALSE(watch.end_epoch(point, 1.0, 7).has_value());
  point = at(1.0);
  EXPECT_EQ(watch.end_epoch(point, 1.0, 9), Termination::converged);
  const auto history = watch.take_history();
  ASSERT_EQ(history.size(), 2U);
  EXPECT_EQ(history[0].pcst_calls, 7);
  EXPECT_EQ(history[1].pcst_calls, 2);
  EXPECT_LT(history[1].objective, history[0].objective);
}

TEST_F(MonitorTest, endsWhereThePointStandsStill) {
  Monitor watch = monitor({});
  Point point = at(0.5);
  EXPECT_FALSE(watch.end_epoch(point, 1.0, 0).has_value());
  EXPECT_EQ(watch.end_epoch(point, 1.0, 0), Termination::converged);
}

TEST_F(MonitorTest, losesItsPatience) {
  SolverOptions options;
  options.patience = 3;
  Monitor watch = monitor(options);
  for (const double share : {0.5, 0.4, 0.3}) {
    Point point = at(share);
    EXPECT_FALSE(watch.end_epoch(point, 1.0, 0).has_value()) << share;
  }
  Point point = at(0.2);
  EXPECT_EQ(watch.end_epoch(point, 1.0, 0), Termination::converged);
  EXPECT_EQ(watch.finish(Termination::converged, point, *structure_).w, at(0.5).w);
}

class LastPoint final : public SolverHooks {
 public:
  bool returns_last_point() const override { return true; }
};

TEST_F(MonitorTest, keepsTheLastPointWhereAskedTo) {
  const LastPoint hooks;
  SolverOptions options;
  options.hooks = &hooks;
  Monitor watch = monitor(options);
  Point point = at(0.5);
  (void)watch.end_epoch(point, 1.0, 0);
  point = at(0.3);
  (void)watch.end_epoch(point, 1.0, 0);
  EXPECT_EQ(watch.finish(Termination::max_epochs, point, *structure_).w, point.w);
}

TEST_F(MonitorTest, callsWhatIsNoNumberOrHopelessDivergence) {
  for (const double share : {std::numeric_limits<double>::infinity(), 1e9}) {
    Monitor watch = monitor({});
    Point fine = at(0.5);
    EXPECT_FALSE(watch.end_epoch(fine, 1.0, 0).has_value());
    Point point = at(share);
    EXPECT_EQ(watch.end_epoch(point, 1.0, 0), Termination::diverged);
    EXPECT_EQ(watch.finish(Termination::diverged, point, *structure_).w, fine.w);
  }
}

// The objective of large counts is far below zero: that is no reason to despair.
TEST_F(MonitorTest, isNotMisledByANegativeObjective) {
  PlantedProblem counts = PlantedProblem::linear(6, 60);
  counts.loss = find_loss("poisson").make();
  for (double& y : counts.target) y = 100.0;
  const Problem problem = counts.problem(true);
  Point start(256);
  start.intercept = std::log(90.0);
  Monitor watch(problem, all_rows(60), {}, start);
  Point point = start;
  point.support = {4};
  point.w[4] = 0.01;
  EXPECT_NE(watch.end_epoch(point, 1.0, 0), Termination::diverged);
  EXPECT_NEAR(point.intercept, std::log(100.0), 0.01);
}

}  // namespace
}  // namespace graphsparse
