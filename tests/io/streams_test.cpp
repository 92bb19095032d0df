// Compressed files, and text whose separators are not those of its extension.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "graphsparse/io/data_file.hpp"
#include "graphsparse/io/edge_table.hpp"
#include "graphsparse/io/npy.hpp"
#include "graphsparse/io/vector_file.hpp"
#include "io/data_request.hpp"
#include "io/gzip_bytes.hpp"
#include "io/input_file.hpp"
#include "io/temporary_folder.hpp"
#include "io/text.hpp"

namespace graphsparse {
namespace {

using io::Separator;
using test_support::gzipped;
using test_support::input_error_of;
using test_support::rows_of;
using test_support::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;

class Gzip : public testing::Test {
 protected:
  Dataset read(const std::string& name, const std::string& bytes, const std::string& target = "") {
    DataRequest request;
    request.data = folder_.write(name, bytes);
    request.target = target;
    return read_data(request);
  }

  TemporaryFolder folder_;
};

TEST_F(Gzip, tablesGraphsVectorsAndArraysAreReadCompressed) {
  const Dataset data = read("x.csv.gz", gzipped("id,a,b\ns1,1,2\ns2,3,4.5\n"));
  EXPECT_THAT(data.sample_names, ElementsAre("s1", "s2"));
  EXPECT_THAT(rows_of(*data.design), ElementsAre(ElementsAre(1, 2), ElementsAre(3, 4.5)));
  EXPECT_EQ(read_edge_table(folder_.write("g.tsv.gz", gzipped("a\tb\nb\tc\n"))).edges.size(), 2U);
  EXPECT_THAT(read_vector(folder_.write("v.tsv.gz", gzipped("a\t1\nb\t2\n"))).values,
              ElementsAre(1, 2));
  write_npy(folder_.file("m.npy"), std::vector<double>{1, 2, 3, 4, 5, 6}, 2, 3);
  const std::string bytes = io::read_whole_file(folder_.file("m.npy"));
  EXPECT_THAT(rows_of(*read("z.npy.gz", gzipped(bytes)).design),
              ElementsAre(ElementsAre(1, 2, 3), ElementsAre(4, 5, 6)));
}

TEST_F(Gzip, membersBehindEachOtherAndPaddingAreRead) {
  const std::string bytes =
      gzipped("id,a\ns1,1\n") + gzipped("s2,2\n") + gzipped("") + std::string(512, '\0');
  EXPECT_THAT(read("x.csv.gz", bytes).sample_names, ElementsAre("s1", "s2"));
}

TEST_F(Gzip, isRecognizedByItsBytesWhateverTheName) {
  EXPECT_THAT(read("x.csv", gzipped("id,a\ns1,1\n")).sample_names, ElementsAre("s1"));
}

TEST_F(Gzip, damageIsNamedWithFileAndPlace) {
  std::string text = "id,a\n";
  for (int i = 0; i < 2000; ++i) text += "s" + std::to_string(i) + "," + std::to_string(i) + "\n";
  const std::string whole = gzipped(text);
  for (std::size_t length = 2; length < whole.size(); length += 97) {
    const std::string message = input_error_of([&] { read("x.csv.gz", whole.substr(0, length)); });
    EXPECT_THAT(message, HasSubstr("x.csv.gz")) << length;
    EXPECT_THAT(message, HasSubstr("damaged .gz file: it is cut off after")) << length;
  }
  std::string wrong = whole;
  wrong[wrong.size() / 2] = static_cast<char>(wrong[wrong.size() / 2] ^ 0x55);
  EXPECT_THAT(input_error_of([&] { read("x.csv.gz", wrong); }), HasSubstr("x.csv.gz"));
  EXPECT_THAT(input_error_of([&] { read("x.csv.gz", whole + "rest"); }),
              HasSubstr("something else follows its end"));
}

// Large ones are decompressed on a thread of their own.
TEST_F(Gzip, largeFilesAreReadAsIfTheyWereNotCompressed) {
  std::mt19937 random(2);
  std::string text = "id,a,b\n";
  for (int i = 0; i < 150'000; ++i) {
    text += "s" + std::to_string(i) + "," + std::to_string(random()) + ",0." +
            std::to_string(random() % 1000) + "\n";
  }
  const Dataset plain = read("x.csv", text);
  const std::string whole = gzipped(text);
  const Dataset data = read("x.csv.gz", whole);
  EXPECT_TRUE(data.sample_names == plain.sample_names);
  EXPECT_TRUE(rows_of(*data.design) == rows_of(*plain.design));
  EXPECT_THAT(input_error_of([&] { read("x.csv.gz", whole.substr(0, whole.size() - 9)); }),
              HasSubstr("it is cut off after " + std::to_string(text.size()) + " decompressed"));
  std::string wrong = whole;
  wrong[wrong.size() - 5] = static_cast<char>(wrong[wrong.size() - 5] ^ 1);
  EXPECT_THAT(input_error_of([&] { read("x.csv.gz", wrong); }), HasSubstr("incorrect data check"));
  // Whoever does not go on to the end does not wait for it.
  io::LineReader lines(folder_.write("y.csv.gz", whole));
  for (int i = 0; i < 60'000; ++i) ASSERT_TRUE(lines.next());
}

TEST_F(Gzip, foreignFormatsInsideAreNamed) {
  EXPECT_THAT(input_error_of([&] { read("x.csv.gz", gzipped("PK\x03\x04 and more")); }),
              HasSubstr("Excel"));
  EXPECT_THAT(input_error_of([&] { read("x.txt", "<!DOCTYPE html>\n<html>"); }),
              HasSubstr("a web page"));
}

TEST(SeparatorOfAFile, isThatOfItsExtensionUnlessTheFirstLinesSayOtherwise) {
  const auto recognize = [](const std::string& path, const std::string& text) {
    return io::recognize_separator(path, text, '#');
  };
  EXPECT_EQ(recognize("x.csv", "a,b\n1,2\n"), Separator::comma);
  EXPECT_EQ(recognize("x.csv", "a;b\n1;2\n"), Separator::semicolon);
  EXPECT_EQ(recognize("x.csv", "a;b;c\n1,5;2;3\n1;2,5;3\n"), Separator::semicolon);
  EXPECT_EQ(recognize("x.csv", "a\tb\n1\t2\n"), Separator::tab);
  EXPECT_EQ(recognize("x.tsv", "a,b\n1,2\n"), Separator::comma);
  EXPECT_EQ(recognize("x.tsv", "# c,d\na\tb,c\n1\t2\n"), Separator::tab);
  EXPECT_EQ(recognize("x.tsv", "one name\nanother name\n"), Separator::tab);
  EXPECT_EQ(recognize("x.txt", "a b\n1\t2\n"), Separator::white_space);
  EXPECT_EQ(recognize("x.txt", "gene a\tgene b\nx\ty\n"), Separator::tab);
  EXPECT_EQ(recognize("x.txt", "a,b\n1,2\n"), Separator::comma);
  EXPECT_EQ(recognize("x.txt", "\"a\" \"b\"\n\"r 1\" 1 2\n"), Separator::white_space);
  EXPECT_EQ(recognize("x.csv", "a;b\n1,2,3\n"), Separator::comma);
}

TEST_F(Gzip, quotesOfRsWriteTableAreTakenOff) {
  const Dataset data = read("x.txt", "\"g 1\" \"g2\"\n\"s 1\" 1 2\n\"s2\" 3 4\n");
  EXPECT_THAT(data.feature_names, ElementsAre("g 1", "g2"));
  EXPECT_THAT(data.sample_names, ElementsAre("s 1", "s2"));
  const Dataset tabs = read("x.tsv", "\"id\"\t\"a\"\"b\"\n\"s1\"\t1\n");
  EXPECT_THAT(tabs.feature_names, ElementsAre("a\"b"));
}

// As "CSV (Macintosh)" of Excel still has them.
TEST_F(Gzip, linesMayEndWithACarriageReturnAlone) {
  const Dataset data = read("x.csv", "id,a,b\rs1,1,2\rs2,3,4\r");
  EXPECT_THAT(data.sample_names, ElementsAre("s1", "s2"));
  EXPECT_THAT(data.notes, testing::IsEmpty());
  EXPECT_EQ(read_edge_table(folder_.write("g.tsv", "a\tb\rb\tc\ra\tc")).edges.size(), 3U);
  EXPECT_THAT(input_error_of([&] { read("x.csv", "id,a\rs1,1\ns2,2\n"); }),
              HasSubstr("x.csv:1: a carriage return inside the line"));
}

TEST_F(Gzip, quoteInsideANameOfATabTableStays) {
  const Dataset data = read("x.tsv", "id\t5\" probe\t\"open\ns1\t1\t2\n");
  EXPECT_THAT(data.feature_names, ElementsAre("5\" probe", "\"open"));
}

}  // namespace
}  // namespace graphsparse
