#include "graphsparse/reference/authors_protocol.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/reference/projection_table.hpp"
#include "graphsparse/solver/hooks.hpp"
#include "support/planted.hpp"

namespace graphsparse {
namespace {

// Of so many trials with the authors' step, blocks, projections and stop test
// (docs/notes/solvers.md).
int recovered_by_authors(std::string_view name, std::int64_t sparsity, std::int64_t observations,
                         int trials) {
  int recovered = 0;
  const SolverChoice choice = resolve_solver(name);
  for (int trial = 0; trial < trials; ++trial) {
    const PlantedProblem planted =
        PlantedProblem::linear(sparsity, observations, static_cast<std::uint64_t>(trial));
    AuthorsProtocol protocol = authors_recovery(choice, {1.0, sparsity}, observations);
    protocol.projection = &find_projection("bisection");
    protocol.options.trial = static_cast<std::uint64_t>(trial);
    StructureSpec spec;
    spec.kind = choice.structure;
    spec.features = planted.graph.node_count();
    spec.graph = &planted.graph;
    spec.sparsity = sparsity;
    protocol.apply_to(spec);
    const auto structure = make_structure(spec, protocol.options);
    const Result result = solve(planted.problem(), *structure, protocol.options);
    if (planted.error(result.x) <= 1e-6) ++recovered;
  }
  return recovered;
}

TEST(AuthorsProtocol, graphStoIhtRecoversWhereThePaperSaysSo) {
  EXPECT_GE(recovered_by_authors("graph-sto-iht", 8, 60, 10), 9);
  EXPECT_GE(recovered_by_authors("graph-sto-iht", 20, 100, 5), 4);
}

TEST(AuthorsProtocol, theOthersFailWhereThePaperSaysSo) {
  EXPECT_EQ(recovered_by_authors("iht", 8, 60, 10), 0);
  EXPECT_GE(recovered_by_authors("sto-iht", 8, 60, 10), 8);
  EXPECT_LE(recovered_by_authors("sto-iht", 20, 100, 10), 1);
}

TEST(AuthorsProtocol, blocksLeaveOutTheRowsThatFillNone) {
  const PlantedProblem planted = PlantedProblem::linear(4, 25);
  const SolverChoice choice = resolve_solver("sto-iht");
  AuthorsProtocol protocol = authors_recovery(choice, {0.1, 10, 1}, 25);
  const auto theirs = planted.structure(StructureKind::none);
  EXPECT_EQ(solve(planted.problem(), *theirs, protocol.options).iterations, 2);
  protocol.options.hooks = nullptr;
  const auto ours = planted.structure(StructureKind::none);
  EXPECT_EQ(solve(planted.problem(), *ours, protocol.options).iterations, 3);
}

TEST(AuthorsProtocol, numberOfBlocksIsRoundedDownWhereOursIsRoundedUp) {
  SolverOptions options = resolve_solver("sto-iht").row.options;
  EXPECT_EQ(block_size_for(options, 25, 2), 13);
  options = authors_classification(options, StructureKind::none, nullptr);
  EXPECT_EQ(block_size_for(options, 25, 2), 12);
  EXPECT_EQ(block_size_for(options, 1, 2), 1);
}

TEST(AuthorsProtocol, stepIsOnTheSumOverTheBlock) {
  const AuthorsProtocol batch = authors_recovery(resolve_solver("iht"), {0.5, 10}, 40);
  EXPECT_EQ(batch.options.step_factor, 0.5 * 40);
  const AuthorsProtocol blocks = authors_recovery(resolve_solver("sto-iht"), {0.5, 10}, 40);
  EXPECT_EQ(blocks.options.step_factor, 0.5 * 20);
}

TEST(AuthorsProtocol, headGoesWithTheirSearchAlone) {
  const SolverOptions parts = resolve_solver("graph-iht").row.options;
  const auto has_head = [&](StructureKind structure, const ProjectionMethod* projection) {
    return authors_classification(parts, structure, projection).head;
  };
  EXPECT_TRUE(has_head(StructureKind::graph, &find_projection("bisection")));
  EXPECT_FALSE(has_head(StructureKind::graph, nullptr));
  EXPECT_FALSE(has_head(StructureKind::none, &find_projection("bisection")));
}

TEST(AuthorsProtocol, weighsEachClassByTheShareOfTheOther) {
  const std::vector<double> labels = {1, -1, -1, -1};
  EXPECT_THAT(authors_class_weights(labels), testing::ElementsAre(0.75, 0.25, 0.25, 0.25));
}

}  // namespace
}  // namespace graphsparse
