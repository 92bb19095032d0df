// Vectors with names in text files; npy_test.cpp has those without.
#include "graphsparse/io/vector_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using test_support::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;

class VectorFile : public testing::Test {
 protected:
  NamedVector read(const std::string& name, std::string_view text) {
    return read_vector(folder_.write(name, text));
  }
  std::string error(const std::string& name, std::string_view text) {
    return input_error_of([&] { read(name, text); });
  }

  TemporaryFolder folder_;
};

TEST_F(VectorFile, readsNamesAndValues) {
  const NamedVector vector = read("x.tsv", "a\t1.5\nNaN\t-2\r\n# remark\n\nnull\t0");
  EXPECT_THAT(vector.names, ElementsAre("a", "NaN", "null"));
  EXPECT_THAT(vector.values, ElementsAre(1.5, -2.0, 0.0));
  EXPECT_THAT(vector.lines, ElementsAre(1, 2, 5));
  EXPECT_EQ(vector.header.line, 0);
  EXPECT_EQ(vector.where(2), folder_.file("x.tsv") + ":5");
}

TEST_F(VectorFile, separatesByTheExtension) {
  EXPECT_THAT(read("x.csv", "\"a,b\",1\n c d , 2\n").names, ElementsAre("a,b", "c d"));
  EXPECT_THAT(read("x.txt", "a 1\n b\t 2 \n").names, ElementsAre("a", "b"));
  EXPECT_THAT(read("x", "a b\t1\n").names, ElementsAre("a b"));
}

TEST_F(VectorFile, skipsAHeader) {
  const NamedVector vector = read("x.tsv", "# made by hand\nname\tprize\n0\t2\n");
  EXPECT_THAT(vector.names, ElementsAre("0"));
  EXPECT_THAT(vector.values, ElementsAre(2.0));
  EXPECT_EQ(vector.header.name, "name");
  EXPECT_EQ(vector.header.value, "prize");
  EXPECT_EQ(vector.header.line, 2);
  EXPECT_THAT(read("x.csv", "\"\",\"x\"\n\"a\",1\n").names, ElementsAre("a"));
  EXPECT_THAT(read("x.tsv", "gene\t-log10(p)\na\t1\n").names, ElementsAre("a"));
}

TEST_F(VectorFile, takesNoBadValueForAHeader) {
  EXPECT_THAT(error("x.tsv", "a\tnan\nb\t1\n"), HasSubstr("x.tsv:1: the value 'nan' of 'a'"));
  EXPECT_THAT(error("x.tsv", "a\t1.2.3\nb\t1\n"), HasSubstr("x.tsv:1: "));
  EXPECT_THAT(error("x.tsv", "0\tabc\n1\t1\n"), HasSubstr("x.tsv:1: the value 'abc' of '0'"));
  EXPECT_THAT(error("x.tsv", "a\t1\nname\tprize\n"), HasSubstr("x.tsv:2: the value 'prize'"));
}

TEST_F(VectorFile, rejectsValuesThatAreNotFinite) {
  for (const char* value : {"nan", "inf", "-inf", "1e999", "NaN", "", "1,5", "0x10"}) {
    const std::string text = std::string("a\t1\nb\t") + value + "\n";
    EXPECT_THAT(error("x.tsv", text), HasSubstr("x.tsv:2: the value")) << value;
  }
}

TEST_F(VectorFile, rejectsDuplicateNamesWithBothLines) {
  EXPECT_THAT(error("x.tsv", "a\t1\nb\t2\n\na\t3\n"),
              HasSubstr("x.tsv:4: the name 'a' stands on line 1 already"));
}

TEST_F(VectorFile, rejectsWrongNumbersOfFields) {
  EXPECT_THAT(error("x.tsv", "a\t1\nb\n"),
              HasSubstr("x.tsv:2: 1 field(s); expected 'name<TAB>value'"));
  EXPECT_THAT(error("x.tsv", "a 1\n"), HasSubstr("x.tsv:1: 1 field(s); expected 'name<TAB>value'"));
  EXPECT_THAT(error("x.csv", "a,1,2\n"), HasSubstr("x.csv:1: 3 field(s)"));
  EXPECT_THAT(error("x.tsv", "\t1\n"), HasSubstr("x.tsv:1: the name '' is empty"));
}

TEST_F(VectorFile, rejectsFilesWithoutValues) {
  using namespace std::string_view_literals;
  EXPECT_THAT(error("x.tsv", ""), HasSubstr("empty"));
  EXPECT_THAT(error("x.tsv", "name\tvalue\n"), HasSubstr("no values"));
  EXPECT_THAT(error("x.tsv", "a\t1\n\0\0\t2\n"sv), HasSubstr("x.tsv:2: not text"));
  EXPECT_THAT(error("x.tsv", "\xff\t1\n"), HasSubstr("x.tsv:1: the name '?' is not valid UTF-8"));
  EXPECT_THAT(input_error_of([&] { read_vector(folder_.file("none.tsv")); }),
              HasSubstr("no such file"));
  EXPECT_THAT(input_error_of([&] { read_vector(folder_.path().string()); }),
              HasSubstr("is a directory"));
}

TEST_F(VectorFile, findsNegativeValuesWhereTheyAreNotAllowed) {
  const NamedVector vector = read("p.tsv", "name\tprize\na\t0\nb\t-0.5\n");
  EXPECT_THAT(input_error_of([&] { require_non_negative(vector, "prize"); }),
              HasSubstr("p.tsv:3: the prize -0.5 of 'b' is not allowed"));
  EXPECT_NO_THROW(require_non_negative(read("p.tsv", "a\t0\nb\t1\n"), "prize"));
}

}  // namespace
}  // namespace graphsparse
