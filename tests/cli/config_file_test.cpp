// --config: any option from a TOML file, and the command line wins.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cli/run_binary.hpp"

namespace graphsparse {
namespace {

class ConfigFile : public BinaryTest {
 protected:
  void SetUp() override {
    BinaryTest::SetUp();
    if (IsSkipped()) return;
    write("g.tsv", "a\tb\nb\tc\nc\td\nd\te\n");
    write("x.tsv", "a\t3\nb\t1\nc\t2\nd\t0.5\ne\t4\n");
  }

  static constexpr const char* kProject =
      "graph = \"g.tsv\"\nvector = 'x.tsv'\nkind = \"tail\"\njson = true\n";
};

TEST_F(ConfigFile, givesAnyOption) {
  write("run.toml",
        std::string(kProject) +
            "sparsity = 2\nslack = 0.5\ncomponents = 2\nmax-calls = 40\nrepeat = 3\n"
            "threads = 1\nseed = 4\nquiet = true\nmethod = \"paper\"\nout = \"r.json\"\n");
  const ToolRun run = tool("project --config run.toml");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.out, "");
  const nlohmann::json result = nlohmann::json::parse(read("r.json"));
  EXPECT_EQ(result["method"], "bisection");
  EXPECT_EQ(result["low"], 2);
  EXPECT_EQ(result["high"], 3);
}

TEST_F(ConfigFile, commandLineWins) {
  write("run.toml", std::string(kProject) + "sparsity = 2\n");
  EXPECT_EQ(tool("project --config run.toml").json()["size"], 2);
  EXPECT_EQ(tool("project --config run.toml --sparsity 3").json()["size"], 3);
  EXPECT_EQ(tool("project --sparsity 3 --config run.toml").json()["size"], 3);
  EXPECT_THAT(tool("project --config run.toml --json=false").out, testing::StartsWith("graph "));
}

TEST_F(ConfigFile, commandLineAlsoWinsWhereTheTwoContradict) {
  write("run.toml", std::string(kProject) + "sparsity = 2\nslack = 0.1\n");
  const ToolRun run = tool("project --config run.toml --low 3 --high 4");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.json()["low"], 3);
  EXPECT_EQ(run.json()["high"], 4);
}

TEST_F(ConfigFile, tableOfTheCommandWinsOverTheTop) {
  write("run.toml",
        "graph = \"g.tsv\"\njson = true\n[project]\nvector = \"x.tsv\"\nkind = \"tail\"\n"
        "sparsity = 2\n[pcst]\nprizes = \"x.tsv\"\ncost-scale = 0.0\n[demo]\njson = false\n");
  EXPECT_EQ(tool("project --config run.toml").json()["size"], 2);
  EXPECT_EQ(tool("pcst --config run.toml").json()["objective"], 0.0);
}

TEST_F(ConfigFile, mistakesNameFileLineAndKey) {
  const std::vector<std::pair<std::string, std::string>> mistakes = {
      {"spasity = 2\n",
       "run.toml:1: key 'spasity' is no option of 'project'; did you mean 'sparsity'?"},
      {"# a comment\n\nmax_calls = 2\n",
       "run.toml:3: key 'max_calls' is no option of 'project'; did "
       "you mean 'max-calls'?"},
      {"config = \"other.toml\"\n", "key 'config' is no option"},
      {"help = true\n", "key 'help' is no option"},
      {"[pcst]\nprises = \"x.tsv\"\n", "run.toml:2: key 'prises' is no option of 'pcst'"},
      {"[train]\nloss = 1\n", "key 'train' is no option of 'project'"},
      {"sparsity = -2\n", "run.toml:1: key 'sparsity': --sparsity must be a whole number"},
      {"sparsity = 2.5\n", "not '2.5'"},
      {"slack = nan\n", "key 'slack': --slack must be a finite number"},
      {"sparsity = [2, 3]\n", "run.toml:1: key 'sparsity' must have one value"},
      {"sparsity = 2020-01-01\n", "key 'sparsity' must have one value"},
      {"json = \"yes\"\n", "run.toml:1: key 'json' must be true or false"},
      {"sparsity = \n", "run.toml:1: not valid TOML"},
      {"graph = \"g.tsv\n", "run.toml:1: not valid TOML"},
      {"seed = 1\nseed = 2\n", "run.toml:2: not valid TOML"},
      {std::string("\x00\xff\x01", 3), "run.toml:1: not valid TOML"},
  };
  for (const auto& [text, message] : mistakes) {
    SCOPED_TRACE(text);
    write("run.toml", text);
    expect_failure(tool("project --graph g.tsv --vector x.tsv --kind tail --config run.toml"), 2,
                   message);
  }
}

TEST_F(ConfigFile, missingFileOrFolderIsRefused) {
  expect_failure(tool("demo --config nowhere.toml"), 2, "nowhere.toml: cannot be read");
  expect_failure(tool("demo --config ."), 2, ".: is a directory");
}

TEST_F(ConfigFile, contradictionInsideTheFileIsRefused) {
  write("run.toml", std::string(kProject) + "sparsity = 2\nlow = 1\nhigh = 2\n");
  expect_failure(tool("project --config run.toml"), 2, "cannot be given together");
}

TEST_F(ConfigFile, missingOptionIsStillMissed) {
  write("run.toml", "graph = \"g.tsv\"\n");
  expect_failure(tool("pcst --config run.toml"), 2, "--prizes is required");
}

TEST_F(ConfigFile, emptyFileChangesNothing) {
  write("run.toml", "");
  EXPECT_EQ(tool("pcst --graph g.tsv --prizes x.tsv --config run.toml").status, 0);
}

}  // namespace
}  // namespace graphsparse
