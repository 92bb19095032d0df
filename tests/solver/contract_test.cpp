// What every solver owes every loss: over both tables, with and without weights, penalty and
// intercept. A solver that refits is stationary on its support, and none ends above its start or
// above the best model without features.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "graphsparse/core/random.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/graph/builders.hpp"
#include "graphsparse/objective/block_objective.hpp"
#include "graphsparse/solver/solver.hpp"
#include "support/planted.hpp"

namespace graphsparse {
namespace {

constexpr RowIndex kRows = 90;
constexpr NodeId kSide = 6;
constexpr NodeId kFeatures = kSide * kSide;
constexpr std::int64_t kSparsity = 4;
const Support kPlanted = {7, 8, 13, 14};

// A target of the loss's own kind, noisy enough to be separable by no four features.
class NoisyData {
 public:
  explicit NoisyData(const Loss& loss) : graph_(make_grid(kSide, kSide)) {
    RandomStream stream(11, "contract");
    std::vector<double> values(static_cast<std::size_t>(kRows) * kFeatures);
    for (double& value : values) value = stream.normal();
    for (std::size_t i = 0; i < kRows; ++i) {
      double z = 0.3;
      for (const NodeId feature : kPlanted) {
        z += 0.4 * values[i * kFeatures + static_cast<std::size_t>(feature)];
      }
      target_.push_back(draw(loss.traits().response, z, stream));
      weights_.push_back(0.25 + 2.0 * stream.uniform());
    }
    weights_[3] = 0.0;
    design_ = std::make_unique<DenseMatrix<double>>(kRows, kFeatures, std::move(values));
  }

  Problem problem(const Loss& loss, bool weighted, double l2, bool intercept) const {
    Problem problem{design_.get(), target_, &loss, {}, l2, intercept};
    if (weighted) problem.weights = weights_;
    return problem;
  }

  std::unique_ptr<Structure> structure(StructureKind kind) const {
    StructureSpec spec;
    spec.kind = kind;
    spec.features = kFeatures;
    spec.sparsity = kSparsity;
    spec.head_size = 2 * kSparsity;
    spec.graph = &graph_;
    std::vector<std::int32_t> group(kFeatures);
    for (std::size_t j = 0; j < group.size(); ++j) group[j] = static_cast<std::int32_t>(j / 2);
    spec.groups = group;
    return make_structure(spec);
  }

 private:
  static double draw(Response response, double z, RandomStream& stream) {
    const double noise = stream.normal();
    if (response == Response::classes) return z + 1.5 * noise > 0.0 ? 1.0 : -1.0;
    if (response == Response::counts) return std::floor(std::exp(1.0 + z + 0.5 * noise));
    const bool is_wild = stream.uniform() < 0.1;
    return z + (is_wild ? 20.0 : 0.7) * noise;
  }

  Graph graph_;
  std::unique_ptr<DesignMatrix> design_;
  std::vector<double> target_;
  std::vector<double> weights_;
};

// The gradient with the penalty's; the intercept's last.
std::vector<double> gradient_at(const Problem& problem, const Point& point) {
  const std::vector<RowIndex> rows = used_rows(problem);
  BlockObjective all(problem);
  all.move_to(rows, point);
  const auto slopes = all.derivatives();
  std::vector<double> gradient(point.w.size(), 0.0);
  problem.design->add_transposed(rows, slopes, gradient);
  for (std::size_t j = 0; j < point.w.size(); ++j) gradient[j] += problem.l2 * point.w[j];
  double sum = 0.0;
  for (const double slope : slopes) sum += slope;
  gradient.push_back(sum);
  return gradient;
}

double objective_at(const Problem& problem, const Point& point) {
  const std::vector<RowIndex> rows = used_rows(problem);
  BlockObjective all(problem);
  all.move_to(rows, point);
  return all.value(point);
}

Point best_constant(const Problem& problem) {
  Point point(problem.features());
  if (!problem.intercept) return point;
  double low = -100.0;
  double high = 100.0;
  for (int halving = 0; halving < 200; ++halving) {
    point.intercept = 0.5 * (low + high);
    (gradient_at(problem, point).back() > 0.0 ? high : low) = point.intercept;
  }
  return point;
}

double largest(const std::vector<double>& values) {
  double most = 0.0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

double largest_on_support(const Problem& problem, const Point& point) {
  const std::vector<double> gradient = gradient_at(problem, point);
  double most = problem.intercept ? std::abs(gradient.back()) : 0.0;
  for (const NodeId feature : point.support) {
    most = std::max(most, std::abs(gradient[static_cast<std::size_t>(feature)]));
  }
  return most;
}

class EveryLossAndSolver : public testing::TestWithParam<std::tuple<std::string, std::string>> {
 protected:
  SolverChoice choice() const { return resolve_solver(std::get<1>(GetParam())); }
  const SolverRow& solver() const { return choice().row; }

  Result run(const Problem& problem, const Point* start = nullptr) const {
    SolverOptions options = solver().options;
    options.max_epochs = 40;
    const auto structure = data_.structure(choice().structure);
    return solve(problem, *structure, options, start);
  }

  template <class Check>
  void for_every_problem(Check check) const {
    for (const bool weighted : {false, true}) {
      for (const double l2 : {0.0, 0.3}) {
        for (const bool intercept : {false, true}) {
          SCOPED_TRACE(testing::Message() << (weighted ? "weights, " : "") << "l2 " << l2
                                          << (intercept ? ", intercept" : ""));
          check(data_.problem(*loss_, weighted, l2, intercept));
        }
      }
    }
  }

  std::unique_ptr<Loss> loss_ = find_loss(std::get<0>(GetParam())).make();
  NoisyData data_{*loss_};
};

TEST_P(EveryLossAndSolver, endsStationaryOrNoWorseThanItMayBe) {
  for_every_problem([this](const Problem& problem) {
    const Point constant = best_constant(problem);
    const double bound = objective_at(problem, constant);
    const Result result = run(problem);
    EXPECT_TRUE(std::isfinite(result.objective));
    EXPECT_DOUBLE_EQ(result.objective, objective_at(problem, result.x));
    EXPECT_LE(result.objective, bound + 1e-12 * std::abs(bound));
    EXPECT_LE(result.objective, objective_at(problem, Point(kFeatures)));
    if (solver().options.refit || solver().options.average) {
      EXPECT_LE(largest_on_support(problem, result.x),
                1e-6 * largest(gradient_at(problem, constant)));
    }
  });
}

TEST_P(EveryLossAndSolver, endsNoWorseThanAGoodStart) {
  const Problem problem = data_.problem(*loss_, false, 0.3, true);
  const Result good = run(problem);
  const Result again = run(problem, &good.x);
  EXPECT_LE(again.objective, good.objective);
}

std::vector<std::string> loss_names() {
  std::vector<std::string> names;
  for (const LossRow& row : loss_table()) names.emplace_back(row.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Tables, EveryLossAndSolver,
                         testing::Combine(testing::ValuesIn(loss_names()),
                                          testing::ValuesIn(every_solver_name())),
                         [](const auto& test) {
                           std::string name =
                               std::get<0>(test.param) + '_' + std::get<1>(test.param);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// Six coefficients of 0.3 on normal features, and counts of any size.
class CountsOfMean : public testing::TestWithParam<double> {};

TEST_P(CountsOfMean, areFittedByEverySolver) {
  constexpr RowIndex kCountRows = 300;
  constexpr NodeId kColumns = 100;
  RandomStream stream(5, "counts");
  std::vector<double> values(static_cast<std::size_t>(kCountRows) * kColumns);
  for (double& value : values) value = stream.normal();
  std::vector<double> target;
  for (std::size_t i = 0; i < kCountRows; ++i) {
    double z = std::log(GetParam()) - 0.27;
    for (std::size_t j = 42; j < 48; ++j) z += 0.3 * values[i * kColumns + j];
    // Counts of events at exponential distances.
    double time = 0.0;
    double count = -1.0;
    while (time < std::exp(z)) {
      time -= std::log(1.0 - stream.uniform());
      count += 1.0;
    }
    target.push_back(std::max(count, 0.0));
  }
  const DenseMatrix<double> design(kCountRows, kColumns, std::move(values));
  const auto loss = find_loss("poisson").make();
  const Graph grid = make_grid(10, 10);
  for (const bool intercept : {true, false}) {
    const Problem problem{&design, target, loss.get(), {}, 0.0, intercept};
    const Point constant = best_constant(problem);
    for (const std::string& name : every_solver_name()) {
      SCOPED_TRACE(testing::Message() << name << (intercept ? "" : " without intercept"));
      const SolverChoice choice = resolve_solver(name);
      std::vector<std::int32_t> group(kColumns);
      for (std::size_t j = 0; j < group.size(); ++j) group[j] = static_cast<std::int32_t>(j / 6);
      StructureSpec spec;
      spec.kind = choice.structure;
      spec.features = kColumns;
      spec.sparsity = 6;
      spec.graph = &grid;
      spec.groups = group;
      SolverOptions parts = choice.row.options;
      parts.max_epochs = 60;
      const auto structure = make_structure(spec, parts);
      const Result result = solve(problem, *structure, parts);
      EXPECT_TRUE(std::isfinite(result.objective));
      EXPECT_LE(result.objective, objective_at(problem, constant));
      if (!intercept) continue;
      EXPECT_NE(result.termination, Termination::diverged);
      // Every one of them gets most of what the planted features explain.
      Point truth(kColumns);
      truth.support = {42, 43, 44, 45, 46, 47};
      for (const NodeId feature : truth.support) truth.w[static_cast<std::size_t>(feature)] = 0.3;
      truth.intercept = std::log(GetParam()) - 0.27;
      const double gain = objective_at(problem, constant) - objective_at(problem, truth);
      EXPECT_LE(result.objective, objective_at(problem, constant) - 0.5 * gain);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Means, CountsOfMean, testing::Values(0.2, 3.0, 28.0, 200.0, 1000.0));

}  // namespace
}  // namespace graphsparse
