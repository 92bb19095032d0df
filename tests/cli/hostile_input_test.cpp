// Inputs and options at the ends of what can be written: a message, never a crash or a hang.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "cli/run_binary.hpp"

namespace graphsparse {
namespace {

using testing::HasSubstr;
using testing::Not;

class HostileInput : public BinaryTest {
 protected:
  void SetUp() override {
    BinaryTest::SetUp();
    if (IsSkipped()) return;
    write("g.tsv", "a\tb\nb\tc\nc\td\nd\te\n");
    write("x.tsv", "a\t3\nb\t1\nc\t2\nd\t0.5\ne\t4\n");
    write("d.csv", "a,b,c,d,e,y\n1,2,3,4,5,1\n2,1,0,1,2,2\n0,1,4,1,3,3\n5,1,2,2,1,4\n");
  }
};

TEST_F(HostileInput, listsThatAreNoneAreRefused) {
  const std::vector<std::pair<std::string, std::string>> lists = {
      {"20:10", "--observations: '20:10' has the range '20:10', whose end is below its begin"},
      {"1:2:3:4", "has the range '1:2:3:4'; FIRST:LAST:STEP is right"},
      {",", "has an empty entry"},
      {"8,,20", "has an empty entry"},
      {"8,", "has an empty entry"},
      {"1:1000000000000", "is not a list of whole numbers from 1 to 1000000000"},
      {"1:1000000000", "has more than 10000 numbers"},
      {"9223372036854775807", "is not a list of whole numbers"},
      {"1:5:0", "is not a list of whole numbers"},
      {"8:", "is not a list of whole numbers"},
  };
  for (const auto& [list, message] : lists) {
    const ToolRun run = tool("reproduce fig4 --out out --observations " + list);
    expect_failure(run, 2, message);
    EXPECT_FALSE(std::filesystem::exists(work() / "out")) << list;
  }
  expect_failure(tool("reproduce fig4 --out out --methods ,"), 2, "--methods: ',' has an empty");
}

TEST_F(HostileInput, theLargestWholeNumbersDoNoHarm) {
  const std::string most = "9223372036854775807";
  const ToolRun pcst = tool("pcst --graph g.tsv --prizes x.tsv --json --components " + most);
  ASSERT_EQ(pcst.status, 0) << pcst.err;
  EXPECT_EQ(pcst.json()["objective"],
            tool("pcst --graph g.tsv --prizes x.tsv --json --components 5").json()["objective"]);
  for (const char* method : {"tree-dp", "bisection", "exact", "local"}) {
    const std::string command = std::string(
                                    "project --graph g.tsv --vector x.tsv --kind tail "
                                    "--sparsity 3 --json --method ") +
                                method + " --components ";
    const ToolRun project = tool(command + most);
    ASSERT_EQ(project.status, 0) << method << project.err;
    EXPECT_EQ(project.json()["support"], tool(command + "5").json()["support"]) << method;
  }
  const std::string fit = "fit --data d.csv --target y --graph g.tsv --sparsity 2 --quiet --json ";
  for (const char* solver : {"graph-iht", "graph-cosamp", "graph-iht --head boosted"}) {
    const ToolRun run = tool(fit + "--components " + most + " --solver " + solver);
    EXPECT_EQ(run.status, 0) << run.err;
  }
  EXPECT_EQ(tool(fit + "--block-size " + most).status, 0);
  const ToolRun simulate =
      tool("simulate --graph grid:32x32 --sparsity 3 --out s --observations " + most);
  EXPECT_EQ(simulate.status, 1) << simulate.err;
  EXPECT_EQ(tool("simulate --graph grid:4x4 --out s --sparsity " + most).status, 2);
}

TEST_F(HostileInput, anySlackIsBoundedByTheGraph) {
  const ToolRun run = tool(
      "cv --data d.csv --target y --graph g.tsv --grid sparsity=1,2 --grid slack=1e300 --folds 2 "
      "--solver graph-iht --quiet --json");
  EXPECT_EQ(run.status, 0) << run.err;
}

TEST_F(HostileInput, keysOfTooManyPartsAreRefusedBeforeTheyAreParsed) {
  std::string deep;
  for (int i = 0; i < 40'000; ++i) deep += "a.";
  for (const std::string& text :
       {"\n[" + deep + "a]\n", "\n" + deep + "a = 1\n", "\nx = { " + deep + "a = 1 }\n"}) {
    write("run.toml", text);
    expect_failure(tool("project --config run.toml"), 2, "run.toml:2: a key of more than 8 parts");
  }
  write("run.toml", "graph = 'a.b.c.d.e.f.g.h.i.j'\nvector = \"x.tsv\" # a.b.c.d.e.f.g.h.i.j\n");
  EXPECT_THAT(tool("project --config run.toml --kind tail --sparsity 2").err,
              HasSubstr("a.b.c.d.e.f.g.h.i.j"));
  write("run.toml", std::string((1U << 20U) + 1, '\n'));
  expect_failure(tool("project --config run.toml"), 2, "run.toml: is larger than 1 MiB");
  expect_failure(tool("project --config /dev/zero"), 2, "/dev/zero: is larger than 1 MiB");
}

TEST_F(HostileInput, aZeroByteDoesNotEndAMessage) {
  write("run.toml", "\"spar\\u0000sity\" = 2\n");
  expect_failure(tool("project --config run.toml"), 2, "key 'spar?sity' is no option of 'project'");
  write("g2.tsv", std::string("a\tb\nb\tc\0d\n", 10));
  expect_failure(tool("project --graph g2.tsv --vector x.tsv --kind tail --sparsity 2"), 2,
                 "g2.tsv:2: not text");
}

TEST_F(HostileInput, costsWhoseSumIsNoNumberMayBeScaledAway) {
  write("g.tsv", "a\tb\t1e308\nb\tc\t1e308\nc\td\t1e308\nd\te\t1e308\n");
  for (const char* scale : {"0", "1e-308"}) {
    const ToolRun run =
        tool(std::string("pcst --graph g.tsv --prizes x.tsv --json --cost-scale ") + scale);
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(run.json()["objective"].is_number()) << scale << run.out;
    EXPECT_LE(run.json()["objective"].get<double>(), 10.5) << scale;
  }
}

TEST_F(HostileInput, aFewBytesDoNotStandForGigabytes) {
  write("x.svm", "1 100000000:1\n");
  expect_failure(tool("fit --data x.svm --solver iht --sparsity 1"), 2,
                 "x.svm: 1 rows and 100000000 columns for 1 values");
  write("x.mtx", "%%MatrixMarket matrix coordinate real general\n2000000000 3 1\n1 1 1\n");
  expect_failure(tool("fit --data x.mtx --labels d.csv:y --solver iht --sparsity 1"), 2,
                 "x.mtx: 2000000000 rows and 3 columns for 1 values");
  write("g.mtx",
        "%%MatrixMarket matrix coordinate pattern symmetric\n2000000000 2000000000 1\n2 1\n");
  expect_failure(tool("project --graph g.mtx --vector x.tsv --kind tail --sparsity 1"), 2, "g.mtx");
}

// HDF5 has something to say of it when the program ends.
TEST_F(HostileInput, aDamagedHdf5FileIsOneMessage) {
  const std::filesystem::path corpus = GRAPHSPARSE_SOURCE_DIR "/tests/fuzz/corpus/data-h5ad";
  const std::vector<std::pair<std::string, std::string>> files = {
      {"never-closes", "x.h5ad: obs: cannot be read"},
      {"attribute-beyond-heap", "x.h5ad: _index: cannot be read; the file is damaged"},
      {"reference-to-free-space", "x.h5ad: var/_index: cannot be read; the file is damaged"},
      {"reference-to-no-text", "x.h5ad: var/_index: cannot be read; the file is damaged"},
      {"reference-shorter-than-text", "x.h5ad: obs/_index: cannot be read; the file is damaged"},
      {"text-beyond-heap", "x.h5ad: "}};
  for (const auto& [name, message] : files) {
    std::filesystem::copy_file(corpus / name, work() / "x.h5ad",
                               std::filesystem::copy_options::overwrite_existing);
    const ToolRun run = tool("fit --data x.h5ad --labels d.csv:y --solver iht --sparsity 1");
    if (run.err.find("which is not installed") != std::string::npos) GTEST_SKIP() << run.err;
    expect_failure(run, 2, message);
  }
}

// HDF5 1.10 follows a zero as a pointer; later versions say what is wrong.
TEST_F(HostileInput, aFileThatBreaksHdf5IsOneMessage) {
  std::filesystem::copy_file(GRAPHSPARSE_SOURCE_DIR "/tests/cli/breaks_hdf5.h5ad",
                             work() / "x.h5ad");
  const ToolRun run = tool("fit --data d.csv --target y --graph x.h5ad --sparsity 1");
  if (run.err.find("which is not installed") != std::string::npos) GTEST_SKIP() << run.err;
  expect_failure(run, 2, "x.h5ad: ");
}

TEST_F(HostileInput, pipesAreRefusedWhereAFileIsReadTwice) {
  for (const char* name : {"p.npy", "p.mat"}) {
    const ToolRun run = shell(std::string("mkfifo ") + name + "; timeout 20 \"$TOOL\" fit --data " +
                              name + " --labels d.csv:y --solver iht --sparsity 1");
    expect_failure(run, 2, std::string(name) + ": is a pipe or a device");
  }
}

TEST_F(HostileInput, aTextFileThatEndsInsideALineIsNoted) {
  const std::string note =
      ": ends inside its last line; if it was cut off, the last value is not "
      "whole";
  const std::string project = "project --kind tail --sparsity 2 --graph g.tsv --vector x.tsv";
  EXPECT_THAT(tool(project).err, Not(HasSubstr("ends inside")));
  write("x.tsv", "a\t3\nb\t1\nc\t2\nd\t0.5\ne\t4");
  EXPECT_THAT(tool(project).err, HasSubstr("x.tsv" + note));
  EXPECT_EQ(tool(project + " --quiet").err, "");
  write("g.tsv", "a\tb\nb\tc\nc\td\nd\te");
  EXPECT_THAT(tool(project).err, HasSubstr("g.tsv" + note));
  write("g.sif", "a pp b\nb pp c\nc pp d\nd pp e");
  EXPECT_THAT(tool("project --kind tail --sparsity 2 --graph g.sif --vector x.tsv").err,
              HasSubstr("g.sif" + note));
  const std::string fit = "fit --data d.csv --target y --solver iht --sparsity 1";
  EXPECT_THAT(tool(fit).err, Not(HasSubstr("ends inside")));
  write("d.csv", "a,b,c,d,e,y\n1,2,3,4,5,1\n2,1,0,1,2,2\n0,1,4,1,3,3\n5,1,2,2,1,4");
  EXPECT_THAT(tool(fit).err, HasSubstr("d.csv" + note));
  write("groups.tsv", "a\tg1\nb\tg1\nc\tg2\nd\tg2\ne\tg2");
  EXPECT_THAT(tool("fit --data d.csv --target y --solver group-iht --sparsity 3 --feature-groups "
                   "groups.tsv")
                  .err,
              HasSubstr("groups.tsv" + note));
  write("x.svm", "1 1:1 2:0\n2 1:2 2:1\n3 1:1");
  EXPECT_THAT(tool("fit --data x.svm --solver iht --sparsity 1").err, HasSubstr("x.svm" + note));
}

// The fit goes on for ever if nobody stops it.
TEST_F(HostileInput, aMappedFileThatIsCutOffEndsTheFit) {
  const ToolRun made =
      tool("simulate --graph grid:32x32 --sparsity 5 --observations 600 --noise 0.5 --out s");
  ASSERT_EQ(made.status, 0) << made.err;
  for (const char* size : {"0", "100001", "4915200"}) {
    const ToolRun run = shell(
        "cp s/design.npy x.npy; \"$TOOL\" fit --data x.npy --labels s/target.npy --graph "
        "grid:32x32 "
        "--solver graph-sto-iht --sparsity 20 --max-epochs 100000000 --tolerance 0 --patience "
        "100000000 --effort 100000 --quiet --threads 2 & PID=$!; sleep 2; truncate -s " +
        std::string(size) + " x.npy; wait $PID");
    expect_failure(run, 1, "x.npy: was cut off from 4915328 to " + std::string(size) + " bytes");
  }
}

}  // namespace
}  // namespace graphsparse
