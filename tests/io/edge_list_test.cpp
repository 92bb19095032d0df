// Edge lists in .tsv, .csv and .txt files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graphsparse/io/edge_table.hpp"
#include "io/gzip_bytes.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using test_support::TemporaryFolder;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class EdgeList : public testing::Test {
 protected:
  EdgeTable read(const std::string& name, std::string_view text, const std::string& columns = "") {
    return read_edge_table(folder_.write(name, text) + columns);
  }
  // The message without the folder, so that it begins with the name of the file.
  std::string error(const std::string& name, std::string_view text,
                    const std::string& columns = "") {
    std::string message = input_error_of([&] { read(name, text, columns); });
    const std::string prefix = folder_.file("");
    EXPECT_THAT(message, StartsWith(prefix));
    return message.substr(std::min(prefix.size(), message.size()));
  }

  TemporaryFolder folder_;
};

// Plain rows take a shorter way through the reader than those with blanks, quotes and signs.
TEST_F(EdgeList, isTheSameWhetherRowsArePlainOrNot) {
  const EdgeTable plain = read("p.csv", "7,12,0.5\n12,x y,0\n9,7,1e2\nx y,9,3\n");
  const EdgeTable other = read("o.csv", "7,12,0.5\n\"12\", x y ,-0\n9,7,+1e2\n\"x y\",9,3\r\n");
  EXPECT_THAT(plain.names, ElementsAre("7", "12", "x y", "9"));
  EXPECT_EQ(plain.names, other.names);
  EXPECT_EQ(plain.edges, other.edges);
  EXPECT_FALSE(std::signbit(other.edges[1].cost));
  EXPECT_THAT(error("g.csv", "1,2,3\n1,2,-3\n"), HasSubstr("negative"));
  EXPECT_THAT(error("g.csv", "1,2,3\n1,2,3,4\n"), StartsWith("g.csv:2"));
}

// Large lists are taken apart block by block on several threads.
TEST_F(EdgeList, ofManyBlocksIsReadInTheOrderOfTheFile) {
  std::mt19937 random(5);
  std::string text = "u,v,cost\n";
  std::vector<std::string> names;
  std::vector<Edge> edges;
  std::unordered_map<std::string, NodeId> ids;
  const auto id_of = [&](const std::string& name) {
    const auto [place, is_new] = ids.try_emplace(name, static_cast<NodeId>(names.size()));
    if (is_new) names.push_back(name);
    return place->second;
  };
  while (text.size() < 3'000'000) {
    std::array<std::string, 2> ends;
    for (std::string& end : ends) {
      end = std::to_string(random() % 90'000);
      if (random() % 3 == 0) end.insert(0, "gene ");
      if (random() % 50 == 0) end += "000000";
    }
    const auto cost = static_cast<double>(random() % 64) / 8.0;
    const NodeId u = id_of(ends[0]);
    edges.push_back({u, id_of(ends[1]), cost});
    const std::string written = std::to_string(cost);
    switch (random() % 40) {
      case 0:
        text += "\"" + ends[0] + "\", " + ends[1] + " ,+" + written + "\n";
        break;
      case 1:
        text += ends[0] + "," + ends[1] + "," + written + "\r\n\n# remark\n";
        break;
      default:
        text += ends[0] + "," + ends[1] + "," + written + "\n";
    }
  }
  for (const std::string& name : {std::string("g.csv"), std::string("g.csv.gz")}) {
    const EdgeTable table = read(name, name == "g.csv" ? text : test_support::gzipped(text));
    EXPECT_TRUE(table.names == names) << name;
    EXPECT_TRUE(table.edges == edges) << name;
  }
}

TEST_F(EdgeList, namesTheFirstWrongLineHoweverManyFollow) {
  std::string text;
  for (int i = 1; i <= 300'000; ++i) {
    const bool is_wrong = i == 123'456 || i == 123'457 || i == 290'000;
    text += std::to_string(i) + "\t" + std::to_string(i + 1) + (is_wrong ? "\tx\n" : "\t1\n");
  }
  EXPECT_THAT(error("g.tsv", text), StartsWith("g.tsv:123456: the cost 'x'"));
  const std::string whole = test_support::gzipped(text);
  EXPECT_THAT(error("g.tsv.gz", whole.substr(0, whole.size() - 100)),
              StartsWith("g.tsv.gz:123456: the cost 'x'"));
  std::string bad_name = "a\tb\n";
  for (int i = 2; i < 60'000; ++i) bad_name += "a\tb\n";
  EXPECT_THAT(error("g.tsv", bad_name + "a\t\xff\na\t\xfe\n"), StartsWith("g.tsv:60000: the name"));
}

TEST_F(EdgeList, tellsHowNetworkXWritesListsThatCanBeRead) {
  EXPECT_THAT(error("g.txt", "a b {}\nb c {}\n"), HasSubstr("data=False"));
  EXPECT_THAT(error("g.txt", "a b {'weight': 0.5}\n"), StartsWith("g.txt:1: attributes in braces"));
}

TEST_F(EdgeList, readsAColumnThatIsPickedTwice) {
  EXPECT_THAT(read("g.tsv", "p\tq\n1\t2\n3\t4\n", ":q,q").edges,
              ElementsAre(Edge{0, 0, 1.0}, Edge{1, 1, 1.0}));
  EXPECT_THAT(read("g.tsv", "p\tq\n1\t2\n3\t4\n", ":p,q,q").edges,
              ElementsAre(Edge{0, 1, 2.0}, Edge{2, 3, 4.0}));
}

TEST_F(EdgeList, readsTabsWithAndWithoutCosts) {
  const EdgeTable table = read("g.tsv", "a\tb\t2.5\nb\tc\nc\ta\t0\n");
  EXPECT_THAT(table.names, ElementsAre("a", "b", "c"));
  EXPECT_THAT(table.edges, ElementsAre(Edge{0, 1, 2.5}, Edge{1, 2, 1.0}, Edge{2, 0, 0.0}));
  EXPECT_FALSE(table.numbered);
  EXPECT_EQ(table.node_count(), 3);
  EXPECT_EQ(table.name(2), "c");
  EXPECT_EQ(table.source, folder_.file("g.tsv"));
}

TEST_F(EdgeList, readsCommasAndWhiteSpaceAlike) {
  const EdgeTable tabs = read("g.tsv", "a\tb\t2\nb\tc\t3\n");
  const EdgeTable commas = read("g.csv", "a,b,2\n b , c , 3 \n");
  const EdgeTable blanks = read("g.txt", "a b 2\n  b\t \tc   3  \n");
  EXPECT_EQ(tabs.edges, commas.edges);
  EXPECT_EQ(tabs.names, commas.names);
  EXPECT_EQ(tabs.edges, blanks.edges);
  EXPECT_EQ(tabs.names, blanks.names);
}

TEST_F(EdgeList, ignoresTheCaseOfTheExtension) {
  EXPECT_EQ(read("g.TSV", "a\tb\n").edges.size(), 1U);
  EXPECT_EQ(read("g.Csv", "a,b\n").edges.size(), 1U);
}

TEST_F(EdgeList, acceptsEveryKindOfLineEndAndAByteOrderMark) {
  const EdgeTable plain = read("plain.tsv", "a\tb\t2\nb\tc\t3\n");
  for (const std::string_view text :
       {"a\tb\t2\r\nb\tc\t3\r\n", "a\tb\t2\nb\tc\t3", "a\tb\t2\r\nb\tc\t3",
        "\xef\xbb\xbf"
        "a\tb\t2\nb\tc\t3\n"}) {
    const EdgeTable table = read("g.tsv", text);
    EXPECT_EQ(table.names, plain.names);
    EXPECT_EQ(table.edges, plain.edges);
  }
}

TEST_F(EdgeList, skipsCommentsAndBlankLines) {
  const EdgeTable table = read("g.tsv", "# made by hand\n\n  # more\na\tb\n \t \nb\tc\n#end");
  EXPECT_EQ(table.edges.size(), 2U);
}

TEST_F(EdgeList, keepsNamesThatLookLikeSomethingElse) {
  const EdgeTable table =
      read("g.tsv", "NaN\tnull\nnull\tinf\ninf\t-1\n\xc3\xa9t\xc3\xa9\tgene A\n");
  EXPECT_THAT(table.names, ElementsAre("NaN", "null", "inf", "-1", "\xc3\xa9t\xc3\xa9", "gene A"));
  EXPECT_THAT(read("h.tsv", "NaN\tb\t1\n").names, ElementsAre("NaN", "b"));
}

TEST_F(EdgeList, unquotesFields) {
  const EdgeTable csv =
      read("g.csv", "\"a,b\",\"say \"\"hi\"\"\",\"2\"\n\"\"\"\",x , 1\n  \"s p\" ,x,1\n");
  EXPECT_THAT(csv.names, ElementsAre("a,b", "say \"hi\"", "\"", "x", "s p"));
  EXPECT_EQ(csv.edges[0].cost, 2.0);
  EXPECT_THAT(read("g.tsv", "\"a\"\tb\n").names, ElementsAre("a", "b"));
}

TEST_F(EdgeList, keepsSelfLoopsAndParallelEdgesInTheTable) {
  EXPECT_THAT(read("g.tsv", "a\ta\na\tb\nb\ta\t2\n").edges,
              ElementsAre(Edge{0, 0, 1.0}, Edge{0, 1, 1.0}, Edge{1, 0, 2.0}));
}

TEST_F(EdgeList, isNumberedOnlyWhenEveryNameIsAPlainNumber) {
  EXPECT_TRUE(read("g.tsv", "0\t10\n10\t7\n").numbered);
  EXPECT_FALSE(read("g.tsv", "0\t1\n1\tx\n").numbered);
  EXPECT_FALSE(read("g.tsv", "0\t01\n").numbered);
  EXPECT_FALSE(read("g.tsv", "0\t-1\n").numbered);
  EXPECT_FALSE(read("g.tsv", "0\t1.0\n").numbered);
}

TEST_F(EdgeList, takesWellKnownWordsForAHeader) {
  for (const std::string_view header : {"u\tv", "source\ttarget", "From\tTo", "node1\tnode2",
                                        "entrez_u\tentrez_v", "target\tsource"}) {
    const EdgeTable table = read("g.tsv", std::string(header) + "\n1\t2\n2\t3\n");
    EXPECT_EQ(table.edges.size(), 2U) << header;
    EXPECT_TRUE(table.numbered) << header;
  }
  EXPECT_EQ(read("g.tsv", "a\tb\n1\t2\n").edges.size(), 2U);
}

TEST_F(EdgeList, takesAWordInsteadOfACostForAHeader) {
  EXPECT_EQ(read("g.tsv", "geneA\tgeneB\tscore\nx\ty\t2\n").edges.size(), 1U);
  EXPECT_THAT(read("g.tsv", "u\tv\tdistance\nx\ty\t2\n").edges, ElementsAre(Edge{0, 1, 2.0}));
}

TEST_F(EdgeList, findsTheEndsByWellKnownWordsInAnyOrder) {
  const EdgeTable table = read("g.tsv", "cost\tu\tv\n5\t1\t2\n");
  EXPECT_THAT(table.names, ElementsAre("1", "2"));
  EXPECT_THAT(table.edges, ElementsAre(Edge{0, 1, 5.0}));
}

TEST_F(EdgeList, takesNoNumberForAHeader) {
  EXPECT_THAT(error("g.tsv", "a\tb\tnan\n"), StartsWith("g.tsv:1: the cost 'nan' is not finite"));
  EXPECT_THAT(error("g.tsv", "a\tb\t1.2.3\n"), StartsWith("g.tsv:1: "));
  EXPECT_THAT(error("g.tsv", "a\tb\t-3x\n"), StartsWith("g.tsv:1: "));
  EXPECT_THAT(error("g.tsv", "1\t2\tx\n2\t3\t1\n"), StartsWith("g.tsv:1: the cost 'x'"));
}

TEST_F(EdgeList, refusesToLoseAnEdgeThatLooksLikeAHeader) {
  EXPECT_THAT(error("g.tsv", "a\tb\tx1\na\tc\t1\n"), StartsWith("g.tsv:1: "));
  EXPECT_THAT(error("g.tsv", "source\ttarget\nsource\tb\n"), HasSubstr("g.tsv:source,target"));
  EXPECT_EQ(read("g.tsv", "source\ttarget\nsource\tb\n", ":source,target").edges.size(), 1U);
}

TEST_F(EdgeList, refusesAWideTableWithoutAChoice) {
  EXPECT_THAT(error("g.tsv", "id\tone\tother\tweight\n1\ta\tb\t2\n"), HasSubstr("g.tsv:id,one"));
  EXPECT_THAT(error("g.csv", "0,0,1,0\n"), HasSubstr(":U,V[,COST]"));
}

TEST_F(EdgeList, takesUAndVAndCostOfAWideTable) {
  const EdgeTable without_cost = read("g.tsv", "u\tv\tentrez_u\tentrez_v\n0\t1\t5\t6\n");
  EXPECT_THAT(without_cost.names, ElementsAre("0", "1"));
  const EdgeTable with_cost = read("g.csv", "\"\",\"cost\",\"u\",\"v\"\n\"1\",4,a,b\n");
  EXPECT_THAT(with_cost.names, ElementsAre("a", "b"));
  EXPECT_THAT(with_cost.edges, ElementsAre(Edge{0, 1, 4.0}));
}

TEST_F(EdgeList, picksColumnsByName) {
  const std::string_view text = "x\tfrom gene\tw\tto gene\n9\ta\t2\tb\n9\tb\t3\tc\n";
  const EdgeTable with_cost = read("g.tsv", text, ":from gene,to gene,w");
  EXPECT_THAT(with_cost.names, ElementsAre("a", "b", "c"));
  EXPECT_THAT(with_cost.edges, ElementsAre(Edge{0, 1, 2.0}, Edge{1, 2, 3.0}));
  EXPECT_THAT(read("g.tsv", text, ":to gene,from gene").edges,
              ElementsAre(Edge{0, 1, 1.0}, Edge{2, 0, 1.0}));
  EXPECT_THAT(read("g.csv", "\"a,b\",c\n1,2\n", ":\"a,b\",c").names, ElementsAre("1", "2"));
}

TEST_F(EdgeList, saysWhatIsWrongWithAChoiceOfColumns) {
  EXPECT_THAT(error("g.tsv", "a\tb\n1\t2\n", ":a,c"),
              StartsWith("g.tsv:1: no column is called 'c'; the header has 'a', 'b'"));
  EXPECT_THAT(error("g.tsv", "a\tb\tb\n1\t2\t3\n", ":a,b"),
              HasSubstr("two columns are called 'b'"));
  EXPECT_THAT(error("g.tsv", "a\tb\n1\t2\n", ":a"), HasSubstr("g.tsv:U,V"));
  EXPECT_THAT(error("g.tsv", "a\tb\n1\t2\n", ":a,b,a,b"), HasSubstr("g.tsv:U,V"));
  EXPECT_THAT(error("g.sif", "a pp b\n", ":a,b"), HasSubstr(".tsv, .csv and .txt"));
}

TEST_F(EdgeList, rejectsBadCosts) {
  for (const auto& [cost, flaw] :
       std::vector<std::pair<std::string, std::string>>{{"-1", "negative"},
                                                        {"nan", "not finite"},
                                                        {"inf", "not finite"},
                                                        {"1e999", "not finite"},
                                                        {"1,5", "not a number"},
                                                        {"", "missing"},
                                                        {"2x", "not a number"}}) {
    const std::string message = error("g.tsv", "a\tb\t1\nb\tc\t" + cost + "\nc\td\t1\n");
    EXPECT_THAT(message, StartsWith("g.tsv:2: the cost")) << cost;
    EXPECT_THAT(message, HasSubstr(flaw)) << cost;
    EXPECT_THAT(message, EndsWith("a finite number of at least 0")) << cost;
  }
}

TEST_F(EdgeList, readsCostsExactly) {
  const EdgeTable table =
      read("g.tsv", "a\tb\t0.1\na\tb\t1e-320\na\tb\t+3\na\tb\t-0\na\tb\t17976931348623157e292\n");
  EXPECT_EQ(table.edges[0].cost, 0.1);
  EXPECT_EQ(table.edges[1].cost, 1e-320);
  EXPECT_EQ(table.edges[2].cost, 3.0);
  EXPECT_FALSE(std::signbit(table.edges[3].cost));
  EXPECT_EQ(table.edges[4].cost, 17976931348623157e292);
}

TEST_F(EdgeList, rejectsWrongNumbersOfFields) {
  EXPECT_THAT(error("g.tsv", "a\tb\nc\n"), StartsWith("g.tsv:2: only one field"));
  EXPECT_THAT(error("g.tsv", "a b\n"), HasSubstr("separated by tabs"));
  EXPECT_THAT(error("g.tsv", "a\tb\t1\na\tb\t1\t2\n"), StartsWith("g.tsv:2: 4 fields"));
  EXPECT_THAT(error("g.tsv", "u\tv\tcost\na\tb\n"), StartsWith("g.tsv:2: 2 field"));
  EXPECT_THAT(error("g.tsv", "a\t\nb\tc\n"), StartsWith("g.tsv:1: the name '' of a node is empty"));
}

TEST_F(EdgeList, noticesALastLineThatWasCutOff) {
  EXPECT_THAT(error("g.tsv", "a\tb\t1\nb\tc"), HasSubstr("cut off"));
  EXPECT_THAT(error("g.tsv", "a\tb\t1\nb\tc\t"), StartsWith("g.tsv:2: the cost '' is missing"));
  EXPECT_THAT(error("g.csv", "\"a\",b\n\"b\",\"c"), StartsWith("g.csv:2: a quoted field"));
}

TEST_F(EdgeList, rejectsBrokenQuotes) {
  EXPECT_THAT(error("g.csv", "\"a\"x,b\n"), StartsWith("g.csv:1: a quoted field"));
  EXPECT_THAT(error("g.csv", "a,\"b\nc,d\n"), StartsWith("g.csv:1: a quoted field"));
}

TEST_F(EdgeList, rejectsBinaryFiles) {
  using namespace std::string_view_literals;
  EXPECT_THAT(error("g.tsv", "a\tb\nc\0\td\n"sv), StartsWith("g.tsv:2: not text"));
  EXPECT_THAT(error("g.txt",
                    "\x7f"
                    "ELF\2\1\1\0 x\n"sv),
              StartsWith("g.txt:1: not text"));
  EXPECT_THAT(error("g.csv", "a,b\nb,\"\x01\"\n"), StartsWith("g.csv:2: not text"));
  EXPECT_THAT(error("g.tsv", "a\tb\rc\td\n"), HasSubstr("LF or CRLF"));
  EXPECT_THAT(error("g.tsv", "a\tb\nb\t\xff\xfe\n"), StartsWith("g.tsv:2: the name '\?\?'"));
  EXPECT_THAT(error("g.tsv", "a\tb\nb\t\xed\xa0\x80\n"), HasSubstr("not valid UTF-8"));
}

TEST_F(EdgeList, rejectsFilesWithoutEdges) {
  EXPECT_THAT(error("g.tsv", ""), HasSubstr("the file is empty"));
  EXPECT_THAT(error("g.tsv", "# nothing\n\n"), HasSubstr("no edges"));
  EXPECT_THAT(error("g.tsv", "u\tv\n"), HasSubstr("has a header but no edges"));
}

TEST_F(EdgeList, namesTheOneBadLineAmongAMillion) {
  constexpr int line_count = 1'000'000;
  constexpr int bad_line = 654'321;
  std::string text;
  for (int line = 1; line <= line_count; ++line) {
    text += std::to_string(line % 1000) + '\t' + std::to_string(line % 977) +
            (line == bad_line ? "\t-\n" : "\t1.25\n");
  }
  EXPECT_THAT(error("g.tsv", text), StartsWith("g.tsv:654321: the cost '-' is not a number"));
}

TEST_F(EdgeList, readsLinesLongerThanItsBuffer) {
  const std::string long_name(3'000'000, 'x');
  EXPECT_THAT(read("g.tsv", "a\t" + long_name + "\n" + long_name + "\tb\n").edges,
              ElementsAre(Edge{0, 1, 1.0}, Edge{1, 2, 1.0}));
}

TEST_F(EdgeList, givesUpOnALineWithoutEnd) {
  const std::string path = folder_.write("g.tsv", "a\tb\n");
  std::filesystem::resize_file(path, std::uintmax_t{1} << 27U);  // zeros that take no room
  EXPECT_THAT(input_error_of([&] { read_edge_table(path); }),
              HasSubstr("g.tsv:2: a line longer than 64 MiB"));
}

TEST_F(EdgeList, givesEachOfManyNamesItsOwnNumber) {
  // Numbers and words mixed, each twice, more than the tables are made for at first.
  constexpr NodeId name_count = 20'000;
  const auto name = [](NodeId i) { return (i % 3 == 0 ? "gene" : "") + std::to_string(i * 7); };
  std::string text;
  for (int round = 0; round < 2; ++round) {
    for (NodeId i = 0; i + 1 < name_count; ++i) text += name(i) + '\t' + name(i + 1) + '\n';
  }
  const EdgeTable table = read("g.tsv", text);
  ASSERT_EQ(table.node_count(), name_count);
  for (NodeId i = 0; i < name_count; ++i) ASSERT_EQ(table.name(i), name(i));
  for (std::size_t e = 0; e < table.edges.size(); ++e) {
    const auto first = static_cast<NodeId>(e % (name_count - 1));
    ASSERT_EQ(table.edges[e], (Edge{first, first + 1, 1.0}));
  }
}

}  // namespace
}  // namespace graphsparse
