// Missing values, double features, samples without labels, tables with features in rows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "graphsparse/io/sample_weights.hpp"
#include "io/data_request.hpp"

namespace graphsparse {
namespace {

using test_support::rows_of;
using testing::ElementsAre;
using testing::HasSubstr;

using Repairs = test_support::TextData;

TEST_F(Repairs, tellsAllProblemsAtOnceWithTheirRemedies) {
  const std::string message = error("id,a,b,a,sex\ns1,NA,1,2,F\ns2,,2,3,M\n");
  EXPECT_THAT(message, HasSubstr("there are 2 such places"));
  EXPECT_THAT(message, HasSubstr("--missing mean"));
  EXPECT_THAT(message, HasSubstr("--duplicates mean"));
  EXPECT_THAT(message, HasSubstr("--drop-columns sex"));
}

TEST_F(Repairs, namesTenPlacesAndCountsTheOthers) {
  std::string text = "id,a,b\n";
  for (int i = 0; i < 13; ++i) text += "s" + std::to_string(i) + ",NA,1\n";
  const std::string message = error(text);
  EXPECT_THAT(message, HasSubstr("there are 13 such places"));
  EXPECT_THAT(message, HasSubstr("and 3 more"));
  EXPECT_THAT(message, HasSubstr("'s9'"));
  EXPECT_THAT(message, testing::Not(HasSubstr("'s10'")));
}

TEST_F(Repairs, keepsMissingValuesForEachFitToFill) {
  DataRequest request;
  request.missing = "median";
  const Dataset data = read("id,a,b\ns1,1,NA\ns2,3,4\n", request);
  EXPECT_EQ(data.missing, "median");
  EXPECT_TRUE(std::isnan(rows_of(*data.design)[0][1]));
}

TEST_F(Repairs, leavesOutFeaturesWithMissingValues) {
  DataRequest request;
  request.missing = "drop";
  const Dataset data = read("id,a,b\ns1,1,NA\ns2,3,4\n", request);
  EXPECT_EQ(data.missing, "");
  EXPECT_THAT(data.feature_names, ElementsAre("a"));
  EXPECT_THAT(rows_of(*data.design), ElementsAre(ElementsAre(1), ElementsAre(3)));
}

TEST_F(Repairs, makesOneOfFeaturesWithTheSameName) {
  const std::string text = "id,a,b,a\ns1,1,5,2\ns2,3,6,8\n";
  DataRequest request;
  request.duplicates = "mean";
  EXPECT_THAT(rows_of(*read(text, request).design),
              ElementsAre(ElementsAre(1.5, 5), ElementsAre(5.5, 6)));
  request.duplicates = "max-variance";
  EXPECT_THAT(rows_of(*read(text, request).design),
              ElementsAre(ElementsAre(2, 5), ElementsAre(8, 6)));
}

TEST_F(Repairs, dropsColumnsThatAreThere) {
  DataRequest request;
  request.drop = {"sex"};
  EXPECT_THAT(read("id,a,sex\ns1,1,F\ns2,3,M\n", request).feature_names, ElementsAre("a"));
  EXPECT_THAT(error("id,a\ns1,1\n", request), HasSubstr("no column 'sex'"));
}

TEST_F(Repairs, exchangesRowsAndColumns) {
  DataRequest request;
  request.transpose = true;
  request.labels = folder_.write("y.csv", "id,y\ns2,1\ns1,0\n");
  const Dataset data = read("gene,s1,s2\na,1,2\nb,3,4\n", request);
  EXPECT_THAT(data.feature_names, ElementsAre("a", "b"));
  EXPECT_THAT(data.sample_names, ElementsAre("s1", "s2"));
  EXPECT_THAT(rows_of(*data.design), ElementsAre(ElementsAre(1, 3), ElementsAre(2, 4)));
  EXPECT_THAT(data.target->values, ElementsAre("0", "1"));
}

TEST_F(Repairs, recognizesATransposedTableThatAlsoHasMissingValues) {
  DataRequest request;
  request.labels = folder_.write("y.csv", "id,y\ns2,1\ns1,0\ns3,1\n");
  EXPECT_THAT(error("gene,s1,s2,s3\na,1,NA,2\nb,3,4,5\n", request), HasSubstr("--transpose"));
}

TEST_F(Repairs, leavesOutSamplesWithoutALabel) {
  DataRequest request;
  request.labels = folder_.write("y.csv", "id,y\ns3,1\ns1,0\ns2,NA\n");
  const std::string text = "id,a\ns1,1\ns2,2\ns3,3\ns4,4\n";
  EXPECT_THAT(error(text, request), HasSubstr("--unlabelled drop"));
  request.unlabelled = "drop";
  const Dataset data = read(text, request);
  EXPECT_THAT(data.sample_names, ElementsAre("s1", "s3"));
  EXPECT_THAT(rows_of(*data.design), ElementsAre(ElementsAre(1), ElementsAre(3)));
  EXPECT_THAT(data.target->values, ElementsAre("0", "1"));
}

TEST_F(Repairs, readsAGeoSeriesMatrix) {
  const std::string table =
      "!Series_title\t\"x\"\n!Sample_title\t\"p\"\t\"q\"\n!series_matrix_table_begin\n"
      "\"ID_REF\"\t\"GSM1\"\t\"GSM2\"\n\"TP53\"\t1\t2\n\"MYC\"\t3\t4\n";
  const Dataset data = read(table + "!series_matrix_table_end\n", {}, "g_series_matrix.txt");
  EXPECT_THAT(data.feature_names, ElementsAre("TP53", "MYC"));
  EXPECT_THAT(data.sample_names, ElementsAre("GSM1", "GSM2"));
  EXPECT_THAT(rows_of(*data.design), ElementsAre(ElementsAre(1, 3), ElementsAre(2, 4)));
  EXPECT_THAT(error(table, {}, "g_series_matrix.txt"), HasSubstr("cut off"));
}

TEST_F(Repairs, takesTheTargetFromWhatASeriesMatrixTellsOfItsSamples) {
  const std::string text =
      "!Series_title\t\"x\"\n!Sample_source_name_ch1\t\"liver\"\t\"lung\"\t\"liver\"\n"
      "!Sample_characteristics_ch1\t\"disease: tumour\"\t\"disease: normal\"\t\"age: 50\"\n"
      "!Sample_characteristics_ch1\t\"age: 40\"\t\"\"\t\"disease: type: 2\"\n"
      "!series_matrix_table_begin\n\"ID_REF\"\t\"GSM1\"\t\"GSM2\"\t\"GSM3\"\n\"TP53\"\t1\t2\t3\n"
      "!series_matrix_table_end\n";
  const std::string name = "g_series_matrix.txt";
  DataRequest request;
  request.target = "disease";
  request.group_column = "source_name_ch1";
  const Dataset data = read(text, request, name);
  EXPECT_THAT(data.target->values, ElementsAre("tumour", "normal", "type: 2"));
  EXPECT_THAT(data.target->lines, ElementsAre(3, 3, 4));
  EXPECT_THAT(data.groups->values, ElementsAre("liver", "lung", "liver"));
  request.target = "age";
  EXPECT_THAT(error(text, request, name), HasSubstr("sample 'GSM2': the target 'age' is missing"));
  request.unlabelled = "drop";
  EXPECT_THAT(read(text, request, name).sample_names, ElementsAre("GSM1", "GSM3"));
  request.target = "diseas";
  EXPECT_THAT(error(text, request, name), HasSubstr("did you mean 'disease'?"));
  request.columns_may_be_missing = true;
  EXPECT_FALSE(read(text, request, name).target.has_value());
  // The same as labels of another file.
  DataRequest other;
  other.labels = folder_.write(name, text) + ":disease";
  EXPECT_THAT(read("id,a\nGSM3,1\nGSM1,2\n", other).target->values,
              ElementsAre("type: 2", "tumour"));
  other.labels = folder_.file(name);
  DataRequest covariates;
  covariates.missing = "mean";
  covariates.data = folder_.file(name);
  Dataset with_age = read_data(covariates);
  add_columns_of_labels({"age"}, covariates, with_age);
  EXPECT_THAT(with_age.feature_names, ElementsAre("TP53", "age"));
  EXPECT_EQ(rows_of(*with_age.design)[2][1], 50);
  EXPECT_THAT(error("id,a\nGSM3,1\nGSM1,2\n", other),
              HasSubstr("of its samples it tells 'source_name_ch1', 'disease', 'age'"));
}

TEST_F(Repairs, readsBothVersionsOfGct) {
  const Dataset old =
      read("#1.2\n2\t2\nName\tDescription\ts1\ts2\na\tx\t1\t2\nb\ty\t3\t4\n", {}, "x.gct");
  EXPECT_THAT(rows_of(*old.design), ElementsAre(ElementsAre(1, 3), ElementsAre(2, 4)));
  const std::string text =
      "#1.3\n2\t2\t1\t1\nid\tsymbol\ts1\ts2\nage\tna\t50\t60\na\tx\t1\t2\nb\ty\t3\t4\n";
  const Dataset data = read(text, {}, "x.gct");
  EXPECT_THAT(data.feature_names, ElementsAre("a", "b"));
  EXPECT_THAT(data.sample_names, ElementsAre("s1", "s2"));
  DataRequest request;
  request.target = "age";
  EXPECT_THAT(read(text, request, "x.gct").target->values, ElementsAre("50", "60"));
  EXPECT_THAT(error("#1.2\n3\t1\nName\tDescription\ts1\na\tx\t1\n", {}, "x.gct"),
              HasSubstr("announces 3"));
}

TEST_F(Repairs, namesADecimalComma) {
  EXPECT_THAT(error("id;a\ns1;1,5\ns2;2,5\n"), HasSubstr("decimal comma"));
}

TEST_F(Repairs, looksOnlyAtWhatIsNeeded) {
  DataRequest request;
  request.needed = {"b"};
  const Dataset data = read("id,a,b\ns1,word,1\ns2,NA,2\n", request);
  EXPECT_THAT(data.feature_names, ElementsAre("b"));
}

}  // namespace
}  // namespace graphsparse
