// The proven bounds of moat growing against exact optima, recorded ones and our own by brute force:
// with gw pruning cost + 2 * prizes outside <= 2 * optimum, with strong pruning the objective is at
// most twice the optimum, and the lower bound is one.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "graphsparse/pcst/pcst.hpp"
#include "support/brute_force.hpp"
#include "support/golden_files.hpp"
#include "support/instances.hpp"
#include "support/shared_data.hpp"
#include "support/validity.hpp"

namespace graphsparse {
namespace {

using test_support::BruteForce;
using test_support::forest_defect;
using test_support::GoldenExact;
using test_support::Instance;

struct Ratios {
  int count = 0;
  double sum = 0.0;
  double worst = 1.0;

  void add(double value, double optimum) {
    const double ratio = optimum > 0.0 ? value / optimum : 1.0;
    ++count;
    sum += ratio;
    worst = std::max(worst, ratio);
  }
  double mean() const { return sum / std::max(count, 1); }
  void print(const std::string& name) const {
    std::cout << name << ": mean " << mean() << ", worst " << worst << " in " << count
              << " solves\n";
  }
};

// Solves with every pruning and checks validity and bounds.
class BoundChecker {
 public:
  explicit BoundChecker(const Graph& graph) : graph_(graph), solver_(graph) {}

  void check(const std::vector<double>& prizes, NodeId root, std::int64_t components,
             double optimum, const std::string& label) {
    double total = 0.0;
    for (const double prize : prizes) total += prize;
    // Relative to the input: where the optimum is zero, sums still carry rounding errors.
    const double tolerance = 1e-9 * optimum + 1e-13 * total;
    solver_.set_prizes(prizes);
    for (const Pruning pruning : {Pruning::none, Pruning::simple, Pruning::gw, Pruning::strong}) {
      const PcstOptions options{.root = root, .components = components, .pruning = pruning};
      const Forest& forest = solver_.solve(options);
      const std::string where = label + ", root " + std::to_string(root) + ", g " +
                                std::to_string(components) + ", " + std::string(to_string(pruning));
      EXPECT_EQ(forest_defect(graph_, prizes, options, forest), "") << where;
      EXPECT_LE(forest.lower_bound, optimum + tolerance) << where;
      if (pruning == Pruning::gw) {
        EXPECT_LE(forest.cost + 2 * forest.prizes_outside, 2 * (optimum + tolerance)) << where;
        // The proof of the factor two goes through the bound, so it cannot be weaker than that.
        EXPECT_LE(optimum, 2 * (forest.lower_bound + tolerance)) << where;
        gw.add(forest.objective(), optimum);
        bound.add(optimum, forest.lower_bound);
      }
      if (pruning == Pruning::strong) {
        EXPECT_LE(forest.objective(), 2 * (optimum + tolerance)) << where;
        strong.add(forest.objective(), optimum);
      }
      if (pruning != Pruning::none) {
        EXPECT_GE(forest.objective(), optimum - tolerance) << where << ": better than the best";
      }
    }
  }

  static void check_ratios() {
    gw.print("objective / optimum, gw");
    strong.print("objective / optimum, strong");
    bound.print("optimum / lower bound");
    EXPECT_LE(bound.mean(), 1.35) << "the lower bound has become weaker";
  }

 private:
  inline static Ratios gw;
  inline static Ratios strong;
  inline static Ratios bound;

  const Graph& graph_;
  PcstSolver solver_;
};

TEST(PcstBounds, holdOnTheRecordedExactCases) {
  constexpr const char* kFile = "golden/exact/exact.txt";
  const auto file = test_support::find_shared(kFile);
  if (!file) GTEST_SKIP() << test_support::missing_shared_message(kFile);
  const auto cases = test_support::read_golden_exact(*file);
  ASSERT_FALSE(cases.empty());
  for (const GoldenExact& exact : cases) {
    const Graph graph = exact.graph();
    std::vector<double> prizes;
    for (const double value : exact.x) prizes.push_back(value * value);
    BoundChecker checker(graph);
    for (const auto& steiner : exact.steiner) {
      checker.check(prizes, steiner.root, steiner.components, steiner.optimum, exact.name);
    }
  }
  BoundChecker::check_ratios();
}

// Our brute force must itself be right before it judges others.
TEST(BruteForce, findsTheRecordedOptima) {
  constexpr const char* kFile = "golden/exact/exact.txt";
  const auto file = test_support::find_shared(kFile);
  if (!file) GTEST_SKIP() << test_support::missing_shared_message(kFile);
  for (const GoldenExact& exact : test_support::read_golden_exact(*file)) {
    const BruteForce brute(exact.graph());
    std::vector<double> prizes;
    for (const double value : exact.x) prizes.push_back(value * value);
    for (const auto& steiner : exact.steiner) {
      const double optimum = steiner.root == kNoNode
                                 ? brute.best_steiner_forest(prizes, steiner.components)
                                 : brute.best_rooted_tree(prizes, steiner.root);
      EXPECT_NEAR(optimum, steiner.optimum, 1e-9 * (1 + steiner.optimum)) << exact.name;
    }
    for (const auto& projection : exact.projections) {
      const auto best = brute.best_support(prizes, 0, projection.size, projection.components);
      ASSERT_TRUE(best.has_value());
      EXPECT_NEAR(*best, projection.best_kept, 1e-9 * (1 + projection.best_kept)) << exact.name;
    }
  }
}

TEST(PcstBounds, holdAgainstBruteForceOnRandomGraphs) {
  constexpr std::uint64_t kSeeds = 12;
  for (const auto shape : test_support::kShapes) {
    for (const auto values : test_support::kValues) {
      for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        // Mostly small, since the work doubles with each node; 13 and 14 now and then.
        const auto node_count = static_cast<std::int64_t>(seed == 0 ? 14 : 2 + seed);
        const Instance instance = make_instance(shape, values, node_count, seed);
        const std::string label = describe(shape, values, node_count, seed);
        const Graph graph = instance.graph();
        const BruteForce brute(graph);
        BoundChecker checker(graph);
        for (const std::int64_t components : {1, 2, 3}) {
          checker.check(instance.prizes, kNoNode, components,
                        brute.best_steiner_forest(instance.prizes, components), label);
        }
        for (const NodeId root : {NodeId{0}, static_cast<NodeId>(node_count - 1)}) {
          checker.check(instance.prizes, root, 0, brute.best_rooted_tree(instance.prizes, root),
                        label);
        }
      }
    }
  }
  BoundChecker::check_ratios();
}

}  // namespace
}  // namespace graphsparse
