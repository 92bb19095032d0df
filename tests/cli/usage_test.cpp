// What the tool says about itself, and about a wrong command line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cli/run_binary.hpp"
#include "graphsparse/core/version.hpp"
#include "graphsparse/reference/projection_table.hpp"

namespace graphsparse {
namespace {

using testing::HasSubstr;
using testing::Not;

class CommandLine : public BinaryTest {
 protected:
  void SetUp() override {
    BinaryTest::SetUp();
    if (IsSkipped()) return;
    write("g.tsv", "a\tb\nb\tc\nc\td\n");
    write("p.tsv", "a\t1\nb\t2\nc\t3\nd\t4\n");
  }
};

TEST_F(CommandLine, helpNamesEveryCommand) {
  for (const std::string flag : {"--help", "-h"}) {
    const ToolRun run = tool(flag);
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.err, "");
    for (const std::string command : {"pcst", "project", "demo"}) {
      EXPECT_THAT(run.out, HasSubstr("\n  " + command + " "));
    }
  }
}

TEST_F(CommandLine, helpOfEachCommandNamesItsOptions) {
  const std::vector<std::string> common = {"--json",    "--quiet",  "--seed",
                                           "--threads", "--config", "--out"};
  const std::vector<std::pair<std::string, std::vector<std::string>>> commands = {
      {"pcst",
       {"--graph", "--prizes", "--root", "--components", "--pruning none|simple|gw|strong",
        "--cost-scale", "--repeat"}},
      {"project",
       {"--graph", "--vector", "--kind head|tail", "--sparsity", "--slack", "--low", "--high",
        "--components", "--method", "--max-calls", "--budget", "--lambda", "--repeat"}},
      {"demo", {}}};
  for (const auto& [command, options] : commands) {
    const ToolRun run = tool(command + " --help");
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.err, "");
    for (const std::string& option : options) EXPECT_THAT(run.out, HasSubstr("\n  " + option));
    for (const std::string& option : common) EXPECT_THAT(run.out, HasSubstr("\n  " + option));
  }
}

TEST_F(CommandLine, helpOfProjectExplainsEveryMethod) {
  const ToolRun run = tool("project --help");
  for (const ProjectionMethod& method : all_projection_methods()) {
    EXPECT_THAT(run.out, HasSubstr("\n  " + std::string(method.name) + " "));
    EXPECT_THAT(run.out, HasSubstr(std::string(method.summary)));
  }
}

TEST_F(CommandLine, helpWinsOverMistakes) {
  const ToolRun run = tool("pcst --components x --help");
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.out, HasSubstr("--cost-scale"));
  EXPECT_EQ(run.err, "");
}

TEST_F(CommandLine, versionIsThatOfTheLibrary) {
  const ToolRun run = tool("--version");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.out, "graphsparse " + std::string(kVersion) + "\n");
}

TEST_F(CommandLine, mistakesGetOneLineWithAHint) {
  const std::string pcst = "pcst --graph g.tsv --prizes p.tsv ";
  const std::string project = "project --graph g.tsv --vector p.tsv ";
  const std::string tail = project + "--kind tail --sparsity 2 ";
  const std::vector<std::pair<std::string, std::string>> mistakes = {
      {"",
       "a command is needed: pcst, project, simulate, fit, predict, cv, "
       "reproduce, demo"},
      {"''", "unknown command ''"},
      {"pcts --graph g.tsv", "unknown command 'pcts'; did you mean 'pcst'?"},
      {"PROJECT", "did you mean 'project'?"},
      {"fly", "unknown command 'fly'; commands are pcst, project"},
      {"help nonsense", "there is no help on 'nonsense' (see"},
      {"help projct", "there is no help on 'projct'; did you mean 'project'?"},
      {"help option", "did you mean 'options'?"},
      {"--verson", "unknown option '--verson'; did you mean '--version'?"},
      {"--json pcst", "--json must come after the command: graphsparse pcst --json"},
      {pcst + "--compnents 2", "unknown option '--compnents'; did you mean '--components'?"},
      {pcst + "--rot=a", "unknown option '--rot'; did you mean '--root'?"},
      {"pcst --grph g.tsv --prizes p.tsv", "did you mean '--graph'?"},
      {pcst + "-x", "unknown option '-x'"},
      {pcst + "extra", "unexpected argument 'extra'"},
      {pcst + "demo", "unexpected argument 'demo'"},
      {"pcst --prizes p.tsv", "--graph is required"},
      {"pcst --graph g.tsv", "--prizes is required"},
      {"pcst --graph g.tsv --prizes", "--prizes needs a value"},
      {"pcst --graph '' --prizes p.tsv", "--graph must be"},
      {pcst + "--graph g.tsv", "--graph is given 2 times"},
      {pcst + "--components -1", "--components must be a whole number of at least 0, not '-1'"},
      {pcst + "--components 1.5", "--components must be a whole number of at least 0, not '1.5'"},
      {pcst + "--components two", "not 'two'"},
      {pcst + "--components 99999999999999999999", "not '99999999999999999999'"},
      {pcst + "--components 0", "--components must be at least 1 without --root"},
      {pcst + "--root a --components 1", "--root grows one tree"},
      {pcst + "--pruning stron", "did you mean 'strong'?"},
      {pcst + "--cost-scale -1", "--cost-scale must be a finite number of at least 0, not '-1'"},
      {pcst + "--cost-scale nan", "not 'nan'"},
      {pcst + "--cost-scale inf", "not 'inf'"},
      {pcst + "--cost-scale 1e999", "not '1e999'"},
      {pcst + "--cost-scale 1x", "not '1x'"},
      {pcst + "--repeat 0", "--repeat must be a whole number of at least 1, not '0'"},
      {pcst + "--seed -1", "--seed must be a whole number of at least 0, not '-1'"},
      {pcst + "--threads 0", "--threads must be a whole number from 1 to 4096, not '0'"},
      {pcst + "--json=perhaps", "--json"},
      {"project --graph g.tsv --vector p.tsv --sparsity 2", "--kind is required"},
      {project + "--kind tails --sparsity 2", "did you mean 'tail'?"},
      {project + "--kind tail", "--kind tail needs a size: --sparsity, or --low and --high"},
      {tail + "--low 1 --high 2", "--sparsity and --low cannot be given together"},
      {project + "--kind tail --low 1", "--low requires --high"},
      {project + "--kind head --high 1", "--high requires --low"},
      {project + "--kind tail --low 1 --high 2 --slack 0.1", "--slack requires --sparsity"},
      {project + "--kind head --slack 0.1", "--slack requires --sparsity"},
      {project + "--kind tail --low 3 --high 2", "--low 3 is above --high 2"},
      {project + "--kind tail --low -1 --high 2", "--low must be a whole number of at least 0"},
      {project + "--kind tail --sparsity 0", "--sparsity must be a whole number of at least 1"},
      {project + "--kind tail --sparsity 2.5", "not '2.5'"},
      {tail + "--slack -0.1", "--slack must be a finite number of at least 0"},
      {tail + "--slack nan", "not 'nan'"},
      {tail + "--method bisecton", "did you mean 'bisection'?"},
      {tail + "--method budget", "--method budget needs --budget"},
      {tail + "--budget 3", "--budget is for --method budget"},
      {tail + "--method budget --budget -3", "--budget must be a finite number of at least 0"},
      {tail + "--components 0", "--components must be a whole number of at least 1"},
      {tail + "--max-calls 0", "--max-calls must be a whole number from 1 to 2147483647"},
      {tail + "--lambda 0", "--lambda must be a finite number above 0"},
      {tail + "--lambda -1", "--lambda must be a finite number above 0"},
      {tail + "--repeat -1", "--repeat must be a whole number of at least 1"},
      {"demo --seed x", "--seed must be a whole number of at least 0, not 'x'"},
      {"demo --graph g.tsv", "unknown option '--graph'"},
  };
  for (const auto& [arguments, message] : mistakes) {
    SCOPED_TRACE(arguments);
    const ToolRun run = tool(arguments);
    expect_failure(run, 2, message);
    EXPECT_THAT(run.err, HasSubstr("--help')\n"));
  }
}

TEST_F(CommandLine, hintNamesTheCommandThatWasTried) {
  EXPECT_THAT(tool("project --oops").err, HasSubstr("(see 'graphsparse project --help')"));
  EXPECT_THAT(tool("--oops").err, HasSubstr("(see 'graphsparse --help')"));
}

TEST_F(CommandLine, noSuggestionWhereNothingIsNear) {
  EXPECT_THAT(tool("pcst --zzzzzz 1").err, Not(HasSubstr("did you mean")));
}

}  // namespace
}  // namespace graphsparse
