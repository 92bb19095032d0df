// Tables of samples with a header of feature names.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "io/data_request.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using test_support::rows_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using TableData = test_support::TextData;

TEST_F(TableData, hasNamesAndNumbers) {
  const Dataset data = read("a,b,c\n1,2.5,-3e2\n+4,0,.5\n");
  EXPECT_THAT(data.feature_names, ElementsAre("a", "b", "c"));
  EXPECT_THAT(data.sample_names, IsEmpty());
  EXPECT_FALSE(data.target.has_value());
  EXPECT_THAT(rows_of(*data.design),
              ElementsAre(ElementsAre(1, 2.5, -300), ElementsAre(4, 0, 0.5)));
  EXPECT_EQ(data.feature_name(1), "b");
  EXPECT_EQ(data.sample_name(1), "1");
}

TEST_F(TableData, isSeparatedByTabsOrBlanksToo) {
  const std::vector<std::vector<double>> expected = {{1, 2}, {3, 4}};
  EXPECT_EQ(rows_of(*read("a\tb c\n1\t2\n3\t4", {}, "x.tsv").design), expected);
  EXPECT_EQ(rows_of(*read("# remark\n\n a  b\n1 2\r\n3\t4\r\n", {}, "x.TXT").design), expected);
}

// Plain rows take a shorter way through the reader than those with blanks, quotes and signs.
TEST_F(TableData, isTheSameWhetherRowsArePlainOrNot) {
  const DataRequest request = {.target = "class", .id_column = "who"};
  const Dataset plain = read("who,a,class,b\ns1,1,yes,2e3\ns2,-3,no,4\ns3,5,yes,.5\n", request);
  const Dataset other =
      read("who,a,class,b\ns1,1,yes,2e3\n\"s2\", -3 ,no,+4\n s3,\"5\",\"yes\",.5 \r\n", request);
  EXPECT_EQ(rows_of(*plain.design), rows_of(*other.design));
  EXPECT_EQ(plain.sample_names, other.sample_names);
  EXPECT_EQ(plain.target->values, other.target->values);
  EXPECT_EQ(plain.target->lines, other.target->lines);
  EXPECT_THAT(error("a,b\n1,2\n3,4,\n"), HasSubstr("3 fields"));
  EXPECT_THAT(error("a,b\n1,2\n3\n"), HasSubstr("1 field"));
  EXPECT_THAT(error("a,b\n1,2\n3,nan\n5,1x\n"), HasSubstr("x.csv:4"));
}

TEST_F(TableData, takesTargetAndIdsOut) {
  const Dataset data =
      read("a,class,who,b\n1,yes,s1,2\n3,no,s2,4\n", {.target = "class", .id_column = "who"});
  EXPECT_THAT(data.feature_names, ElementsAre("a", "b"));
  EXPECT_THAT(data.sample_names, ElementsAre("s1", "s2"));
  EXPECT_THAT(data.target->values, ElementsAre("yes", "no"));
  EXPECT_THAT(data.target->lines, ElementsAre(2, 3));
  EXPECT_EQ(data.target->name, "class");
  EXPECT_THAT(rows_of(*data.design), ElementsAre(ElementsAre(1, 2), ElementsAre(3, 4)));
  EXPECT_THAT(input_error_of([&] { (void)data.target->numbers(); }),
              HasSubstr("x.csv:2: the target 'class' 'yes' is not a number"));
}

TEST_F(TableData, givesATargetOfNumbers) {
  const Dataset data = read("y,a\n-1,2\n0.5,3\n", {.target = "y"});
  EXPECT_THAT(data.target->numbers(), ElementsAre(-1.0, 0.5));
  EXPECT_THAT(data.feature_names, ElementsAre("a"));
  EXPECT_THAT(
      input_error_of([&] { (void)read("y,a\nnan,2\n", {.target = "y"}).target->numbers(); }),
      HasSubstr("x.csv:2: the target 'y' 'nan' is not finite"));
}

TEST_F(TableData, takesATargetThatMayBeMissingOutIfItIsThere) {
  const DataRequest request{.target = "y", .columns_may_be_missing = true};
  EXPECT_THAT(read("y,a\nno,2\n", request).feature_names, ElementsAre("a"));
  EXPECT_FALSE(read("b,a\n1,2\n", request).target.has_value());
}

TEST_F(TableData, findsAFirstColumnOfIds) {
  for (const char* text :
       {",a\n1,2\n2,3\n", "\"\",a\n1,2\n2,3\n", "id,a\n1,2\n2,3\n", "Sample_ID,a\n1,2\n2,3\n"}) {
    EXPECT_THAT(read(text).sample_names, ElementsAre("1", "2")) << text;
  }
  EXPECT_THAT(read("patient,a\nTCGA-1,2\nNaN,3\n").sample_names, ElementsAre("TCGA-1", "NaN"));
  // R leaves the place above row names out.
  const Dataset data = read("a b\ns1 1 2\ns2 3 4\n", {}, "x.txt");
  EXPECT_THAT(data.sample_names, ElementsAre("s1", "s2"));
  EXPECT_THAT(data.feature_names, ElementsAre("a", "b"));
}

TEST_F(TableData, takesOddNamesForNames) {
  const Dataset data = read("NaN,null,-1,\"a,\"\"b\"\n1,2,3,4\n");
  EXPECT_THAT(data.feature_names, ElementsAre("NaN", "null", "-1", "a,\"b"));
  EXPECT_THAT(read("7157,672\n1,2\n").feature_names, ElementsAre("7157", "672"));
}

TEST_F(TableData, readsQuotedNumbers) {
  EXPECT_THAT(rows_of(*read("\"a\",\"b\"\n\"1\", \"2\"\n").design), ElementsAre(ElementsAre(1, 2)));
}

TEST_F(TableData, namesLineRowAndColumnOfABadValue) {
  for (const auto& [text, message] : std::vector<std::pair<std::string, std::string>>{
           {"a,b\n1,2\n3,x\n", "x.csv:3: row 1, column 'b': the value 'x' is not a number"},
           {"a,b\n1,2\n3,\n", "x.csv:3: row 1, column 'b': the value is missing"},
           {"a,b\n1,nan\n", "x.csv:2: row 0, column 'b': the value 'nan' is not finite"},
           {"a,b\n1,-inf\n", "x.csv:2: row 0, column 'b': the value '-inf' is not finite"},
           {"a,b\n1,1e999\n", "x.csv:2: row 0, column 'b': the value '1e999' is not finite"},
           {"a,b\nNaN,1\n",
            "x.csv:2: row 0, column 'a': the value 'NaN' is not finite; expected a "
            "finite number, or --id-column"},
           {"id,b\ns1,1\ns2,NA\n", "x.csv:3: row 1 ('s2'), column 'b': the value 'NA' is not a"}}) {
    EXPECT_THAT(error(text), HasSubstr(message));
  }
}

// A damaged first value must not make a whole feature vanish.
TEST_F(TableData, rejectsAFirstColumnOfWordsAndNumbers) {
  EXPECT_THAT(error("a,b\nNA,1\n2,3\n"),
              HasSubstr("x.csv:3: column 'a' holds 'NA' on line 2 and the number '2' here"));
  EXPECT_THAT(error("sex,b\nmale,1\nmale,3\n"),
              HasSubstr("x.csv:3: column 'sex': the sample 'male' stands at"));
}

TEST_F(TableData, rejectsRaggedRows) {
  EXPECT_THAT(error("a,b\n1,2\n1\n3,4\n"),
              HasSubstr("x.csv:3: 1 field where the header on line 1 has 2"));
  EXPECT_THAT(error("a,b\n1,2,3\n"), HasSubstr("x.csv:2: 3 fields where the header on line 1"));
  EXPECT_THAT(error("a,b\n1,2\n1"),
              HasSubstr("x.csv:3: the last line has 1 field and no line end"));
}

TEST_F(TableData, rejectsNamesThatStandTwice) {
  const std::string message = error("a,b,c,b\n1,2,3,4\n");
  EXPECT_THAT(message, HasSubstr("x.csv:1: column 4: the feature 'b' stands at"));
  EXPECT_THAT(message, HasSubstr("x.csv:1: column 2 already"));
  EXPECT_THAT(error("id,a\ns1,1\ns1,2\n"), HasSubstr("x.csv:3: column 'id': the sample 's1'"));
  EXPECT_THAT(error("a,y,y\n1,2,3\n", {.target = "y"}),
              HasSubstr("two columns 'y', number 2 and 3"));
  EXPECT_THAT(error("a,,c\n1,2,3\n"),
              HasSubstr("column 2 has the value '2' here, but no name on line 1; give it one"));
}

TEST_F(TableData, passesOverTheEmptyColumnsAndRowsOfSpreadsheets) {
  const Dataset data = read("id,a,b,,\ns1,1,2,,\n,,,,\ns2,3,4,,\n , ,,,\n");
  EXPECT_THAT(data.feature_names, ElementsAre("a", "b"));
  EXPECT_THAT(data.sample_names, ElementsAre("s1", "s2"));
  EXPECT_THAT(rows_of(*data.design), ElementsAre(ElementsAre(1, 2), ElementsAre(3, 4)));
  EXPECT_THAT(data.notes, ElementsAre(HasSubstr("2 columns with neither a name nor values")));
  EXPECT_THAT(read(";a;b\ns1;1;2\n;;\n").sample_names, ElementsAre("s1"));
}

TEST_F(TableData, rejectsFilesWithoutNamesOrSamples) {
  EXPECT_THAT(error("0.5,1.25\n3,4\n"), HasSubstr("x.csv:1: the first line holds numbers"));
  EXPECT_THAT(error("a,b\n"), HasSubstr("x.csv: has a header but no samples"));
  EXPECT_THAT(error(""), HasSubstr("x.csv: the file is empty"));
  EXPECT_THAT(error("# nothing\n"), HasSubstr("x.csv: holds no rows"));
  EXPECT_THAT(error("id\ns1\n"), HasSubstr("no feature among the columns 'id'"));
}

TEST_F(TableData, tellsWhichColumnsThereAre) {
  EXPECT_THAT(error("a,b\n1,2\n", {.target = "y"}),
              HasSubstr("x.csv:1: no column 'y'; the columns are 'a', 'b'"));
  EXPECT_THAT(error("a,b\n1,2\n", {.id_column = "id"}), HasSubstr("no column 'id'"));
  EXPECT_THAT(error("a,b\n1,2\n", {.target = "a", .id_column = "a"}),
              HasSubstr("both the target and the sample ids"));
}

TEST_F(TableData, rejectsATargetThatIsMissing) {
  EXPECT_THAT(error("a,y\n1,2\n3,\n", {.target = "y"}),
              HasSubstr("x.csv:3: row 1, column 'y': the target is missing"));
}

TEST_F(TableData, rejectsBinaryFiles) {
  EXPECT_THAT(error(std::string("a,b\n1,\0\n", 8)), HasSubstr("x.csv:2: not text"));
}

TEST_F(TableData, needsAKnownKindOfFile) {
  EXPECT_THAT(error("a", {}, "x.xlsx"), HasSubstr("x.xlsx: not a known kind of data"));
  const auto read_missing = [&](const std::string& data) {
    return input_error_of([&] { read_data({.data = folder_.file("none") + data}); });
  };
  EXPECT_THAT(read_missing(".csv"), HasSubstr("none.csv: no such file"));
  EXPECT_THAT(read_missing(".xlsx"), HasSubstr("none.xlsx: no such file"));
  EXPECT_THAT(input_error_of([&] { read_data({}); }), HasSubstr("no data given"));
  const std::string path = folder_.write("x.csv", "a\n1\n");
  EXPECT_THAT(input_error_of([&] { read_data({.data = path + ":a"}); }),
              HasSubstr("only .mat, .npz and .h5ad files have variables"));
  EXPECT_THAT(input_error_of([&] { read_data({.data = path, .target = "a", .labels = path}); }),
              HasSubstr("both --target and --labels"));
}

}  // namespace
}  // namespace graphsparse
