// Contracts of every row of the table of solvers, and what the paper's and our own must recover.
#include "graphsparse/solver/solver.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>

#include "graphsparse/core/error.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/graph/components.hpp"
#include "graphsparse/objective/block_objective.hpp"
#include "support/planted.hpp"

namespace graphsparse {
namespace {

class EverySolver : public testing::TestWithParam<std::string> {
 protected:
  SolverChoice choice() const { return resolve_solver(GetParam()); }
  SolverOptions options() const { return choice().row.options; }
  StructureKind kind() const { return choice().structure; }
};

std::string test_name(const testing::TestParamInfo<std::string>& test) {
  std::string name = test.param;
  for (char& letter : name) letter = letter == '-' ? '_' : letter;
  return name;
}

TEST_P(EverySolver, recoversAPlantedSignalFromManyMeasurements) {
  const PlantedProblem planted = PlantedProblem::linear(8, 150);
  const Result result = planted.run(GetParam());
  EXPECT_EQ(result.termination, Termination::converged);
  EXPECT_EQ(result.history.size(), static_cast<std::size_t>(result.epochs));
  if (options().loop == LoopKind::screening) {  // one look at the slopes is no search
    EXPECT_LT(result.objective, 0.5 * result.start_objective);
    return;
  }
  EXPECT_LT(planted.error(result.x), 1e-6);
}

TEST_P(EverySolver, sameSeedGivesTheSameBytes) {
  const PlantedProblem planted = PlantedProblem::linear(8, 40, 5, 0.2);
  SolverOptions options = this->options();
  options.max_epochs = 20;
  options.seed = 3;
  const auto first = planted.structure(kind());
  const auto second = planted.structure(kind());
  const Result a = solve(planted.problem(), *first, options);
  const Result b = solve(planted.problem(), *second, options);
  EXPECT_EQ(a.x.w, b.x.w);
  EXPECT_EQ(a.iterations, b.iterations);
}

TEST_P(EverySolver, supportBelongsToTheModel) {
  for (const bool is_logistic : {false, true}) {
    const PlantedProblem planted =
        is_logistic ? PlantedProblem::logistic(9, 60) : PlantedProblem::linear(9, 30, 1, 0.4);
    SolverOptions options = this->options();
    options.max_epochs = 15;
    const auto model = planted.structure(kind());
    const Result result = solve(planted.problem(true), *model, options);
    EXPECT_LE(result.x.support.size(), 9U);
    if (kind() == StructureKind::graph) {
      EXPECT_EQ(count_induced_components(planted.graph, result.x.support), 1);
    }
    for (std::size_t j = 0; j < result.x.w.size(); ++j) {
      if (result.x.w[j] == 0.0) continue;
      EXPECT_THAT(result.x.support, testing::Contains(static_cast<NodeId>(j)));
    }
  }
}

TEST_P(EverySolver, observerEndsItWithWhatItHas) {
  const PlantedProblem planted = PlantedProblem::linear(8, 40, 2, 0.5);
  const auto model = planted.structure(kind());
  const std::int64_t last = options().loop == LoopKind::screening ? 1 : 3;
  const Observer stop_at_third = [last](const Progress& progress) {
    return progress.iteration >= last ? CallbackResult::stop : CallbackResult::proceed;
  };
  const Result result = solve(planted.problem(), *model, options(), nullptr, stop_at_third);
  EXPECT_EQ(result.termination, Termination::interrupted);
  EXPECT_EQ(result.iterations, last);
  double squares = 0.0;
  for (const double y : planted.target) squares += y * y;
  EXPECT_LE(result.objective, squares / 80.0);
}

INSTANTIATE_TEST_SUITE_P(Table, EverySolver, testing::ValuesIn(every_solver_name()), test_name);

TEST(Solver, oneStepOfIhtIsExactForAnOrthonormalDesign) {
  // Columns of a 16 x 16 Hadamard matrix, scaled to unit norm.
  std::vector<double> values(256);
  for (unsigned i = 0; i < 16; ++i) {
    for (unsigned j = 0; j < 16; ++j) {
      values[i * 16 + j] = __builtin_popcount(i & j) % 2 == 0 ? 0.25 : -0.25;
    }
  }
  const DenseMatrix<double> design(16, 16, values);
  std::vector<double> target(16, 0.0);
  for (std::size_t i = 0; i < 16; ++i) target[i] = 2.0 * values[i * 16 + 3] - values[i * 16 + 9];
  const auto loss = find_loss("squares").make();
  const Problem problem{&design, target, loss.get(), {}, 0.0, false};
  for (const StepKind step : {StepKind::automatic, StepKind::constant}) {
    SolverOptions options = find_solver("iht").options;
    options.step = step;
    options.max_epochs = 1;
    const auto model = make_sparse_structure(16, 2);
    const Result result = solve(problem, *model, options);
    EXPECT_EQ(result.x.support, (Support{3, 9}));
    EXPECT_NEAR(result.x.w[3], 2.0, 1e-14);
    EXPECT_NEAR(result.x.w[9], -1.0, 1e-14);
  }
}

TEST(Solver, onACompleteGraphEqualsItsSparseTwin) {
  const PlantedProblem planted = PlantedProblem::linear(6, 60, 4);
  std::vector<Edge> edges;
  constexpr NodeId kNodes = 256;
  for (NodeId u = 0; u < kNodes; ++u) {
    for (NodeId v = u + 1; v < kNodes; ++v) edges.push_back({u, v, 1.0});
  }
  const Graph complete = Graph::from_edges(kNodes, edges);
  GraphStructureOptions graph_options;
  graph_options.sparsity = 6;
  for (const auto& [graph_name, top_name] :
       {std::pair{"graph-iht", "iht"}, std::pair{"graph-sto-iht", "sto-iht"}}) {
    const auto graph_model = make_graph_structure(complete, graph_options);
    const auto top_model = make_sparse_structure(kNodes, 6);
    const Result a = solve(planted.problem(), *graph_model, find_solver(graph_name).options);
    const Result b = solve(planted.problem(), *top_model, find_solver(top_name).options);
    EXPECT_EQ(a.x.w, b.x.w) << graph_name;
  }
}

TEST(Solver, warmStartAtTheAnswerStopsAtOnce) {
  const PlantedProblem planted = PlantedProblem::linear(8, 100);
  const Result first = planted.run("graph-sto-iht");
  const auto model = planted.structure(StructureKind::graph);
  const Result again =
      solve(planted.problem(), *model, find_solver("graph-sto-iht").options, &first.x);
  EXPECT_EQ(again.termination, Termination::converged);
  EXPECT_EQ(again.epochs, 1);
}

TEST(Solver, constantStepThatIsTooLargeDiverges) {
  const PlantedProblem planted = PlantedProblem::linear(8, 40);
  SolverOptions options = find_solver("iht").options;
  options.step = StepKind::constant;
  options.step_factor = 50.0;
  const auto model = planted.structure(StructureKind::none);
  const Result result = solve(planted.problem(), *model, options);
  EXPECT_EQ(result.termination, Termination::diverged);
}

TEST(Solver, everyEstimatorRecoversWithEverySampler) {
  const PlantedProblem planted = PlantedProblem::linear(6, 120, 8);
  for (const EstimatorKind estimator :
       {EstimatorKind::plain, EstimatorKind::svrg, EstimatorKind::saga, EstimatorKind::scsg}) {
    for (const SamplerKind sampler :
         {SamplerKind::random_blocks, SamplerKind::shuffled_blocks, SamplerKind::weighted_rows}) {
      SolverOptions options = find_solver("sto-iht").options;
      options.estimator = estimator;
      options.sampler = sampler;
      options.block_size = 30;
      const auto model = planted.structure(StructureKind::graph);
      const Result result = solve(planted.problem(), *model, options);
      EXPECT_LT(planted.error(result.x), 1e-6)
          << static_cast<int>(estimator) << ' ' << static_cast<int>(sampler);
    }
  }
}

TEST(Solver, everyStepPolicyAndSamplerRecovers) {
  const PlantedProblem planted = PlantedProblem::linear(6, 120, 8);
  for (const StepKind step : {StepKind::automatic, StepKind::normalized, StepKind::niht,
                              StepKind::backtracking, StepKind::constant}) {
    for (const SamplerKind sampler : {SamplerKind::all_rows, SamplerKind::random_blocks,
                                      SamplerKind::shuffled_blocks, SamplerKind::weighted_rows}) {
      // Safeguards against one block's noise make no sense.
      if (step == StepKind::niht && sampler != SamplerKind::all_rows) continue;
      SolverOptions options;
      options.step = step;
      options.sampler = sampler;
      options.block_size = 60;
      if (step == StepKind::constant) options.step_factor = 0.4;
      const auto model = planted.structure(StructureKind::graph);
      const Result result = solve(planted.problem(), *model, options);
      EXPECT_LT(planted.error(result.x), 1e-6)
          << static_cast<int>(step) << ' ' << static_cast<int>(sampler);
    }
  }
}

TEST(Solver, groupsAreRecoveredWhole) {
  const PlantedProblem planted = PlantedProblem::linear(1, 60);
  std::vector<std::int32_t> group(256);
  for (std::size_t j = 0; j < 256; ++j) group[j] = static_cast<std::int32_t>(j / 4);
  const auto model = make_group_structure(group, 4);
  const Result result = solve(planted.problem(), *model, find_solver("group-iht").options);
  EXPECT_EQ(result.x.support.size(), 4U);
  EXPECT_LT(planted.error(result.x), 1e-6);
}

TEST(OurSolvers, recoverFromHalfTheMeasurementsThePaperNeeds) {
  const auto recovered = [](std::string_view name, std::int64_t sparsity, std::int64_t m) {
    int count = 0;
    for (std::uint64_t trial = 0; trial < 10; ++trial) {
      const PlantedProblem planted = PlantedProblem::linear(sparsity, m, trial);
      if (planted.error(planted.run(name, trial).x) <= 1e-6) ++count;
    }
    return count;
  };
  EXPECT_GE(recovered("graph-rand-htp", 8, 25), 9);
  EXPECT_GE(recovered("graph-rand-htp", 20, 40), 9);
  EXPECT_GE(recovered("graph-nsto-iht", 8, 30), 9);
  EXPECT_GE(recovered("graph-nsto-iht", 20, 50), 9);
}

Result run_with(const PlantedProblem& planted, std::string_view solver,
                const std::function<void(SolverOptions&)>& change) {
  const SolverChoice choice = resolve_solver(solver);
  SolverOptions options = choice.row.options;
  change(options);
  const auto model = planted.structure(choice.structure);
  return solve(planted.problem(), *model, options);
}

TEST(FinishByFit, endsARunOnTheRightSupportAtOnce) {
  const PlantedProblem planted = PlantedProblem::linear(8, 60);
  for (const char* solver : {"iht", "graph-iht", "graph-sto-iht"}) {
    const Result plain = run_with(planted, solver, [](SolverOptions&) {});
    const Result finished =
        run_with(planted, solver, [](SolverOptions& options) { options.polish_on_support = true; });
    EXPECT_LT(planted.error(plain.x), 1e-6) << solver;
    EXPECT_LT(planted.error(finished.x), 1e-8) << solver;
    EXPECT_LT(finished.epochs, plain.epochs) << solver;
    EXPECT_EQ(finished.termination, Termination::converged);
    EXPECT_EQ(finished.history.back().objective, finished.objective);
  }
}

// Nothing fits noise exactly: the run is the one it was, and only its end is fitted.
TEST(FinishByFit, onlyPolishesTheEndWhereNoFitIsExact) {
  const PlantedProblem planted = PlantedProblem::linear(8, 60, 1, 0.5);
  for (const char* solver : {"iht", "graph-iht", "graph-cosamp", "graph-sto-iht"}) {
    const auto run_for = [&](bool finish) {
      return run_with(planted, solver, [&](SolverOptions& options) {
        options.polish_on_support = finish;
        options.max_epochs = 30;
      });
    };
    const Result plain = run_for(false);
    const Result finished = run_for(true);
    EXPECT_EQ(finished.x.support, plain.x.support) << solver;
    EXPECT_EQ(finished.epochs, plain.epochs) << solver;
    EXPECT_LE(finished.objective, plain.objective) << solver;
    const Problem problem = planted.problem();
    BlockObjective all(problem);
    all.move_to(all_rows(problem.design->rows()), finished.x);
    std::vector<double> slopes(finished.x.w.size(), 0.0);
    problem.design->add_transposed(all_rows(problem.design->rows()), all.derivatives(), slopes);
    for (const NodeId feature : finished.x.support) {
      EXPECT_NEAR(slopes[static_cast<std::size_t>(feature)], 0.0, 1e-6) << solver;
    }
  }
}

TEST(Patience, givesUpWhereTheObjectiveGainsTooLittle) {
  const PlantedProblem planted = PlantedProblem::linear(8, 20);
  const auto run_for = [&](double gain) {
    return run_with(planted, "sto-iht", [&](SolverOptions& options) {
      options.patience = 20;
      options.min_relative_improvement = gain;
    });
  };
  const Result patient = run_for(1e-6);
  const Result strict = run_for(0.9);
  EXPECT_LT(strict.epochs, patient.epochs);
  EXPECT_GE(strict.epochs, 20);
  EXPECT_THROW(run_for(1.0), InputError);
}

// With three times as many features as rows per fit follows everything; a few steps do not.
TEST(Pursuit, fewStepsRecoverWhatTheFitDoesNot) {
  int with_steps = 0;
  int with_fit = 0;
  for (std::uint64_t trial = 0; trial < 20; ++trial) {
    const PlantedProblem planted = PlantedProblem::linear(20, 50, trial);
    const Result steps = run_with(planted, "graph-cosamp", [](SolverOptions&) {});
    const Result fit =
        run_with(planted, "graph-cosamp", [](SolverOptions& options) { options.fit_steps = 0; });
    with_steps += planted.error(steps.x) < 1e-6 ? 1 : 0;
    with_fit += planted.error(fit.x) < 1e-6 ? 1 : 0;
  }
  EXPECT_GT(with_steps, with_fit);
}

// Wild measurements, and a threshold within which most of the others stay.
TEST(DefaultSolver, isAsGoodAsBatchStepsWithALargeHuberThreshold) {
  PlantedProblem planted = PlantedProblem::linear(8, 120, 3, 0.5);
  for (std::size_t i = 0; i < planted.target.size(); i += 7) planted.target[i] += 60.0;
  planted.loss = find_loss("huber").make({4.1});
  const Result batch = planted.run("graph-iht");
  const Result result = planted.run(kDefaultSolver);
  EXPECT_LE(result.objective, batch.objective * (1.0 + 1e-9));
}

// A target of 40 is a number like any other.
TEST(DefaultSolver, movesContinuouslyWithTheTarget) {
  for (const double sign : {-1.0, 1.0}) {
    PlantedProblem planted = PlantedProblem::linear(8, 60, 3, 0.5);
    planted.target[5] = sign * 40.0;
    const Result at = planted.run(kDefaultSolver);
    planted.target[5] += 1e-6;
    const Result beside = planted.run(kDefaultSolver);
    ASSERT_EQ(at.x.support, beside.x.support);
    for (const NodeId feature : at.x.support) {
      const auto j = static_cast<std::size_t>(feature);
      EXPECT_NEAR(at.x.w[j], beside.x.w[j], 1e-4 * std::abs(at.x.w[j]));
    }
  }
}

// Remembers what it was asked for.
class CuriousStructure final : public Structure {
 public:
  explicit CuriousStructure(std::unique_ptr<Structure> structure)
      : structure_(std::move(structure)) {}

  const Support& find_head(std::span<const double> x) override {
    asked_.assign(x.begin(), x.end());
    return structure_->head(x);
  }
  const Support& find_tail(std::span<const double> x) override { return structure_->tail(x); }
  std::int64_t sparsity() const override { return structure_->sparsity(); }
  const std::vector<double>& asked() const { return asked_; }

 private:
  std::unique_ptr<Structure> structure_;
  std::vector<double> asked_;
};

TEST(Pursuit, headSeesThePenalty) {
  const PlantedProblem planted = PlantedProblem::linear(4, 40, 1, 0.3);
  Problem problem = planted.problem();
  problem.l2 = 50.0;
  Point start(256);
  start.support = {17};
  start.w[17] = 1.0;
  CuriousStructure model(planted.structure(StructureKind::none));
  SolverOptions options = find_solver("cosamp").options;
  options.max_epochs = 1;
  (void)solve(problem, model, options, &start);
  const std::vector<RowIndex> rows = all_rows(40);
  BlockObjective all(problem);
  all.move_to(rows, start);
  std::vector<double> gradient(256, 0.0);
  problem.design->add_transposed(rows, all.derivatives(), gradient);
  gradient[17] += 50.0;
  EXPECT_THAT(model.asked(), testing::Pointwise(testing::DoubleEq(), gradient));
}

// A start of more features than the model allows is cut back before it is a candidate.
TEST(Solver, aStartOutsideTheModelDoesNotLeaveIt) {
  const PlantedProblem planted = PlantedProblem::linear(8, 100, 2, 0.3);
  Point start(256);
  for (NodeId feature = 0; feature < 60; ++feature) start.support.push_back(4 * feature);
  for (const NodeId feature : planted.signal.support) start.support.push_back(feature);
  std::sort(start.support.begin(), start.support.end());
  start.support.erase(std::unique(start.support.begin(), start.support.end()), start.support.end());
  for (const NodeId feature : planted.signal.support) {
    const auto j = static_cast<std::size_t>(feature);
    start.w[j] = planted.signal.values[j];
  }
  for (const char* solver : {"graph-iht", "graph-rand-htp"}) {
    const auto model = planted.structure(StructureKind::graph);
    SolverOptions options = find_solver(solver).options;
    options.max_epochs = 2;
    const Result result = solve(planted.problem(), *model, options, &start);
    EXPECT_LE(result.x.support.size(), 8U) << solver;
    EXPECT_EQ(count_induced_components(planted.graph, result.x.support), 1) << solver;
    EXPECT_LT(planted.error(result.x), 0.5) << solver;
  }
}

}  // namespace
}  // namespace graphsparse
