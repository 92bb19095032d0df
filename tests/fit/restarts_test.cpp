// Several runs from different starts: what wins, what they tell, and that threads change nothing.
#include <gtest/gtest.h>

#include <string>

#include "graphsparse/core/error.hpp"
#include "graphsparse/fit/files.hpp"
#include "graphsparse/fit/trainer.hpp"
#include "support/planted.hpp"

namespace graphsparse {
namespace {

struct Data {
  explicit Data(PlantedProblem made)
      : planted(std::move(made)),
        dataset(make_dataset(std::shared_ptr<const DesignMatrix>(std::move(planted.design)),
                             planted.target)),
        graph(FeatureGraph::view(planted.graph)) {
    spec.sparsity = static_cast<std::int64_t>(planted.signal.support.size());
  }

  Fit run(const std::string& effort, std::int64_t threads = 1) {
    spec.effort = effort;
    FitHooks hooks;
    hooks.threads = threads;
    return fit(dataset, graph, spec, hooks);
  }

  PlantedProblem planted;
  Dataset dataset;
  FeatureGraph graph;
  FitSpec spec;
};

TEST(Restarts, moreRunsNeverGiveAWorseObjectiveWhereThePenaltyDecides) {
  Data data(PlantedProblem::linear(12, 24, 3, 0.5));
  data.spec.l2 = 0.1;
  const double one = data.run("quick").result.objective;
  const double ten = data.run("10").result.objective;
  const double twenty = data.run("20").result.objective;
  EXPECT_LE(ten, one);
  EXPECT_LE(twenty, ten);
}

// With much noise and no penalty the lowest objective belongs to a support that follows the noise.
TEST(Restarts, standForTheirAverageWhereNoiseChooses) {
  int averages = 0;
  for (std::uint64_t trial = 0; trial < 6; ++trial) {
    Data data(PlantedProblem::linear(8, 30, trial, 1.0));
    const Fit fit = data.run("normal");
    ASSERT_TRUE(fit.restarts);
    EXPECT_EQ(fit.model.features.size(), 8U);
    EXPECT_EQ(fit.model.statistics.components, 1);
    if (!fit.restarts->is_average) {
      EXPECT_EQ(fit.restarts->best_objective, fit.result.objective);
      continue;
    }
    ++averages;
    EXPECT_LT(fit.restarts->best_objective, fit.result.objective);
    EXPECT_NE(restart_warning(*fit.restarts).find("average over"), std::string::npos);
    EXPECT_EQ(parse_model(format_model(fit.model), "model").statistics.restarts, fit.restarts);
  }
  EXPECT_GE(averages, 1);
}

TEST(Restarts, theLowestObjectiveWinsWhereThePenaltyDecides) {
  Data data(PlantedProblem::linear(8, 30, 1, 1.0));
  data.spec.l2 = 10.0;
  const Fit fit = data.run("normal");
  ASSERT_TRUE(fit.restarts);
  EXPECT_FALSE(fit.restarts->is_average);
  EXPECT_EQ(fit.restarts->best_objective, fit.result.objective);
}

TEST(Restarts, threadsChangeNothing) {
  for (const char* const effort : {"quick", "normal", "23"}) {
    Data data(PlantedProblem::linear(12, 24, 4, 0.5));
    const std::string one = format_model(data.run(effort, 1).model);
    EXPECT_EQ(one, format_model(data.run(effort, 2).model)) << effort;
    EXPECT_EQ(one, format_model(data.run(effort, 4).model)) << effort;
  }
}

TEST(Restarts, stopOnceNothingIsLeftOfTheResidual) {
  Data data(PlantedProblem::linear(8, 60));
  data.spec.intercept = false;
  const Fit fit = data.run("thorough");
  EXPECT_LT(data.planted.error(fit.result.x), 1e-6);
  ASSERT_TRUE(fit.restarts);
  EXPECT_EQ(fit.restarts->runs, 1);
}

TEST(Restarts, stopOnceTheBestWasFoundThreeTimes) {
  Data data(PlantedProblem::linear(6, 100, 0, 0.1));
  const Fit fit = data.run("thorough");
  ASSERT_TRUE(fit.restarts);
  EXPECT_EQ(fit.restarts->runs, 10);
  EXPECT_GE(fit.restarts->hits, 3);
  EXPECT_GT(fit.restarts->overlap, 0.6);
  EXPECT_EQ(restart_warning(*fit.restarts), "");
}

TEST(Restarts, sayWhereChanceDecided) {
  EXPECT_EQ(restart_warning({1, 1, 1.0}), "");
  EXPECT_NE(restart_warning({10, 1, 0.9}).find("1 of 10 runs"), std::string::npos);
  EXPECT_NE(restart_warning({10, 5, 0.3}).find("30 %"), std::string::npos);
}

TEST(Restarts, consensusIsConnectedAndTellsFrequencies) {
  Data data(PlantedProblem::linear(12, 30, 5, 0.5));
  data.spec.consensus = true;
  const Fit fit = data.run("normal");
  EXPECT_EQ(fit.model.features.size(), 12U);
  EXPECT_EQ(fit.model.statistics.components, 1);
  for (const ModelFeature& feature : fit.model.features) {
    ASSERT_TRUE(feature.frequency);
    EXPECT_GE(*feature.frequency, 0.0);
    EXPECT_LE(*feature.frequency, 1.0);
  }
  // It is the minimum on its support: the same fit from there changes nothing.
  FitHooks hooks;
  hooks.init = &fit.model;
  data.spec.consensus = false;
  data.spec.max_epochs = 0;
  data.spec.effort = "quick";
  EXPECT_NEAR(graphsparse::fit(data.dataset, data.graph, data.spec, hooks).result.objective,
              fit.result.objective, 1e-9 * fit.result.objective);
}

TEST(Restarts, timeLimitEndsThemAndSaysSo) {
  Data data(PlantedProblem::linear(36, 50, 1));
  data.spec.time_limit = 1e-9;
  const Fit fit = data.run("thorough");
  EXPECT_EQ(fit.result.termination, Termination::time_limit);
  EXPECT_EQ(fit.restarts->runs, 1);
}

TEST(Restarts, effortMustBeAWordOrANumberOfRuns) {
  for (const char* const bad : {"0", "-3", "1.5", "much", ""}) {
    EXPECT_THROW((void)runs_of_effort(bad), InputError) << bad;
  }
  EXPECT_EQ(runs_of_effort("quick"), 1);
  EXPECT_EQ(runs_of_effort("normal"), 10);
  EXPECT_EQ(runs_of_effort("thorough"), 100);
  EXPECT_EQ(runs_of_effort("7"), 7);
}

TEST(Restarts, consensusOfOneRunIsRefused) {
  Data data(PlantedProblem::linear(8, 60));
  data.spec.consensus = true;
  EXPECT_THROW((void)data.run("quick"), InputError);
}

TEST(Restarts, ridgeChoosesItsPenaltyAndTheModelHasIt) {
  Data data(PlantedProblem::logistic(8, 100));
  data.spec.loss = "logistic";
  data.spec.solver = "graph-ridge";
  const Fit by_size = data.run("quick");
  ASSERT_TRUE(by_size.model.spec.l2);
  EXPECT_NEAR(*by_size.model.spec.l2, 0.25 * 8.0 / 100.0, 0.005);
  data.spec.l2 = 3.0;
  EXPECT_EQ(data.run("quick").model.spec.l2, 3.0);
}

TEST(Restarts, ampTellsHowProbableItsFeaturesAre) {
  Data data(PlantedProblem::linear(8, 60));
  data.spec.solver = "amp";
  const Fit fit = data.run("quick");
  EXPECT_EQ(fit.probability.size(), 256U);
  for (const ModelFeature& feature : fit.model.features) EXPECT_TRUE(feature.probability);
}

}  // namespace
}  // namespace graphsparse
