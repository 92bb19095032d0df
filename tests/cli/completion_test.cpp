// What the tool prints for the shell and for man: made from the parser, so nothing can be missing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "cli/run_binary.hpp"

namespace graphsparse {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::vector<std::string> kCommands = {"pcst",    "project", "simulate",  "fit",
                                            "predict", "cv",      "reproduce", "demo"};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

// The options in the first columns of --help-all.
std::set<std::string> options_in(const std::string& help) {
  std::set<std::string> options;
  const std::regex entry("\n  (?:-h,)?(--[a-z][a-z0-9-]*)");
  for (std::sregex_iterator match(help.begin(), help.end(), entry), end; match != end; ++match) {
    options.insert((*match)[1]);
  }
  return options;
}

class Completion : public BinaryTest {
 protected:
  // What bash offers for the last of the words, as on a command line.
  std::vector<std::string> offered(const std::string& words) const {
    write("complete.sh",
          "source <(\"$TOOL\" completion bash)\n"
          "COMP_WORDS=(graphsparse " +
              words +
              ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_graphsparse\n"
              "printf '%s\\n' \"${COMPREPLY[@]}\"\n");
    const ToolRun run = shell("bash complete.sh");
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.err, "");
    std::filesystem::remove(work() / "complete.sh");
    return lines_of(run.out);
  }
};

TEST_F(Completion, scriptsAreValidForTheirShells) {
  for (const std::string shell_name : {"bash", "zsh"}) {
    const ToolRun run = tool("completion " + shell_name + " > script");
    EXPECT_EQ(run.status, 0);
    if (shell("command -v " + shell_name).status != 0) continue;
    EXPECT_EQ(shell(shell_name + " -n script").status, 0) << shell_name;
  }
}

TEST_F(Completion, offersCommands) {
  const std::vector<std::string> all = offered("''");
  for (const std::string& command : kCommands) EXPECT_THAT(all, Contains(command));
  EXPECT_THAT(offered("pro"), ElementsAre("project"));
  EXPECT_THAT(offered("help pre"), ElementsAre("predict"));
  EXPECT_THAT(offered("completion ''"), ElementsAre("bash", "zsh"));
}

TEST_F(Completion, offersEveryOptionOfEveryCommand) {
  for (const std::string& command : kCommands) {
    const std::set<std::string> known = options_in(tool(command + " --help-all").out);
    EXPECT_GT(known.size(), 5U);
    const std::vector<std::string> all = offered(command + " --");
    EXPECT_EQ(std::set<std::string>(all.begin(), all.end()), known) << command;
  }
}

TEST_F(Completion, offersTheValuesOfAnOption) {
  EXPECT_THAT(offered("fit --loss ''"), ElementsAre("squares", "logistic", "huber", "poisson"));
  EXPECT_THAT(offered("fit --loss = l"), ElementsAre("logistic"));
  EXPECT_THAT(offered("fit --loss ="), Contains("huber"));
  EXPECT_THAT(offered("fit --solver graph-rand"), ElementsAre("graph-rand-htp"));
  EXPECT_THAT(offered("project --kind t"), ElementsAre("tail"));
  EXPECT_THAT(offered("reproduce fig"), Contains("fig4"));
  EXPECT_THAT(offered("fit --sparsity ''"), IsEmpty());
}

TEST_F(Completion, offersFilesAndFolders) {
  write("net work.tsv", "a\tb\n");
  write("new.csv", "x\n");
  std::filesystem::create_directory(work() / "nest");
  EXPECT_THAT(offered("fit --graph net"), ElementsAre("net work.tsv"));
  EXPECT_THAT(offered("fit --model ne"), Contains("new.csv"));
  EXPECT_THAT(offered("simulate --out ne"), ElementsAre("nest"));
}

// Old spellings are understood, and nobody should learn them.
TEST_F(Completion, leavesOutEarlierSpellings) {
  EXPECT_THAT(offered("fit --"), Not(Contains("--start")));
  EXPECT_THAT(tool("help man fit").out, Not(HasSubstr("\\-\\-start")));
}

TEST_F(Completion, saysWhichShellsThereAre) {
  expect_failure(tool("completion"), 2, "needs the name of a shell: bash or zsh");
  expect_failure(tool("completion fish"), 2, "must be for bash or zsh, not 'fish'");
  expect_failure(tool("completion bash zsh"), 2, "unexpected argument 'zsh'");
  EXPECT_THAT(tool("completion --help").out, HasSubstr("source <(graphsparse completion bash)"));
}

class ManualPage : public BinaryTest {};

TEST_F(ManualPage, hasEveryOptionOfItsCommand) {
  for (const std::string& command : kCommands) {
    const ToolRun page = tool("help man " + command);
    EXPECT_EQ(page.status, 0) << page.err;
    EXPECT_THAT(page.out, HasSubstr(".SH NAME\ngraphsparse\\-" + command + " \\- "));
    for (std::string option : options_in(tool(command + " --help-all").out)) {
      option = std::regex_replace(option, std::regex("-"), "\\-");
      EXPECT_THAT(page.out, HasSubstr(option + "\\fR")) << command;
    }
  }
}

TEST_F(ManualPage, ofTheToolLeadsToThoseOfItsCommands) {
  const std::string page = tool("help man").out;
  EXPECT_THAT(page, HasSubstr(".SH EXIT STATUS\n"));
  for (const std::string& command : kCommands) {
    EXPECT_THAT(page, HasSubstr(".BR graphsparse\\-" + command + " (1)"));
  }
}

TEST_F(ManualPage, lettersThatRoffTakesForItsOwnAreEscaped) {
  for (const std::string& command : kCommands) {
    for (const std::string& line : lines_of(tool("help man " + command).out)) {
      if (line[0] != '.') continue;
      EXPECT_TRUE(std::regex_search(line, std::regex("^\\.(TH|SH|SS|TP|BR|B|nf|fi)\\b"))) << line;
    }
  }
}

TEST_F(ManualPage, isRefusedForAnUnknownCommand) {
  expect_failure(tool("help man projct"), 2, "there is no manual page of 'projct'; did you mean");
}

}  // namespace
}  // namespace graphsparse
