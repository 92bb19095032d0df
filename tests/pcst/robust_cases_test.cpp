// Invalid, degenerate and numerically hard inputs, on some of which public programs crash or never
// return: ours must reject them or answer, soon.
#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <string>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/pcst/pcst.hpp"
#include "support/golden_files.hpp"
#include "support/shared_data.hpp"
#include "support/threads.hpp"
#include "support/validity.hpp"

namespace graphsparse {
namespace {

using test_support::forest_defect;
using test_support::GoldenRobust;
using test_support::run_within;

constexpr Pruning kPrunings[] = {Pruning::none, Pruning::simple, Pruning::gw, Pruning::strong};
constexpr std::chrono::seconds kSoon{20};

enum class Outcome { rejected, empty, valid };

// A result that is not valid is reported and counts as valid, to not be reported twice.
Outcome outcome_of(const GoldenRobust& robust, Pruning pruning) {
  const PcstOptions options{.root = static_cast<NodeId>(robust.root),
                            .components = robust.components,
                            .pruning = pruning};
  try {
    const Graph graph = robust.graph();
    PcstSolver solver(graph);
    const Forest& forest = solver.solve({robust.prizes, options});
    EXPECT_EQ(forest_defect(graph, robust.prizes, options, forest), "")
        << robust.name << ": " << to_string(pruning);
    return forest.nodes.empty() ? Outcome::empty : Outcome::valid;
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()), "") << robust.name;
    return Outcome::rejected;
  }
}

void expect_outcome(const GoldenRobust& robust, Pruning pruning) {
  const Outcome outcome = outcome_of(robust, pruning);
  const std::string label = robust.name + ": " + std::string(to_string(pruning));
  if (robust.expect == "reject") {
    EXPECT_EQ(outcome, Outcome::rejected) << label;
  } else if (robust.expect == "valid") {
    EXPECT_EQ(outcome, Outcome::valid) << label;
  } else if (robust.expect == "valid_empty") {
    EXPECT_EQ(outcome, Outcome::empty) << label;
  } else {
    EXPECT_EQ(robust.expect, "reject_or_valid") << label;
  }
}

TEST(RobustCases, endAsExpected) {
  constexpr const char* kFile = "golden/robust/robust.txt";
  const auto file = test_support::find_shared(kFile);
  if (!file) GTEST_SKIP() << test_support::missing_shared_message(kFile);
  const auto cases = test_support::read_golden_robust(*file);
  ASSERT_FALSE(cases.empty());
  for (const GoldenRobust& robust : cases) {
    for (const Pruning pruning : kPrunings) {
      run_within(kSoon, robust.name, [&] { expect_outcome(robust, pruning); });
    }
  }
}

// Costs far below the resolution of the time at which they are met: programs that add a remaining
// cost to the time never get on.
TEST(RobustCases, tinyCostsMetLateDoNotHang) {
  for (const double tiny : {0.0, 1e-10, 1e-17, 1e-300, 5e-324}) {
    for (const double large : {1.0, 1e6, 1e300}) {
      const std::vector<Edge> edges = {{0, 1, large}, {1, 2, tiny}, {2, 3, large},
                                       {1, 4, tiny},  {2, 4, tiny}, {4, 5, large}};
      const Graph graph = Graph::from_edges(6, edges);
      const std::vector<double> prizes = {10 * large, 0.0, tiny, 10 * large, 0.0, 3 * large};
      for (const Pruning pruning : kPrunings) {
        const PcstOptions options{.pruning = pruning};
        run_within(kSoon, "tiny cost " + std::to_string(tiny), [&] {
          PcstSolver solver(graph);
          const Forest& forest = solver.solve({prizes, options});
          EXPECT_EQ(forest_defect(graph, prizes, options, forest), "");
          EXPECT_EQ(forest.nodes.front(), 0);
          EXPECT_EQ(forest.edges.size() + 1, forest.nodes.size());
        });
      }
    }
  }
}

TEST(RobustCases, costsOfManyMagnitudesGiveValidForests) {
  // A ladder whose costs go from 1e-300 to 1e300 and prizes that keep up with them.
  std::vector<Edge> edges;
  std::vector<double> prizes;
  double scale = 1e-300;
  for (NodeId node = 0; node < 60; ++node, scale *= 1e10) {
    prizes.push_back(node % 3 == 0 ? 5 * scale : 0.0);
    if (node == 0) continue;
    edges.push_back({node - 1, node, scale / 3});
    if (node > 1) edges.push_back({node - 2, node, scale});
  }
  const Graph graph = Graph::from_edges(60, edges);
  PcstSolver solver(graph);
  for (const Pruning pruning : kPrunings) {
    for (const NodeId root : {kNoNode, NodeId{0}, NodeId{59}}) {
      const PcstOptions options{
          .root = root, .components = root == kNoNode ? 1 : 0, .pruning = pruning};
      run_within(kSoon, "many magnitudes", [&] {
        EXPECT_EQ(forest_defect(graph, prizes, options, solver.solve({prizes, options})), "");
      });
    }
  }
}

TEST(RobustCases, aFailedSolveLeavesTheWorkspaceUsable) {
  const Graph graph = Graph::from_edges(3, std::vector<Edge>{{0, 1, 1.0}, {1, 2, 1.0}});
  PcstSolver solver(graph);
  const std::vector<double> good = {3.0, 0.5, 4.0};
  const std::vector<double> bad = {3.0, std::numeric_limits<double>::quiet_NaN(), 4.0};
  const Forest before = solver.solve({good});
  EXPECT_THROW(solver.solve({bad}), InputError);
  EXPECT_THROW(solver.solve({good, {.root = 7, .components = 0}}), InputError);
  const Forest& after = solver.solve({good});
  EXPECT_EQ(after.nodes, before.nodes);
  EXPECT_EQ(after.edges, before.edges);
}

}  // namespace
}  // namespace graphsparse
