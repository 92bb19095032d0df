#include "graphsparse/fit/end_forecast.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/simulation.hpp"
#include "graphsparse/fit/options.hpp"
#include "graphsparse/graph/builders.hpp"
#include "graphsparse/graphsparse.hpp"

namespace graphsparse {
namespace {

FitSpec spec_of(const std::string& solver, std::int64_t max_epochs, double tolerance,
                std::int64_t patience) {
  FitSpec spec;
  spec.solver = solver;
  spec.sparsity = 1;
  spec.max_epochs = max_epochs;
  spec.tolerance = tolerance;
  spec.patience = patience;
  spec.effort = "quick";
  return resolve_defaults(spec, {});
}

// A run whose coefficient goes to 1 at a rate and whose objective falls while `gains` says so.
class MadeUpRun {
 public:
  MadeUpRun(const FitSpec& spec, double rate) : forecast_(spec), rate_(rate) {}

  double epoch(bool gains) {
    ++epoch_;
    point_.w[0] = 1.0 - std::pow(rate_, static_cast<double>(epoch_));
    if (gains) objective_ *= 0.9;
    return forecast_.after({epoch_, epoch_, true, objective_, point_});
  }

 private:
  EndForecast forecast_;
  double rate_;
  std::int64_t epoch_ = 0;
  double objective_ = 1.0;
  Point point_ = Point(1);
};

TEST(EndForecast, countsEpochsWhereNothingElseEndsTheFit) {
  MadeUpRun run(spec_of("iht", 50, 0.0, 0), 1.0);
  for (int epoch = 1; epoch <= 50; ++epoch) EXPECT_DOUBLE_EQ(run.epoch(true), epoch / 50.0);
}

TEST(EndForecast, followsThePatienceFromTheLastGain) {
  MadeUpRun run(spec_of("iht", 1000, 0.0, 10), 1.0);
  for (int epoch = 1; epoch <= 30; ++epoch) run.epoch(true);
  EXPECT_NEAR(run.epoch(false), 31.0 / 40.0, 1e-12);
  for (int epoch = 32; epoch < 40; ++epoch) run.epoch(false);
  EXPECT_DOUBLE_EQ(run.epoch(false), 1.0);
}

TEST(EndForecast, extrapolatesTheChangeToTheTolerance) {
  // 0.5^e (1 / 0.5 - 1) <= 1e-6 from the 20th epoch on.
  MadeUpRun run(spec_of("iht", 100000, 1e-6, 0), 0.5);
  double share = 0.0;
  for (int epoch = 1; epoch <= 10; ++epoch) share = run.epoch(true);
  EXPECT_NEAR(share, 10.0 / 20.0, 0.05);
  for (int epoch = 11; epoch <= 20; ++epoch) share = run.epoch(true);
  EXPECT_GT(share, 0.95);
}

TEST(EndForecast, countsRunsWhereThereAreSeveral) {
  FitSpec spec = spec_of("rand-htp", 10, 0.0, 0);
  spec.effort = "4";
  EndForecast forecast(spec);
  Point point(1);
  EXPECT_DOUBLE_EQ(forecast.after({5, 5, true, 1.0, point}), 5.0 / 10.0 / 4.0);
  EXPECT_DOUBLE_EQ(forecast.after_runs(3), 0.75);
  EXPECT_DOUBLE_EQ(forecast.after_runs(2), 0.75);
}

// A real fit with noise ends long before --max-epochs, and its bar is near the end then.
TEST(EndForecast, isNearTheEndWhereAFitConverges) {
  const Graph grid = make_grid(10, 10);
  RandomStream stream(3, "end forecast");
  const PlantedSignal signal =
      normal_signal(random_walk_support(grid, 44, 6, stream), grid.node_count(), stream);
  Measurements seen = measure_linear(signal, 60, 0.3, stream);
  const Dataset data = make_dataset(
      std::make_shared<const DenseMatrix<double>>(60, grid.node_count(), std::move(seen.design)),
      seen.target);
  const FeatureGraph graph = FeatureGraph::view(grid);
  for (const char* solver : {"graph-iht", "graph-sto-iht"}) {
    FitSpec spec;
    spec.solver = solver;
    spec.sparsity = 6;
    spec.max_epochs = 10000;
    FitInputs inputs;
    inputs.has_graph = true;
    spec = resolve_defaults(spec, inputs);
    EndForecast forecast(spec);
    double share = 0.0;
    FitHooks hooks;
    hooks.observer = [&](const Progress& progress) {
      const double next = forecast.after(progress);
      EXPECT_GE(next, share);
      share = next;
      return CallbackResult::proceed;
    };
    const Fit found = fit(data, graph, spec, hooks);
    EXPECT_EQ(found.result.termination, Termination::converged);
    EXPECT_LT(found.result.epochs, 2000);
    EXPECT_GT(share, 0.7) << solver << ", " << found.result.epochs << " epochs";
  }
}

// A run from several starts has used up a share of its time by the clock.
TEST(EndForecast, isNotBehindTheShareOfTheTimeLimit) {
  FitSpec spec = spec_of("iht", 100, 0.0, 0);
  spec.effort = "10";
  spec.time_limit = 1e-9;
  EXPECT_EQ(EndForecast(spec).after_runs(1), 1.0);
  spec.time_limit = 1e9;
  EXPECT_NEAR(EndForecast(spec).after_runs(1), 0.1, 1e-6);
}

}  // namespace
}  // namespace graphsparse
