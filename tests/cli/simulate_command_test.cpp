#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "cli/run_binary.hpp"
#include "graphsparse/graph/builders.hpp"
#include "graphsparse/graph/components.hpp"
#include "graphsparse/io/npy.hpp"

namespace graphsparse {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class SimulateCommand : public BinaryTest {
 protected:
  std::vector<double> numbers(const std::string& name) const {
    const std::string bytes = read(name);
    const NpyHeader header = parse_npy_header(bytes, name);
    EXPECT_EQ(header.type, NpyHeader::Type::float64);
    std::vector<double> values(static_cast<std::size_t>(header.item_count()));
    EXPECT_EQ(bytes.size() - header.data_offset, values.size() * sizeof(double));
    std::memcpy(values.data(), bytes.data() + header.data_offset, values.size() * sizeof(double));
    return values;
  }

  std::vector<std::int64_t> shape(const std::string& name) const {
    return parse_npy_header(read(name), name).shape;
  }

  std::map<std::string, double> truth(const std::string& name) const {
    std::map<std::string, double> values;
    std::istringstream text(read(name));
    for (std::string node, value; text >> node >> value;) {
      values[node] = std::strtod(value.c_str(), nullptr);
    }
    return values;
  }
};

TEST_F(SimulateCommand, writesAPlantedProblem) {
  const ToolRun run =
      tool("simulate --graph grid:9x7 --sparsity 11 --observations 40 --out a/b --json");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.err, "");
  const nlohmann::json summary = run.json();
  EXPECT_EQ(summary["nodes"], 63);
  EXPECT_EQ(summary["observations"], 40);
  EXPECT_EQ(summary["components"], 1);
  EXPECT_EQ(summary["support"].size(), 11U);
  EXPECT_THAT(shape("a/b/design.npy"), ElementsAre(40, 63));
  EXPECT_THAT(shape("a/b/target.npy"), ElementsAre(40));

  const auto planted = truth("a/b/truth.tsv");
  EXPECT_EQ(planted.size(), 11U);
  EXPECT_TRUE(planted.contains("31")) << "the walk starts at the centre, node 3 * 9 + 4";
  const std::vector<double> design = numbers("a/b/design.npy");
  const std::vector<double> target = numbers("a/b/target.npy");
  double squares = 0.0;
  for (const double entry : design) squares += entry * entry;
  EXPECT_NEAR(squares / 63, 1.0, 0.1) << "columns have unit norm";
  for (std::size_t i = 0; i < target.size(); ++i) {
    double expected = 0.0;
    for (const auto& [name, value] : planted) expected += design[i * 63 + std::stoul(name)] * value;
    EXPECT_NEAR(target[i], expected, 1e-12);
  }
}

TEST_F(SimulateCommand, supportIsConnectedAndComponentsDoNotTouch) {
  const Graph grid = make_grid(12, 12);
  for (const int parts : {1, 2, 3}) {
    const ToolRun run = tool(
        "simulate --graph grid:12x12 --sparsity 20 --observations 5 --out s"
        " --json --components " +
        std::to_string(parts));
    ASSERT_EQ(run.status, 0) << run.err;
    Support support;
    for (const auto& name : run.json()["support"].get<std::vector<std::string>>()) {
      support.push_back(static_cast<NodeId>(std::stol(name)));
    }
    EXPECT_EQ(support.size(), 20U);
    EXPECT_EQ(count_induced_components(grid, support), parts);
    EXPECT_EQ(run.json()["components"], parts);
  }
}

TEST_F(SimulateCommand, noiseHasTheNormAskedFor) {
  const std::string common = "simulate --graph grid:6x6 --sparsity 4 --observations 50 --out ";
  ASSERT_EQ(tool(common + "clean").status, 0);
  ASSERT_EQ(tool(common + "noisy --noise 0.5").status, 0);
  const std::vector<double> clean = numbers("clean/target.npy");
  const std::vector<double> noisy = numbers("noisy/target.npy");
  double squares = 0.0;
  for (std::size_t i = 0; i < clean.size(); ++i) squares += std::pow(noisy[i] - clean[i], 2);
  EXPECT_NEAR(std::sqrt(squares), 0.5, 1e-12);
}

TEST_F(SimulateCommand, logisticTargetsAreLabels) {
  const ToolRun run =
      tool("simulate --graph grid:6x6 --sparsity 4 --observations 300 --loss logistic --out s");
  ASSERT_EQ(run.status, 0) << run.err;
  for (const auto& [name, value] : truth("s/truth.tsv")) {
    EXPECT_GE(std::abs(value), 1.0);
    EXPECT_LE(std::abs(value), 2.0);
  }
  double squares = 0.0;
  for (const double entry : numbers("s/design.npy")) squares += entry * entry;
  EXPECT_NEAR(squares / (36 * 300), 1.0, 0.05);
  int positives = 0;
  for (const double label : numbers("s/target.npy")) {
    EXPECT_EQ(std::abs(label), 1.0);
    positives += label > 0 ? 1 : 0;
  }
  EXPECT_GT(positives, 60);
  EXPECT_LT(positives, 240);
}

TEST_F(SimulateCommand, sameSeedSameBytesAnotherSeedOthers) {
  const std::string common = "simulate --graph grid:8x8 --sparsity 6 --observations 9 --out ";
  ASSERT_EQ(tool(common + "a --threads 1").status, 0);
  ASSERT_EQ(tool(common + "b --threads 2").status, 0);
  ASSERT_EQ(tool(common + "c --seed 1").status, 0);
  for (const std::string file : {"/design.npy", "/target.npy", "/truth.tsv", "/graph.tsv"}) {
    EXPECT_EQ(read("a" + file), read("b" + file)) << file;
  }
  EXPECT_NE(read("a/design.npy"), read("c/design.npy"));
  EXPECT_NE(read("a/truth.tsv"), read("c/truth.tsv"));
}

TEST_F(SimulateCommand, namedNodesGetAFileOfNamesWhateverTheOrderOfTheEdges) {
  write("a.tsv", "tp53\tmyc\t2\nmyc\tegfr\t1\negfr\tkras\t0.1\n");
  write("b.tsv", "kras\tegfr\t0.1\nmyc\ttp53\t2\negfr\tmyc\t1\n");
  for (const std::string graph : {"a", "b"}) {
    ASSERT_EQ(
        tool("simulate --graph " + graph + ".tsv --sparsity 2 --observations 3 --out " + graph)
            .status,
        0);
  }
  EXPECT_EQ(read("a/features.tsv"), "egfr\nkras\nmyc\ntp53\n");
  EXPECT_EQ(read("a/graph.tsv"), "egfr\tkras\t0.1\negfr\tmyc\t1\nmyc\ttp53\t2\n");
  for (const std::string file : {"/design.npy", "/truth.tsv", "/graph.tsv", "/features.tsv"}) {
    EXPECT_EQ(read("a" + file), read("b" + file)) << file;
  }
  write("numbers.tsv", "2\t1\n1\t0\n");
  ASSERT_EQ(tool("simulate --graph numbers.tsv --sparsity 2 --observations 3 --out n").status, 0);
  EXPECT_FALSE(std::filesystem::exists(work() / "n/features.tsv"));
}

TEST_F(SimulateCommand, tableTellsWhatToTryNext) {
  const ToolRun run = tool("simulate --graph grid:5x5 --sparsity 4 --observations 30 --out s");
  ASSERT_EQ(run.status, 0) << run.err;
  const std::size_t begin = run.out.find("graphsparse fit ");
  ASSERT_NE(begin, std::string::npos) << run.out;
  const std::string arguments = run.out.substr(begin + std::string("graphsparse ").size());
  EXPECT_EQ(tool(arguments).status, 0);
}

TEST_F(SimulateCommand, badRequestsAreRefused) {
  write("two.tsv", "a\tb\nc\td\n");
  write("file", "");
  const std::string common = "simulate --observations 5 --out out ";
  expect_failure(tool(common + "--graph grid:3x3 --sparsity 10"), 2,
                 "--sparsity 10 is more than the graph has: 9 nodes");
  expect_failure(tool(common + "--graph two.tsv --sparsity 3"), 2, "no room for 1 connected part");
  expect_failure(tool(common + "--graph grid:3x3 --sparsity 2 --components 3"), 2,
                 "--components 3 is more than --sparsity 2");
  expect_failure(tool(common + "--graph missing.tsv --sparsity 2"), 2, "missing.tsv");
  expect_failure(tool("simulate --graph grid:3x3 --sparsity 2 --observations 2 --out file"), 2,
                 "file: cannot be made a directory");
  expect_failure(tool("simulate --graph grid:3x3 --sparsity 2 --out out"), 2, "--observations");
  EXPECT_THAT(files(), ElementsAre("file", "two.tsv"));
}

}  // namespace
}  // namespace graphsparse
