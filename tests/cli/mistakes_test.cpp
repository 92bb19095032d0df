// What new users do wrong: every mistake has a message, or a note, that names the remedy.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "cli/run_binary.hpp"
#include "io/gzip_bytes.hpp"

namespace graphsparse {
namespace {

using testing::HasSubstr;

struct Mistake {
  std::string command;
  int status;          // 2: refused; 0: done, with a note
  const char* remedy;  // what standard error must say
};

constexpr int kRefused = 2;
constexpr int kNoted = 0;
const std::string kFit = "fit --graph g.tsv --sparsity 2 --loss logistic ";
const std::string kCv = "cv --graph g.tsv --loss logistic --data x.csv --target y ";

const std::vector<Mistake> kMistakes = {
    // Files that are no data.
    {kFit + "--data nothing.csv --target y", kRefused, "nothing.csv: no such file"},
    {kFit + "--data folder --target y", kRefused, "folder: is a directory"},
    {"fit --data x.csv --target y --graph folder --sparsity 2", kRefused, "folder: is a directory"},
    {kFit + "--data book.xlsx --target y", kRefused, "save the sheet as .csv"},
    {kFit + "--data book.csv --target y", kRefused, "save the sheet as .csv"},
    {kFit + "--data page.csv --target y", kRefused, "the download seems to have failed"},
    {kFit + "--data wide.csv --target y", kRefused, "save it as UTF-8"},
    {kFit + "--data empty.csv --target y", kRefused, "empty.csv: the file is empty"},
    {kFit + "--data header.csv --target y", kRefused, "a header but no samples"},
    {kFit + "--data cut.csv.gz --target y", kRefused,
     "cut.csv.gz: damaged .gz file: it is cut off"},
    {kFit + "--data x.rda --target y", kRefused, "not a known kind of data"},
    {kFit + "--data m.json --target y", kRefused, "not a known kind of data"},
    {kFit + "--data=~/x.csv --target y", kRefused, "write $HOME/x.csv"},
    {kFit + "--data GSE1_family.soft --target y", kRefused, "Series Matrix File"},
    {kFit + "--data raw.tar --target y", kRefused, "an archive of files; unpack it"},
    {kFit + "--data book.zip --target y", kRefused, "unpack it"},
    {kFit + "--data counts_series_matrix.txt --target state", kRefused, "supplementary files"},
    {kFit + "--data latin.csv --target y", kRefused, "save the file as UTF-8"},
    // Tables that are not as they should be.
    {kFit + "--data commas.csv --target y", kRefused, "has a decimal comma"},
    {kFit + "--data nohead.csv --target y", kRefused, "a header with the names of"},
    {kFit + "--data nohead.csv --labels labels.csv:group", kRefused,
     "expected a header with the names of the features"},
    {kFit + "--data transposed.csv --labels labels.csv:group", kRefused,
     "exchange rows and columns with --transpose"},
    {kFit + "--data gaps.csv --target y", kRefused, "--missing mean or median"},
    {kFit + "--data words.csv --target y", kRefused, "--drop-columns sex"},
    {kFit + "--data doubles.csv --target y", kRefused, "--duplicates mean"},
    {kFit + "--data twice.csv --target y", kRefused, "names must differ"},
    {kFit + "--data short.csv --target y", kRefused, "short.csv:12: 3 fields where"},
    {kFit + "--data infinite.csv --target y", kRefused, "is not finite"},
    {kFit + "--data index.csv --target y", kNoted, "--drop-columns leaves it out"},
    // Targets.
    {kFit + "--data x.csv", kRefused, "--target NAME for a column of the data"},
    {kFit + "--data x.csv --target Y", kRefused, "did you mean 'y'?"},
    {kFit + "--data x.csv --target y --labels labels.csv:group", kRefused, "--target and --labels"},
    {kFit + "--data three.csv --target y", kRefused, "3 different labels"},
    {kFit + "--data one.csv --target y", kRefused, "needs samples of two classes"},
    {kFit + "--data x.csv --target id", kRefused, "10 different labels"},
    {"fit --data x.csv --labels labels.csv:group --graph g.tsv "
     "--sparsity 2",
     kRefused, "for two classes --loss logistic"},
    {kFit + "--data x.csv --labels labels.csv:grop", kRefused, "did you mean 'group'?"},
    {kFit + "--data x.csv --labels some.csv:group", kRefused, "--unlabelled drop"},
    {kFit + "--data x.csv --labels others.csv:group", kRefused, "no sample id in common"},
    {kFit + "--data x.csv --labels large.csv:group", kRefused,
     "they differ in upper and lower case alone"},
    {"fit --data copy.csv --target y --solver rand-htp --sparsity 1", kNoted,
     "'copy', is the target itself"},
    {"cv --data copy.csv --target y --solver rand-htp --grid sparsity=1 --folds 2 "
     "--standardize",
     kNoted, "'copy', is the target itself"},
    {"cv --data copy.csv --target y --solver rand-htp --grid sparsity=3 --folds 2 "
     "--standardize",
     kNoted, "the feature selected, 'copy', is the target itself"},
    // Graphs.
    {"fit --data x.csv --target y --sparsity 2 --graph lower.tsv", kRefused,
     "upper and lower case alone"},
    {"fit --data x.csv --target y --sparsity 2 --graph gird:4x2", kRefused,
     "did you mean 'grid:4x2'?"},
    {"fit --data x.csv --target y --sparsity 2 --solver graph-iht", kRefused, "needs --graph"},
    {"fit --data x.csv --target y --sparsity 2 --graph g.tsv:U,V", kRefused, "the header has"},
    {kFit + "--data x.csv --target y --exclude G99", kNoted, "no node of g.tsv is called 'G99'"},
    {kFit + "--data x.csv --target y --root g3", kRefused, "did you mean 'G3'?"},
    {"fit --data x.csv --target y --sparsity 2 --graph scores.txt "
     "--min-score 950",
     kRefused, "leaves none of its"},
    {kFit + "--data versions.csv --target y", kRefused, "versions after the point"},
    {"fit --data x.csv --target y --sparsity 2 --graph species.tsv", kRefused,
     "species before the point"},
    {"fit --data x.csv --target y --sparsity 2 --graph string.tsv", kRefused,
     "their genes' names stand in STRING's protein.info"},
    {kFit + "--data probes.csv --target y", kRefused, "names of probes"},
    {kFit + "--data dates.csv --target y", kNoted, "dates that a spreadsheet made of the names"},
    {"fit --data x.csv --target y --sparsity 2 --graph matrix.csv", kRefused,
     "a matrix of edges is read from .mtx or .npz"},
    {"fit --data x.csv --target y --sparsity 2 --graph scores.txt --min-score 0.7", kNoted,
     "its scores go up to 900; is 700 meant?"},
    {kFit + "--data x.csv --target y --root G3 --exclude G3", kRefused, "'G3' is left out"},
    {kFit + "--data x.csv --target y --exclude G0,G1,G2,G3,G4,G5,G6,G7", kRefused,
     "--exclude leaves out all features"},
    // Options.
    {"fit x.csv --target y --graph g.tsv --sparsity 2", kRefused, "as in --data x.csv"},
    {"x.csv --target y", kRefused, "commands are "},
    {"fit \xE2\x80\x94graph g.tsv", kRefused, "type two hyphens"},
    {kFit + "--data x.csv --target y --grid sparsity=2,3", kRefused, "belongs to cv"},
    {"project --graph g.tsv --vector v.tsv --sparsity 3", kRefused, "give head or tail"},
    {kFit + "--data x.csv --target y --solver GraphStoIHT", kRefused, "graph-sto-iht"},
    {"fit --data x.csv --target y --graph g.tsv --sparsity 2 --loss logistc", kRefused,
     "did you mean 'logistic'?"},
    {kFit + "--data x.csv --target y --lamda 1", kRefused, "did you mean '--lambda'?"},
    {"ft --data x.csv", kRefused, "did you mean 'fit'?"},
    {"fit --data x.csv --target y --graph g.tsv", kRefused, "--sparsity is required"},
    {"fit --data x.csv --target y --graph g.tsv --sparsity 20", kRefused, "between 1 and 8"},
    {"fit --data x.csv --target y --graph g.tsv --sparsity ten", kRefused,
     "must be a whole number"},
    {kFit + "--data x.csv --target y --model x.csv", kRefused, "give another name"},
    {kFit + "--data x.csv --target y --model folder", kRefused, "is a folder; name the file"},
    {kFit + "--data x.csv --target y --report folder.html", kRefused, "is a folder; name the file"},
    {kFit + "--data x.csv --target y --drop-columns G99", kRefused, "as --drop-columns asks for"},
    {kFit + "--data x.csv --target y --export sub.xyz", kRefused, ".graphml, .sif or .tsv"},
    {kFit + "--data x.csv --target y --config run.toml", kRefused, "did you mean 'sparsity'?"},
    {kCv, kRefused, "give --grid NAME=VALUES"},
    {kCv + "--sparsity 3", kRefused, "--grid sparsity="},
    {kCv + "--grid sparsty=2,3", kRefused, "did you mean 'sparsity'?"},
    {kCv + "--grid sparsity=3:2:1", kRefused, "whose end is below its begin"},
    {kCv + "--grid sparsity=2,3 --folds 50", kRefused, "ask for fewer folds"},
    {kCv + "--grid sparsity=2,3 --metric roc", kRefused, "must be one of auc"},
    {kCv + "--grid sparsity=2-5", kRefused, "a range is FIRST:LAST:STEP"},
    {kCv + "--grid sparsity=2..5", kRefused, "a range is FIRST:LAST:STEP"},
    {kCv + "--grid 'sparsity=2, 3'", kRefused, "without blanks"},
    {kCv + "--grid sparsity=2,3 --groups labels.csv:all", kRefused, "are in one group"},
    {"predict --model x.csv --data x.csv", kRefused, "damaged JSON"},
    {"predict --model m.json --data lower.csv", kRefused, "upper and lower case alone"},
    {"predict --model m.json --data x.csv --target y", kRefused, "--labels FILE:COLUMN"},
    {"predict --model m.json --data strange.csv", kRefused, "fitted on another data set"},
};

class Mistakes : public BinaryTest {
 protected:
  static constexpr int kSamples = 10;

  // Features G0 to G7 and the target y, unless told otherwise.
  static std::string table(const std::string& separator = ",", const std::string& extra = "",
                           const std::string& extra_name = "") {
    std::string text = "id";
    for (int j = 0; j < 8; ++j) text += separator + "G" + std::to_string(j);
    if (!extra_name.empty()) text += separator + extra_name;
    text += separator + "y\n";
    for (int i = 0; i < kSamples; ++i) text += row(i, separator, extra);
    return text;
  }

  static std::string row(int i, const std::string& separator, const std::string& extra) {
    std::string text = "s" + std::to_string(i);
    for (int j = 0; j < 8; ++j) {
      text += separator + std::to_string((i * 7 + j * 5 + i * j) % 11) + ".25";
    }
    const std::string label = std::to_string(i % 2);
    if (!extra.empty()) text += separator + (extra == "label" ? label : extra);
    return text + separator + label + "\n";
  }

  static std::string replaced(std::string text, const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
    return text;
  }

  static std::string labels(const std::string& prefix, int count) {
    std::string text = "id,group,all\n";
    for (int i = 0; i < count; ++i) {
      text += prefix + std::to_string(i) + (i % 2 == 0 ? ",control,1\n" : ",case,1\n");
    }
    return text;
  }

  void SetUp() override {
    BinaryTest::SetUp();
    if (IsSkipped()) return;
    std::filesystem::create_directory(work() / "folder");
    std::filesystem::create_directory(work() / "folder.html");
    write("x.csv", table());
    write_graphs();
    write_damaged_tables();
    write_other_names();
    write("labels.csv", labels("s", kSamples));
    write("some.csv", labels("s", kSamples - 2));
    write("others.csv", labels("p", kSamples));
    write("large.csv", labels("S", kSamples));
    write("strange.csv", "id,H0,H1\ns1,1,2\n");
    write("run.toml", "sparsty = 3\n");
    ASSERT_EQ(tool("fit --data x.csv --target y --graph g.tsv --sparsity 2 --model m.json").status,
              0);
  }

  void write_graphs() const {
    std::string edges;
    std::string scores = "protein1 protein2 combined_score\n";
    for (int i = 0; i < 7; ++i) {
      const std::string next = std::to_string(i + 1);
      edges += "G" + std::to_string(i) + "\tG" + next + "\n";
      scores += "G" + std::to_string(i) + " G" + next + " 900\n";
    }
    write("g.tsv", edges);
    write("scores.txt", scores);
    write("species.tsv", with_prefix(edges, "9606."));
    write("string.tsv", with_prefix(edges, "9606.ENSP0000"));
    std::string matrix = "gene";
    for (int i = 0; i < 8; ++i) matrix += ",G" + std::to_string(i);
    for (int i = 0; i < 8; ++i) {
      matrix += "\nG" + std::to_string(i);
      for (int j = 0; j < 8; ++j) matrix += std::abs(i - j) == 1 ? ",1" : ",0";
    }
    write("matrix.csv", matrix + "\n");
    std::string lower = edges;
    for (char& letter : lower) letter = letter == 'G' ? 'g' : letter;
    write("lower.tsv", lower);
  }

  // Of each gene's name.
  static std::string with_prefix(const std::string& text, const std::string& prefix) {
    return std::regex_replace(text, std::regex("G([0-9])"), prefix + "G$1");
  }

  // Tables that are good but for the names of their features.
  void write_other_names() const {
    const std::string x = table();
    write("versions.csv", std::regex_replace(x, std::regex("G([0-9])"), "G$1.12"));
    write("probes.csv", std::regex_replace(x, std::regex("G([0-9])"), "100$1_s_at"));
    // Behind more names than the note lists.
    write("dates.csv",
          replaced(std::regex_replace(x, std::regex("G([0-4])"), "X$1"), "G5", "2-Sep"));
    write("latin.csv", replaced(x, "G3", "G\xFC"));
    write("lower.csv", std::regex_replace(x, std::regex("G"), "g"));
  }

  void write_damaged_tables() const {
    const std::string x = table();
    const std::string body = x.substr(x.find('\n') + 1);
    write("book.xlsx", "PK\x03\x04 a sheet");
    write("book.csv", "PK\x03\x04 a sheet");
    write("page.csv", "<!DOCTYPE html><html>404</html>\n");
    write("wide.csv", std::string("\xff\xfei\0d\0", 6));
    write("empty.csv", "");
    write("header.csv", x.substr(0, x.find('\n') + 1));
    const std::string compressed = test_support::gzipped(x);
    write("cut.csv.gz", compressed.substr(0, compressed.size() / 2));
    write("x.rda", "x");
    write("book.zip", "PK\x03\x04 a table");
    write("raw.tar", "x.csv");
    write("GSE1_family.soft", "^DATABASE = GeoMiame\n!Database_name = GEO\n");
    write("counts_series_matrix.txt",
          "!Series_title\t\"a\"\n!Sample_characteristics_ch1\t\"state: ill\"\t\"state: well\"\n"
          "!series_matrix_table_begin\n\"ID_REF\"\t\"GSM1\"\t\"GSM2\"\n"
          "!series_matrix_table_end\n");
    std::string commas = table(";");
    for (char& letter : commas) letter = letter == '.' ? ',' : letter;
    write("commas.csv", commas);
    write("nohead.csv", body);
    write("gaps.csv", replaced(x, "0.25", "NA"));
    write("words.csv", table(",", "F", "sex"));
    write("doubles.csv", replaced(x, "G7", "G0"));
    write("twice.csv", replaced(x, "\ns1,", "\ns0,"));
    write("short.csv", x + "s99,1,2\n");
    write("infinite.csv", replaced(x, "0.25", "inf"));
    write("copy.csv", table(",", "label", "copy"));
    std::string three = x;
    three.replace(three.size() - 2, 1, "2");
    write("three.csv", three);
    std::string one = "id,G0,G1,y\n";
    std::string index = "Unnamed: 0,G0,G1,G2,y\n";
    std::string transposed = "gene";
    for (int i = 0; i < kSamples; ++i) {
      const std::string number = std::to_string(i);
      one += "s" + number + "," + number + ".5,1,1\n";
      index += number + "," + std::to_string(i * 3 % 7) + ".5,1.5," + std::to_string(i * i % 5) +
               "," + std::to_string(i % 2) + "\n";
      transposed += ",s" + number;
    }
    for (int j = 0; j < 8; ++j) {
      transposed += "\nG" + std::to_string(j);
      for (int i = 0; i < kSamples; ++i) transposed += "," + std::to_string((i * 7 + j * 5) % 11);
    }
    write("one.csv", one);
    write("index.csv", index);
    write("transposed.csv", transposed + "\n");
  }
};

TEST_F(Mistakes, areToldWithTheirRemedy) {
  EXPECT_GE(kMistakes.size(), 80U);
  for (const Mistake& mistake : kMistakes) {
    SCOPED_TRACE(mistake.command);
    const ToolRun run = tool(mistake.command);
    EXPECT_EQ(run.status, mistake.status) << run.err;
    EXPECT_THAT(run.err, HasSubstr(mistake.remedy));
    EXPECT_TRUE(run.err.starts_with("graphsparse: ")) << run.err;
    if (mistake.status != kRefused) continue;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    EXPECT_EQ(run.out, "");
  }
}

}  // namespace
}  // namespace graphsparse
