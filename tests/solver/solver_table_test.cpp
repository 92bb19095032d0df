// Names of solvers: a method and a structure each.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "graphsparse/core/error.hpp"
#include "graphsparse/solver/solver.hpp"

namespace graphsparse {
namespace {

using testing::HasSubstr;

std::string message_of(std::string_view solver, std::optional<StructureKind> structure = {}) {
  try {
    resolve_solver(solver, structure);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(SolverNames, areAMethodAndAStructure) {
  EXPECT_EQ(resolve_solver("graph-iht").row.name, "iht");
  EXPECT_EQ(resolve_solver("graph-iht").structure, StructureKind::graph);
  EXPECT_EQ(resolve_solver("group-iht").structure, StructureKind::groups);
  EXPECT_EQ(resolve_solver("iht").structure, StructureKind::none);
  EXPECT_EQ(resolve_solver("iht", StructureKind::groups).name(), "group-iht");
  EXPECT_EQ(resolve_solver("graph-iht", StructureKind::graph).name(), "graph-iht");
}

TEST(SolverNames, thoseThatWereThereBeforeStay) {
  for (const std::string name :
       {"iht", "sto-iht", "graph-iht", "graph-sto-iht", "niht", "cosamp", "graph-cosamp",
        "graph-svrg", "graph-saga", "graph-scsg", "graph-nsto-iht", "graph-rand-htp", "group-iht",
        "group-sto-iht"}) {
    EXPECT_EQ(resolve_solver(name).name(), name);
    EXPECT_EQ(resolve_solver(name, std::nullopt, false).name(), name);
  }
}

TEST(SolverNames, fullNamesResolveToThemselvesWithAndWithoutAGraph) {
  for (const SolverRow& row : solver_table()) {
    for (const StructureRow& structure : structure_table()) {
      const std::string name = SolverChoice{row, structure.kind}.name();
      for (const bool has_graph : {false, true}) {
        const SolverChoice choice = resolve_solver(name, std::nullopt, has_graph);
        EXPECT_EQ(&choice.row, &row) << name;
        EXPECT_EQ(choice.structure, structure.kind) << name;
      }
      EXPECT_THAT(solver_names(), testing::Contains(name));
    }
  }
}

TEST(SolverNames, bareNamesOfTheNewerMethodsGoByTheGraph) {
  EXPECT_EQ(resolve_solver("rand-htp", std::nullopt, true).structure, StructureKind::graph);
  EXPECT_EQ(resolve_solver("rand-htp", std::nullopt, false).structure, StructureKind::none);
  EXPECT_EQ(resolve_solver("niht", std::nullopt, true).structure, StructureKind::none);
}

TEST(SolverNames, contradictionsNameBothStructures) {
  const std::string message = message_of("graph-iht", StructureKind::groups);
  EXPECT_THAT(message, HasSubstr("'graph'"));
  EXPECT_THAT(message, HasSubstr("'groups'"));
}

TEST(SolverNames, unknownNameIsRejectedWithTheKnownOnes) {
  for (const std::string_view name : {"graph-ist", "graph-", "", "grap-iht", "group-lasso"}) {
    const std::string message = message_of(name);
    EXPECT_THAT(message, HasSubstr(std::string(name)));
    EXPECT_THAT(message, HasSubstr("iht, sto-iht, niht"));
    EXPECT_THAT(message, HasSubstr("graph-"));
  }
}

TEST(SolverHead, isTwiceTheSparsityForPursuit) {
  StructureSpec spec;
  spec.features = 20;
  spec.sparsity = 3;
  const std::vector<double> x(20, 1.0);
  EXPECT_EQ(make_structure(spec, find_solver("cosamp").options)->head(x).size(), 6U);
}

TEST(StepNames, keepTheEarlierSpelling) {
  EXPECT_EQ(parse_step("armijo"), StepKind::armijo);
  EXPECT_EQ(parse_step("paper-backtracking"), StepKind::armijo);
  EXPECT_EQ(renamed_step("paper-backtracking"), "armijo");
  EXPECT_EQ(renamed_step("armijo"), std::nullopt);
  EXPECT_EQ(parse_step("0.5"), std::nullopt);
}

}  // namespace
}  // namespace graphsparse
