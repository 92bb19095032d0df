// No output may be written over an input or over another output, whatever the command.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "cli/run_binary.hpp"

namespace graphsparse {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// The files that options of a command name, as its help tells.
struct FileOptions {
  std::vector<std::string> read;
  std::vector<std::string> written;
};

class FileRoles : public BinaryTest {
 protected:
  void SetUp() override {
    BinaryTest::SetUp();
    if (IsSkipped()) return;
    write("x.csv", table_);
    write("g.tsv", graph_);
    write("p.tsv", prizes_);
  }

  std::vector<std::string> commands() const {
    std::vector<std::string> names;
    std::istringstream lines(tool("--help").out);
    std::string line;
    while (std::getline(lines, line) && !line.starts_with("Commands:")) {
    }
    while (std::getline(lines, line) && line.starts_with("  ")) {
      names.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
    return names;
  }

  // Every option of the help must have a type that this test knows.
  FileOptions file_options(const std::string& command) const {
    static const std::set<std::string> kNoFiles = {"N",    "X",           "NAME", "NODE", "LIST",
                                                   "TEXT", "NAME=VALUES", "S",    ""};
    static const std::set<std::string> kRead = {"FILE",       "FILE[:COLUMN]", "NAME|FILE:COLUMN",
                                                "MODEL.json", "GRAPH",         "DIR"};
    FileOptions result;
    std::istringstream lines(tool(command + " --help-all").out);
    const std::regex option(R"(^  (--[a-z0-9-]+)( (\S+))?( .*)?$)");
    for (std::string line; std::getline(lines, line);) {
      std::smatch match;
      if (!std::regex_match(line, match, option)) continue;
      const std::string type = is_flag(match) ? "" : match[3].str();
      if (type.starts_with("OUT")) {
        result.written.push_back(match[1]);
      } else if (kRead.contains(type)) {
        result.read.push_back(match[1]);
      } else {
        const bool is_choice =
            type.find('|') != std::string::npos && type.find("FILE") == std::string::npos;
        EXPECT_TRUE(is_choice || kNoFiles.contains(type))
            << command << " " << match[1] << ": is '" << type
            << "' a file? Its type must begin with OUT or be one that inputs.cpp reads";
      }
    }
    return result;
  }

  // Text in the second column of the help begins where the column does.
  static bool is_flag(const std::smatch& match) {
    constexpr std::ptrdiff_t column = 24;
    return !match[3].matched || match.position(3) >= column;
  }

  const std::string table_ = "a,b,c,y\n1,2,3,1\n2,1,0,2\n0,1,2,0\n1,1,1,1\n";
  const std::string graph_ = "a\tb\nb\tc\n";
  const std::string prizes_ = "a\t3\nb\t1\nc\t2\n";
  const std::string fit_ = "fit --data x.csv --target y --graph g.tsv --sparsity 1 ";
};

// What a command needs before its files are looked at.
const std::map<std::string, std::vector<std::pair<std::string, std::string>>>& required_options() {
  static const std::map<std::string, std::vector<std::pair<std::string, std::string>>> kTable = {
      {"pcst", {{"--graph", "g.tsv"}, {"--prizes", "p.tsv"}}},
      {"project", {{"--graph", "g.tsv"}, {"--vector", "p.tsv"}, {"--kind", "tail"}}},
      {"simulate",
       {{"--graph", "g.tsv"}, {"--sparsity", "1"}, {"--observations", "1"}, {"--out", "folder"}}},
      {"fit", {{"--data", "x.csv"}, {"--sparsity", "1"}}},
      {"predict", {{"--data", "x.csv"}, {"--model", "m.json"}}},
      {"cv", {{"--data", "x.csv"}}},
      {"reproduce", {{"fig1", ""}, {"--out", "folder"}}},
      {"demo", {}}};
  return kTable;
}

std::string command_line(const std::string& command, std::map<std::string, std::string> options) {
  std::string line = command;
  for (const auto& [name, value] : required_options().at(command)) {
    if (!options.contains(name)) line += " " + name + " " + value;
  }
  for (const auto& [name, value] : options) line += " " + name + " " + value;
  return line;
}

TEST_F(FileRoles, noOutputOfAnyCommandReplacesAnyInput) {
  int pairs = 0;
  for (const std::string& command : commands()) {
    const FileOptions options = file_options(command);
    for (const std::string& input : options.read) {
      for (const std::string& output : options.written) {
        // The file must be one that the parser gets through: a configuration without options.
        write("same.tsv", "");
        const ToolRun run =
            tool(command_line(command, {{input, "same.tsv"}, {output, "same.tsv"}}));
        SCOPED_TRACE(command + " " + input + " " + output);
        expect_failure(run, 2, "same.tsv");
        EXPECT_THAT(run.err, HasSubstr(input));
        EXPECT_THAT(run.err, HasSubstr(output + " would write"));
        ++pairs;
      }
    }
  }
  EXPECT_GT(pairs, 60);
}

TEST_F(FileRoles, noTwoOutputsOfAnyCommandAreOneFile) {
  int pairs = 0;
  for (const std::string& command : commands()) {
    const std::vector<std::string> written = file_options(command).written;
    EXPECT_FALSE(written.empty()) << command;
    for (std::size_t i = 0; i < written.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const ToolRun run =
            tool(command_line(command, {{written[i], "new/n.tsv"}, {written[j], "./new/n.tsv"}}));
        SCOPED_TRACE(command + " " + written[i] + " " + written[j]);
        expect_failure(run, 2, "would both write");
        EXPECT_THAT(run.err, HasSubstr(written[i]));
        EXPECT_THAT(run.err, HasSubstr(written[j]));
        ++pairs;
      }
    }
  }
  EXPECT_GE(pairs, 6 + 10);
}

TEST_F(FileRoles, anInputIsLeftAsItWas) {
  expect_failure(tool(fit_ + "--model x.csv"), 2,
                 "--model would write over x.csv, which --data reads");
  expect_failure(tool(fit_ + "--export g.tsv"), 2,
                 "--export would write over g.tsv, which --graph reads");
  expect_failure(tool("pcst --graph g.tsv --prizes p.tsv --out p.tsv"), 2, "--prizes");
  EXPECT_EQ(read("x.csv"), table_);
  EXPECT_EQ(read("g.tsv"), graph_);
  EXPECT_EQ(read("p.tsv"), prizes_);
  EXPECT_THAT(files(), ElementsAre("g.tsv", "p.tsv", "x.csv"));
}

TEST_F(FileRoles, aFileIsKnownUnderAllItsNames) {
  namespace fs = std::filesystem;
  fs::create_hard_link(work() / "x.csv", work() / "hard.csv");
  fs::create_symlink("x.csv", work() / "soft.csv");
  fs::create_directory(work() / "folder");
  for (const std::string name : {"./x.csv", "folder/../x.csv", "hard.csv", "soft.csv"}) {
    expect_failure(tool(fit_ + "--out " + name), 2, "--out would write over " + name);
  }
  expect_failure(tool(fit_ + "--out \"$PWD\"/x.csv"), 2, "which --data reads");
  EXPECT_EQ(read("x.csv"), table_);
}

TEST_F(FileRoles, aPartOfAFileIsTheFile) {
  const std::string fit = "fit --data x.csv --sparsity 1 --out g.tsv ";
  expect_failure(tool(fit + "--labels g.tsv:y"), 2, "which --labels reads");
  expect_failure(tool(fit + "--target y --graph g.tsv:u,v"), 2, "which --graph reads");
  expect_failure(tool("fit --data g.tsv:X --sparsity 1 --out g.tsv --target y"), 2, "--data reads");
  expect_failure(tool("cv --data x.csv --groups g.tsv:who --out g.tsv"), 2, "--groups reads");
}

TEST_F(FileRoles, filesThatNoOptionNamesCountToo) {
  write("m.nodes.tsv", graph_);
  expect_failure(
      tool("fit --data x.csv --target y --sparsity 1 --graph m.nodes.tsv --export m.sif"), 2,
      "--export would write over m.nodes.tsv");
  expect_failure(tool(fit_ + "--export m.sif --report m.nodes.tsv"), 2, "both write m.nodes.tsv");
  write("r.txt.partial", table_);
  expect_failure(
      tool("cv --data r.txt.partial --target y --grid sparsity=1 --graph g.tsv --out r.txt"), 2,
      "--out would write over r.txt.partial");
  for (const std::string name :
       {"design.npy", "target.npy", "truth.tsv", "graph.tsv", "features.tsv"}) {
    std::filesystem::create_directory(work() / "sim");
    write("sim/" + name, graph_);
    expect_failure(tool("simulate --sparsity 1 --observations 2 --out sim --graph sim/" + name), 2,
                   "--out would write over sim/" + name);
    EXPECT_EQ(read("sim/" + name), graph_);
  }
}

TEST_F(FileRoles, reproduceKeepsWhatItReads) {
  std::filesystem::create_directory(work() / "d");
  write("d/table5.csv", "gene\n");
  expect_failure(tool("reproduce table5 --out d --known-genes d/table5.csv"), 2,
                 "--out would write over d/table5.csv, which --known-genes reads");
  expect_failure(tool("reproduce fig1 --out d/ --data d"), 2, "which --data reads");
}

TEST_F(FileRoles, aConfigurationNamesFilesToo) {
  write("c.toml", "[pcst]\ngraph = \"g.tsv\"\nout = \"g.tsv\"\n");
  expect_failure(tool("pcst --config c.toml --prizes p.tsv"), 2, "which --graph reads");
  expect_failure(tool("pcst --config c.toml --prizes p.tsv --out c.toml"), 2, "--config reads");
}

TEST_F(FileRoles, devicesPipesAndAbsentFilesAreNeverTheSame) {
  EXPECT_EQ(tool(fit_ + "--model /dev/null --report /dev/null --out /dev/null").status, 0);
  const ToolRun run =
      shell("\"$TOOL\" pcst --graph g.tsv --prizes p.tsv --json --out /dev/stdout | cat");
  EXPECT_TRUE(nlohmann::json::accept(run.out)) << run.err;
  EXPECT_EQ(tool("pcst --graph grid:3x1 --prizes p.tsv --out grid:3x1").status, 2);
  // Two exports describe the same nodes in one file beside them.
  EXPECT_EQ(tool(fit_ + "--export n.sif --export n.tsv --export n.graphml").status, 0);
  expect_failure(tool(fit_ + "--export n.sif --export n.sif"), 2,
                 "--export and --export would both write n.sif");
}

}  // namespace
}  // namespace graphsparse
