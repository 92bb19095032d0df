// What reports hold beside their pictures: the command that repeats the run, and bad names.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "cli/run_binary.hpp"

namespace graphsparse {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string unescaped(std::string text) {
  const std::pair<const char*, const char*> marks[] = {
      {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}};
  for (const auto& [mark, letter] : marks) {
    const std::string escaped = mark;
    for (auto at = text.find(escaped); at != std::string::npos; at = text.find(escaped, at + 1)) {
      text.replace(at, escaped.size(), letter);
    }
  }
  return text;
}

class Report : public BinaryTest {
 protected:
  void SetUp() override {
    BinaryTest::SetUp();
    if (IsSkipped()) return;
    std::string rows = "id,a,b,c,d,y\n";
    for (int i = 0; i < 12; ++i) {
      const int a = i * 7 % 11 - 5;
      const int b = i * 5 % 13 - 6;
      rows += "s" + std::to_string(i) + "," + std::to_string(a) + "," + std::to_string(b) + "," +
              std::to_string(i % 3) + "," + std::to_string(i % 4 - 1) + "," +
              std::to_string(2 * a - b) + "\n";
    }
    write("my data's.csv", rows);
    write("net.tsv", "u\tv\na\tb\nb\tc\nc\td\n");
  }

  // The command on the page, as a reader would copy it.
  std::string command_of(const std::string& page) const {
    const std::string text = read(page);
    const std::size_t section = text.find(">The command that repeats this run</h2>");
    const std::size_t begin = text.find("<pre><code>", section) + 11;
    return unescaped(text.substr(begin, text.find("</code></pre>", begin) - begin));
  }

  void expect_repeats(const std::string& arguments, const std::string& page) const {
    const ToolRun first = tool(arguments);
    ASSERT_EQ(first.status, 0) << first.err;
    const std::string model = read("m.json");
    std::filesystem::remove(work() / "m.json");
    write("again.sh", command_of(page) + "\n");
    const ToolRun again = shell("bash again.sh");
    ASSERT_EQ(again.status, 0) << again.err << command_of(page);
    EXPECT_EQ(read("m.json"), model);
  }
};

TEST_F(Report, commandGivesTheSameModel) {
  expect_repeats(
      "fit --data \"my data's.csv\" --id-column id --target y --graph net.tsv --sparsity 2 "
      "--no-intercept --head --seed 7 --solver graph-sto-iht --model m.json --report r.html",
      "r.html");
  expect_repeats(
      "cv --data \"my data's.csv\" --id-column id --target y --graph net.tsv --grid sparsity=1,2 "
      "--grid l2=0,1e-3 --folds 3 --solver graph-iht --model m.json --report 'c v.html'",
      "c v.html");
}

TEST_F(Report, commandHoldsWhatAConfigurationFileSaid) {
  write("run.toml", "sparsity = 2\nno-intercept = true\nseed = 3\n[fit]\ntarget = \"y\"\n");
  expect_repeats(
      "fit --config run.toml --data \"my data's.csv\" --id-column id --graph net.tsv "
      "--model m.json --report r.html",
      "r.html");
  EXPECT_THAT(command_of("r.html"), Not(HasSubstr("--config")));
  EXPECT_THAT(command_of("r.html"), HasSubstr("--seed 3"));
}

TEST_F(Report, settingsHaveSeedAndVersion) {
  ASSERT_EQ(tool("fit --data \"my data's.csv\" --id-column id --target y --graph net.tsv "
                 "--sparsity 2 --seed 5 --report r.html")
                .status,
            0);
  const std::string page = read("r.html");
  EXPECT_THAT(page, HasSubstr("<td>seed</td><td>5</td>"));
  EXPECT_THAT(page, HasSubstr("<td>version</td><td>"));
  EXPECT_THAT(page, HasSubstr("<td>sparsity</td><td>2</td>"));
}

TEST_F(Report, ofProjectAndPcstShowsWhatWasSelected) {
  write("x.tsv", "a\t3\nb\t-2\nc\t0.1\nd\t1\n");
  write("p.tsv", "a\t3\nb\t2\nc\t0.1\nd\t0\n");
  ToolRun run = tool(
      "project --graph net.tsv --vector x.tsv --kind tail --sparsity 2 --report p.html "
      "--export p.sif --json");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.json()["support"].size(), 2U);
  EXPECT_THAT(read("p.html"), HasSubstr("<td>a</td><td class=\"number\">3</td>"));
  EXPECT_EQ(read("p.sif"), "a\tconnects\tb\n");
  EXPECT_EQ(read("p.nodes.tsv"), "name\tvalue\na\t3\nb\t-2\n");
  run = tool("pcst --graph net.tsv --prizes p.tsv --report t.html --export t.graphml");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(read("t.html"), HasSubstr("Selected subnetwork"));
  EXPECT_THAT(read("t.graphml"), HasSubstr("<data key=\"prize\">3</data>"));
  // An edge alone costs more than all prizes.
  write("none.tsv", "a\t0\nb\t0\nc\t0\nd\t0\n");
  run = tool("pcst --graph net.tsv --prizes none.tsv --report n.html");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(read("n.html"), HasSubstr("Settings"));
}

TEST_F(Report, figureIsOnePicture) {
  const std::string data = "--data \"my data's.csv\" --id-column id --target y ";
  ASSERT_EQ(tool("fit " + data + "--graph net.tsv --sparsity 2 --figure f.svg").status, 0);
  EXPECT_THAT(read("f.svg"), testing::StartsWith("<svg xmlns"));
  EXPECT_THAT(read("f.svg"), HasSubstr(">a</text>"));
  ASSERT_EQ(tool("fit " + data + "--sparsity 2 --solver iht --figure g.svg").status, 0);
  EXPECT_THAT(read("g.svg"), HasSubstr(">objective</text>"));
  ASSERT_EQ(tool("cv " + data + "--grid sparsity=1,2 --folds 3 --solver iht --figure h.svg").status,
            0);
  EXPECT_THAT(read("h.svg"), HasSubstr(">mse</text>"));
}

TEST_F(Report, exportsOfCvHaveStability) {
  ASSERT_EQ(tool("cv --data \"my data's.csv\" --id-column id --target y --graph net.tsv "
                 "--grid sparsity=2 --folds 3 --export s.tsv")
                .status,
            0);
  EXPECT_THAT(read("s.nodes.tsv"), testing::StartsWith("name\tcoefficient\tstability\n"));
}

TEST_F(Report, badNamesAreRefused) {
  const std::string data =
      "fit --data \"my data's.csv\" --id-column id --target y --graph net.tsv --sparsity 2 ";
  const auto message_of = [&](const std::string& arguments) {
    const ToolRun run = tool(data + arguments);
    EXPECT_EQ(run.status, 2) << arguments;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    return run.err;
  };
  EXPECT_THAT(message_of("--report r.pdf"), HasSubstr("r.pdf: a report is an HTML page"));
  EXPECT_THAT(message_of("--figure f.png"), HasSubstr("f.png: a figure is an SVG picture"));
  std::filesystem::create_directory(work() / "folder.html");
  EXPECT_THAT(message_of("--report folder.html"), HasSubstr("folder.html"));
  EXPECT_EQ(tool("pcst --graph net.tsv --prizes net.tsv --report r.pdf").status, 2);
}

}  // namespace
}  // namespace graphsparse
