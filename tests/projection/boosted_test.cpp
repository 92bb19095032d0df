// Boosted heads against brute force: heads as bad as a proof allows, and our own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "graphsparse/core/error.hpp"
#include "graphsparse/graph/builders.hpp"
#include "projection/budget_tour.hpp"
#include "projection/methods.hpp"
#include "support/all_supports.hpp"
#include "support/brute_force.hpp"
#include "support/instances.hpp"
#include "support/projection_options.hpp"

namespace graphsparse {
namespace {

using test_support::AllSupports;
using test_support::BruteForce;
using test_support::Instance;
using test_support::kShapes;
using test_support::Shape;
using test_support::Values;

using NodeSet = std::uint32_t;

bool is_connected(const Graph& graph, NodeSet set) {
  NodeSet reached = set & -set;
  for (NodeSet last = 0; last != reached;) {
    last = reached;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
      if ((reached >> node & 1U) == 0) continue;
      for (const Graph::Incidence& edge : graph.incident(node)) {
        reached |= set & (NodeSet{1} << edge.neighbour);
      }
    }
  }
  return reached == set;
}

// Of all connected supports that keep the share kBudgetHeadFactor of the best one the one that
// keeps least: no head with this proven factor is worse.
class WeakestHead final : public Projection {
 public:
  WeakestHead(const Graph& graph, const ProjectionOptions& options) : graph_(graph) {
    for (NodeSet set = 1; set < NodeSet{1} << graph.node_count(); ++set) {
      if (std::popcount(set) <= options.max_size && is_connected(graph, set)) sets_.push_back(set);
    }
  }

  const ProjectionResult& project(std::span<const double> x) override {
    std::vector<double> kept;
    for (const NodeSet set : sets_) {
      double sum = 0.0;
      for (std::size_t node = 0; node < x.size(); ++node) {
        if ((set >> node & 1U) != 0) sum += x[node] * x[node];
      }
      kept.push_back(sum);
    }
    const double best = *std::max_element(kept.begin(), kept.end());
    std::size_t chosen = 0;
    double least = best * 2.0 + 1.0;
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      if (kept[i] < kBudgetHeadFactor * best || kept[i] >= least) continue;
      chosen = i;
      least = kept[i];
    }
    result_.support.clear();
    for (NodeId node = 0; node < graph_.node_count(); ++node) {
      if ((sets_[chosen] >> node & 1U) != 0) result_.support.push_back(node);
    }
    result_.captured = kept[chosen];
    result_.certified_factor = std::sqrt(kBudgetHeadFactor);
    return result_;
  }

 private:
  const Graph& graph_;
  std::vector<NodeSet> sets_;
  ProjectionResult result_;
};

constexpr ProjectionMethod kWeakest{
    "weakest", "for tests",
    [](const Graph& graph, const ProjectionOptions& options) -> std::unique_ptr<Projection> {
      return std::make_unique<WeakestHead>(graph, options);
    }};

ProjectionOptions head_of(std::int64_t size, std::int64_t components, double factor) {
  ProjectionOptions options = test_support::of_size(size, size, components);
  options.kind = ProjectionKind::head;
  options.factor = factor;
  return options;
}

std::vector<double> squares(const std::vector<double>& x) {
  std::vector<double> all;
  for (const double value : x) all.push_back(value * value);
  return all;
}

// After t rounds c^2 >= 1 - (1 - c_H^2)^t, whatever the heads are, for t = 1 to 5.
TEST(BoostedHead, keepsWhatTheProofPromisesAfterEveryRound) {
  int most_rounds = 0;
  for (const Shape shape : kShapes) {
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      const std::int64_t n = 10 + 2 * static_cast<std::int64_t>(seed);
      SCOPED_TRACE(test_support::describe(shape, Values::unit_costs, n, seed));
      const Instance instance = make_instance(shape, Values::unit_costs, n, seed);
      const Graph graph = instance.graph();
      const BruteForce brute(graph);
      const std::vector<double> x = signed_roots(instance, seed);
      const double best = brute.best_support(squares(x), 1, 4, 1).value();
      for (int t = 1; t <= 5; ++t) {
        const double promised = 1.0 - std::pow(1.0 - kBudgetHeadFactor, t);
        const ProjectionOptions options = head_of(4, 1, std::sqrt(promised) - 1e-9);
        const auto projection = make_projection(kWeakest, graph, options);
        const ProjectionResult& result = projection->project(x);
        EXPECT_LE(result.rounds, t);
        EXPECT_GE(result.captured, (promised - 1e-8) * best);
        ASSERT_TRUE(result.certified_factor);
        EXPECT_GE(*result.certified_factor, *options.factor);
        EXPECT_LE(*result.certified_factor * *result.certified_factor * best,
                  result.captured + 1e-9 * best);
        EXPECT_LE(std::ssize(result.support), 4 * result.rounds);
        EXPECT_LE(result.components, result.rounds);
        most_rounds = std::max(most_rounds, result.rounds);
      }
    }
  }
  EXPECT_GE(most_rounds, 3) << "heads so good that nothing was boosted";
}

TEST(BoostedHead, needsFiveRoundsOfTheBudgetForNinetyFiveHundredths) {
  const double plain = std::sqrt(kBudgetHeadFactor);
  EXPECT_EQ(rounds_for_factor(plain, 0.6), 1);
  EXPECT_EQ(rounds_for_factor(plain, 0.7), 2);
  EXPECT_EQ(rounds_for_factor(plain, 0.9), 4);
  EXPECT_EQ(rounds_for_factor(plain, 0.95), 5);
  EXPECT_EQ(rounds_for_factor(1.0, 0.99), 1);
}

class BoostedMethod : public testing::TestWithParam<std::string_view> {
 protected:
  static const ProjectionMethod& method() {
    for (const ProjectionMethod& row : projection_methods()) {
      if (row.name == GetParam()) return row;
    }
    throw InputError("no such method");
  }
};

TEST_P(BoostedMethod, reachesItsFactorAndNeverClaimsTooMuch) {
  for (const Shape shape : kShapes) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const std::int64_t n = 8 + static_cast<std::int64_t>(seed);
      SCOPED_TRACE(test_support::describe(shape, Values::unit_costs, n, seed));
      const Instance instance = make_instance(shape, Values::unit_costs, n, seed);
      const Graph graph = instance.graph();
      const AllSupports supports(graph);
      const std::vector<double> x = signed_roots(instance, seed);
      for (const double factor : {0.8, 0.95, 0.999}) {
        for (std::int64_t g = 1; g <= 2; ++g) {
          ProjectionOptions options = head_of(4, g, factor);
          const bool has_budget = method().needs_budget;
          if (has_budget) options.budget = static_cast<double>(4 - g);
          const auto projection = make_projection(method(), graph, options);
          const ProjectionResult& result = projection->project(x);
          ProjectionOptions model = test_support::budget_model(ProjectionKind::head, 4, g, 4.0);
          const double best = supports.largest_capture(x, model);
          ASSERT_TRUE(result.certified_factor);
          EXPECT_GE(*result.certified_factor, factor);
          EXPECT_LE(*result.certified_factor * *result.certified_factor * best,
                    result.captured + 1e-9 * best);
          EXPECT_LE(result.components, result.rounds * g);
          if (has_budget) {
            EXPECT_LE(result.rounds, rounds_for_factor(std::sqrt(kBudgetHeadFactor), factor));
          } else {
            EXPECT_LE(std::ssize(result.support), 4 * result.rounds);
          }
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, BoostedMethod,
                         testing::Values("tree-dp", "budget", "exact", "local"));

// Scales, zeros and one vector after another on the same workspace.
TEST(BoostedHead, doesNotDependOnScaleOrOnTheVectorBefore) {
  const Graph path = make_path(30);
  std::vector<double> x(30, 0.0);
  x[3] = x[4] = 2.0;
  x[20] = x[21] = 1.9;
  const auto projection = make_projection(default_projection_method(), path, head_of(2, 1, 0.9));
  EXPECT_EQ(projection->project(x).rounds, 1);
  EXPECT_EQ(projection->project(x).support, (Support{3, 4}));
  EXPECT_EQ(projection->project(std::vector<double>(30, 0.0)).certified_factor, 1.0);
  for (double& value : x) value *= 0x1p-400;
  EXPECT_EQ(projection->project(x).support, (Support{3, 4}));
}

TEST(BoostedHead, refusesFactorsThatNoHeadHas) {
  const Graph path = make_path(5);
  for (const double factor : {0.0, 1.0, -1.0, std::nan("")}) {
    EXPECT_THROW((void)make_projection(default_projection_method(), path, head_of(2, 1, factor)),
                 InputError);
  }
  ProjectionOptions tail = head_of(2, 1, 0.9);
  tail.kind = ProjectionKind::tail;
  EXPECT_THROW((void)make_projection(default_projection_method(), path, tail), InputError);
}

}  // namespace
}  // namespace graphsparse
