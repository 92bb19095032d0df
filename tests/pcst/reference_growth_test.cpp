// The solver's growth against a plain one that looks at everything in each step. All of the
// solver's laziness must not show.
#include "support/reference_growth.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "graphsparse/pcst/pcst.hpp"
#include "pcst/growth_state.hpp"
#include "pcst/heap_growth.hpp"
#include "pcst/queue_growth.hpp"
#include "support/hard_families.hpp"
#include "support/instances.hpp"

namespace graphsparse {
namespace {

using test_support::grow_plainly;
using test_support::Instance;
using test_support::make_instance;
using test_support::ReferenceGrowth;
using test_support::Values;

void expect_same_growth(PcstSolver& solver, const Instance& instance, PcstOptions options,
                        const std::string& label, double tolerance = 1e-9) {
  options.pruning = Pruning::none;  // returns every edge bought
  const Forest& forest = solver.solve({instance.prizes, options});
  const ReferenceGrowth reference = grow_plainly(solver.graph(), instance.prizes, options);
  EXPECT_EQ(forest.edges, reference.bought)
      << label << ", root " << options.root << ", g " << options.components;
  EXPECT_NEAR(solver.moats().total, reference.moats, tolerance * reference.moats) << label;
}

// Continuous values only: with ties both are right and may differ.
TEST(PcstGrowth, equalsPlainGrowthOnRandomGraphs) {
  for (const auto shape : test_support::kShapes) {
    for (std::uint64_t seed = 0; seed < 25; ++seed) {
      const auto node_count = static_cast<std::int64_t>(1 + 5 * seed);
      const Instance instance = make_instance(shape, Values::continuous, node_count, seed);
      const Graph graph = instance.graph();
      PcstSolver solver(graph);
      const std::string label = describe(shape, Values::continuous, node_count, seed);
      for (const double scale : {0.1, 1.0, 3.0}) {
        expect_same_growth(solver, instance, {.cost_scale = scale, .components = 1}, label);
        expect_same_growth(solver, instance, {.cost_scale = scale, .components = 4}, label);
        const auto root = static_cast<NodeId>(node_count / 2);
        expect_same_growth(solver, instance, {.cost_scale = scale, .root = root, .components = 0},
                           label);
      }
    }
  }
}

// The two kinds of growth, each on its own: the solver falls back on the second only where the
// first would take too long, which ordinary input never shows.
template <class Growth>
class GrowthKind : public ::testing::Test {
 protected:
  void expect_plain_growth(const Graph& graph, const std::vector<double>& prizes,
                           const PcstOptions& options, const std::string& label) {
    GrowthState state(graph);
    Growth growth(graph);
    // Twice, to see what the first run leaves behind.
    for (int round = 0; round < 2; ++round) {
      state.start(prizes, options);
      grow(growth, state, options);
      state.finish();
      std::vector<EdgeId> bought;
      for (const Purchase& purchase : state.purchases()) bought.push_back(purchase.edge);
      std::sort(bought.begin(), bought.end());
      EXPECT_EQ(bought, grow_plainly(graph, prizes, options).bought)
          << label << ", root " << options.root << ", g " << options.components;
    }
  }

 private:
  static void grow(QueueGrowth& growth, GrowthState& state, const PcstOptions& options) {
    EXPECT_TRUE(growth.grow(state, options, std::numeric_limits<std::int64_t>::max()));
  }
  static void grow(HeapGrowth& growth, GrowthState& state, const PcstOptions& options) {
    growth.grow(state, options.components, HeapSharing::bounded);
  }
};

using GrowthKinds = ::testing::Types<QueueGrowth, HeapGrowth>;
TYPED_TEST_SUITE(GrowthKind, GrowthKinds);

TYPED_TEST(GrowthKind, equalsPlainGrowthOnRandomGraphs) {
  for (const auto shape : test_support::kShapes) {
    for (std::uint64_t seed = 100; seed < 120; ++seed) {
      const auto node_count = static_cast<std::int64_t>(2 + 3 * (seed - 100));
      const Instance instance = make_instance(shape, Values::continuous, node_count, seed);
      const Graph graph = instance.graph();
      const std::string label = describe(shape, Values::continuous, node_count, seed);
      for (const double scale : {0.3, 1.0}) {
        this->expect_plain_growth(graph, instance.prizes, {.cost_scale = scale, .components = 2},
                                  label);
        this->expect_plain_growth(graph, instance.prizes,
                                  {.cost_scale = scale, .root = 1, .components = 0}, label);
      }
    }
  }
}

TYPED_TEST(GrowthKind, equalsPlainGrowthOnHardFamilies) {
  for (const auto& [name, instance] : test_support::hard_families(20, 300)) {
    const Graph graph = instance.graph();
    this->expect_plain_growth(graph, instance.prizes, {.components = 1}, name);
    this->expect_plain_growth(graph, instance.prizes, {.root = 0, .components = 0}, name);
  }
}

TEST(PcstGrowth, equalsPlainGrowthOnHardFamilies) {
  for (const auto& [name, instance] : test_support::hard_families(20, 400)) {
    const Graph graph = instance.graph();
    PcstSolver solver(graph);
    // An edge counts as covered a little early, and each wake doubles what that moves.
    constexpr double kTolerance = 1e-5;
    expect_same_growth(solver, instance, {.components = 1}, name, kTolerance);
    expect_same_growth(solver, instance, {.components = 20}, name, kTolerance);
    expect_same_growth(solver, instance, {.root = 0, .components = 0}, name, kTolerance);
  }
}

}  // namespace
}  // namespace graphsparse
