// Labels and names in files of their own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "graphsparse/io/npy.hpp"
#include "graphsparse/io/sample_weights.hpp"
#include "io/data_request.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using test_support::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class DataLabels : public testing::Test {
 protected:
  DataLabels()
      : with_ids_(folder_.write("x.csv", "id,a,b\ns1,1,2\ns2,3,4\ns3,5,6\n")),
        without_ids_(folder_.file("x.npy")) {
    write_npy(without_ids_, std::vector<double>{1, 2, 3, 4, 5, 6}, 3, 2);
  }

  std::vector<std::string> labels(const std::string& data, const std::string& text,
                                  const std::string& name = "y.csv",
                                  const std::string& column = "") {
    return read_data({.data = data, .labels = folder_.write(name, text) + column}).target->values;
  }
  std::string error(const std::string& data, const std::string& text,
                    const std::string& name = "y.csv", const std::string& column = "") {
    return input_error_of([&] { labels(data, text, name, column); });
  }

  TemporaryFolder folder_;
  std::string with_ids_;
  std::string without_ids_;
};

TEST_F(DataLabels, areMatchedById) {
  for (const char* text : {"id,y\ns3,c\ns1,a\ns2,b\n", "s3,c\ns1,a\ns2,b\n",
                           ",y\ns3,c\ns1,a\ns2,b\n", "who,y\ns9,q\ns3,c\ns1,a\ns2,b\n"}) {
    EXPECT_THAT(labels(with_ids_, text), ElementsAre("a", "b", "c")) << text;
  }
  EXPECT_THAT(
      labels(with_ids_, "who\tage\tclass\ns3\t1\tc\ns1\t2\ta\ns2\t3\tb\n", "y.tsv", ":class"),
      ElementsAre("a", "b", "c"));
}

TEST_F(DataLabels, areMatchedByIdsThatAreNumbers) {
  const std::string data = folder_.write("n.csv", "id,a\n10,1\n20,2\n");
  EXPECT_THAT(labels(data, "id,y\n20,1\n10,-1\n"), ElementsAre("-1", "1"));
  EXPECT_THAT(labels(data, "20,1\n10,-1\n"), ElementsAre("-1", "1"));
  EXPECT_THAT(error(data, "1,1\n2,-1\n"), HasSubstr("no sample id in common"));
}

TEST_F(DataLabels, areMatchedByPositionWithoutIds) {
  EXPECT_THAT(labels(without_ids_, "y\n1\n-1\n1\n"), ElementsAre("1", "-1", "1"));
  EXPECT_THAT(labels(without_ids_, "1\n-1\n1\n"), ElementsAre("1", "-1", "1"));
  // Above numbers, a word is a header and a number is none, whatever their number.
  EXPECT_THAT(error(without_ids_, "y\n1\n2\n"), HasSubstr("y has 2 values"));
  EXPECT_THAT(error(without_ids_, "0\n1\n2\n3\n"), HasSubstr("y has 4 values"));
  // Only the number of lines tells words from a header.
  EXPECT_THAT(labels(without_ids_, "case\ncontrol\ncase\n"),
              ElementsAre("case", "control", "case"));
  EXPECT_THAT(labels(without_ids_, "class\ncase\ncontrol\ncase\n"),
              ElementsAre("case", "control", "case"));
  EXPECT_THAT(labels(without_ids_, "id,y\ns3,c\ns1,a\ns2,b\n"), ElementsAre("c", "a", "b"));
  EXPECT_THAT(labels(with_ids_, "1\n2\n3\n"), ElementsAre("1", "2", "3"));
  EXPECT_THAT(labels(without_ids_, "k,y,z\n1,2,3\n1,5,6\n1,8,9\n", "y.csv", ":y"),
              ElementsAre("2", "5", "8"));
}

TEST_F(DataLabels, rememberWhereTheyStand) {
  const Dataset data = read_data(
      {.data = with_ids_, .labels = folder_.write("y.csv", "id,y\ns3,c\ns1,1\ns2,2\ns9,0\n")});
  EXPECT_EQ(data.target->name, "y");
  EXPECT_THAT(data.target->lines, ElementsAre(3, 4, 2));
  EXPECT_THAT(input_error_of([&] { (void)data.target->numbers(); }),
              HasSubstr("y.csv:2: the target 'y' 'c' is not a number"));
  EXPECT_THAT(data.notes, ElementsAre(HasSubstr("1 label of")));
}

TEST_F(DataLabels, mayBeAnArray) {
  const std::string path = folder_.file("y.npy");
  write_npy(path, std::vector<double>{1, -1, 0.1});
  const Dataset data = read_data({.data = without_ids_, .labels = path});
  EXPECT_THAT(data.target->values, ElementsAre("1", "-1", "0.1"));
  EXPECT_EQ(data.target->where(2), path + ": entry 2");
  EXPECT_THAT(input_error_of([&] { read_data({.data = without_ids_, .labels = path + ":a"}); }),
              HasSubstr("y.npy: has no column 'a'"));
  write_npy(path, std::vector<double>{1, NAN, 1});
  EXPECT_THAT(input_error_of([&] { read_data({.data = without_ids_, .labels = path}); }),
              HasSubstr("y.npy: entry 1 is nan"));
}

TEST_F(DataLabels, mustBeAsManyAsRows) {
  EXPECT_THAT(error(without_ids_, "1\n2\n3\n4\n5\n"), HasSubstr("y has 5 values, data has 3 rows"));
  EXPECT_THAT(error(without_ids_, "y\n1\n2\n3\n4\n5\n"), HasSubstr("y has 5 values, data has 3"));
  EXPECT_THAT(error(without_ids_, "y\n1\n2\n"), HasSubstr("y has 2 values, data has 3 rows"));
  EXPECT_THAT(error(without_ids_, "y\n1\n2\n"), HasSubstr("x.npy has so many columns"));
  const std::string table = folder_.write("t.csv", "7,8,9\n1,2,3\n4,5,6\n7,8,9\n2,2,2\n");
  EXPECT_THAT(error(table, "1\n2\n3\n4\n5\n", "y.csv"),
              HasSubstr("the first line of " + table + " is read as the names of its features"));
}

TEST_F(DataLabels, mustBeThereForEverySample) {
  const std::string message = error(with_ids_, "id,y\ns1,1\ns3,\n");
  EXPECT_THAT(message, HasSubstr("y.csv: no label for 2 samples of"));
  EXPECT_THAT(message, HasSubstr("'s2', 's3'; give every sample one"));
  EXPECT_THAT(error(without_ids_, "id,y\na,1\nb,\nc,1\n"), HasSubstr("no label for 1 sample of"));
  std::string many = "id,a\n";
  for (int i = 0; i < 13; ++i) many += "s" + std::to_string(i) + ",1\n";
  const std::string listed = error(folder_.write("many.csv", many), "id,y\ns0,1\n");
  EXPECT_THAT(listed, HasSubstr("no label for 12 samples"));
  EXPECT_THAT(listed, HasSubstr("'s10', ...;"));
  EXPECT_THAT(listed, Not(HasSubstr("'s11'")));
}

TEST_F(DataLabels, mustBeClear) {
  EXPECT_THAT(error(with_ids_, "id,y,z\ns1,1,2\n"), HasSubstr("y.csv: 3 columns; say which"));
  EXPECT_THAT(error(without_ids_, "t,w\n0.5,1\n0.25,2\n0.5,3\n"),
              HasSubstr("two columns, and the first does not look like sample ids"));
  EXPECT_THAT(error(with_ids_, "id,y\ns1,1\ns1,2\n"),
              HasSubstr("y.csv:3: the sample 's1' stands at"));
  EXPECT_THAT(error(with_ids_, "id,y\nq1,1\nq2,2\n"), HasSubstr("have no sample id in common"));
  EXPECT_THAT(error(with_ids_, "id,y\ns1,1\n", "y.csv", ":z"),
              HasSubstr("y.csv:1: no column 'z'; the columns are 'id', 'y'"));
  EXPECT_THAT(input_error_of([&] {
                read_data({.data = with_ids_, .labels = folder_.file("none.csv") + ":y"});
              }),
              HasSubstr("none.csv: no such file"));
  EXPECT_THAT(error(with_ids_, "id,y\ns1,1\n", "y.csv", ":"), HasSubstr("after the colon"));
}

TEST_F(DataLabels, preferAFileWhoseNameHasAColon) {
  EXPECT_THAT(labels(without_ids_, "y\n1\n2\n3\n", "y.csv:1"), ElementsAre("1", "2", "3"));
  EXPECT_THAT(labels(without_ids_, "k,y\n1,1\n1,2\n1,3\n", "a:b.csv", ":y"),
              ElementsAre("1", "2", "3"));
}

TEST_F(DataLabels, tellATransposedMatrix) {
  const std::string genes_by_samples =
      folder_.write("t.csv", "gene,s1,s2,s3\ng1,1,2,3\ng2,4,5,6\ng3,7,8,9\n");
  EXPECT_THAT(error(genes_by_samples, "id,y\ns1,1\ns2,-1\ns3,1\n"),
              HasSubstr("t.csv: seems to be transposed: 3 of the 3 sample ids"));
  const std::string nameless = folder_.write("u.csv", "s1,s2,s3\n1,2,3\n4,5,6\n7,8,9\n");
  EXPECT_THAT(error(nameless, "id,y\ns1,1\ns2,-1\ns3,1\n"), HasSubstr("exchange rows and columns"));
}

// A numeric column that both tables have is one of ids, not a feature.
class SharedIds : public DataLabels {
 protected:
  Dataset read(const std::string& table, const std::string& labels, const std::string& column,
               const std::string& id_column = "") {
    return read_data({.data = folder_.write("d.csv", table),
                      .labels = folder_.write("l.csv", labels) + column,
                      .id_column = id_column});
  }
  std::string error(const std::string& table, const std::string& labels,
                    const std::string& column) {
    return input_error_of([&] { read(table, labels, column); });
  }
};

TEST_F(SharedIds, joinTablesWithTheSameColumnInAnotherOrder) {
  const std::string table = "patient,a,b\n11,1,2\n12,3,4\n13,5,6\n";
  for (const char* labels :
       {"patient,y\n13,c\n11,a\n12,b\n", "patient,y\n9,q\n13,c\n11,a\n12,b\n",
        "y,patient\nc,13\na,11\nb,12\n", "z,patient,y\n.5,13,c\n2,11,a\n1,12,b\n"}) {
    const Dataset data = read(table, labels, ":y");
    EXPECT_THAT(data.target->values, ElementsAre("a", "b", "c")) << labels;
    EXPECT_THAT(data.feature_names, ElementsAre("a", "b"));
    EXPECT_THAT(data.sample_names, ElementsAre("11", "12", "13"));
    EXPECT_THAT(data.notes, testing::Contains(HasSubstr("'patient'")));
  }
  EXPECT_THAT(read(table, "patient,y\n13,c\n11,a\n12,b\n", "").target->values,
              ElementsAre("a", "b", "c"));
}

TEST_F(SharedIds, mayHaveAnyNameInTheFirstPlace) {
  const Dataset data = read("a,nr\n1,3\n2,1\n5,2\n", "nr,age,y\n1,70,b\n2,50,c\n3,70,a\n", ":y");
  EXPECT_THAT(data.target->values, ElementsAre("a", "b", "c"));
  EXPECT_THAT(data.feature_names, ElementsAre("a"));
}

TEST_F(SharedIds, areFoundByTheirValuesWhereTheDataHasIds) {
  const std::string table = "id,a\n3,1\n1,2\n2,5\n";
  EXPECT_THAT(read(table, "who,age,y\n1,70,b\n2,50,c\n3,70,a\n", ":y").target->values,
              ElementsAre("a", "b", "c"));
  // The same name says more than the same values.
  EXPECT_THAT(read(table, "nr,id,y\n1,2,c\n2,3,a\n3,1,b\n", ":y").target->values,
              ElementsAre("a", "b", "c"));
  EXPECT_THAT(read(table, "y,id\nb,1\nc,2\na,3\n", ":y").target->values,
              ElementsAre("a", "b", "c"));
  EXPECT_THAT(read("id,a\ns3,1\ns1,2\n", "y,sample\nb,s1\na,s3\n", ":y").target->values,
              ElementsAre("a", "b"));
}

TEST_F(SharedIds, leaveAnIdColumnOfTheDataAloneOut) {
  const Dataset data = read("id,patient,a\ns1,3,1\ns2,1,2\ns3,2,5\n",
                            "patient,age,y\n1,70,b\n2,50,c\n3,70,a\n", ":y");
  EXPECT_THAT(data.target->values, ElementsAre("a", "b", "c"));
  EXPECT_THAT(data.feature_names, ElementsAre("a"));
  EXPECT_THAT(data.sample_names, ElementsAre("3", "1", "2"));
}

TEST_F(SharedIds, comeSecondToTheIdsOfTheData) {
  const Dataset data = read("id,patient,a\ns1,3,1\ns2,1,2\ns3,2,5\n",
                            "id,patient,y\ns3,1,c\ns1,2,a\ns2,3,b\n", ":y");
  EXPECT_THAT(data.target->values, ElementsAre("a", "b", "c"));
  EXPECT_THAT(data.feature_names, ElementsAre("patient", "a"));
}

TEST_F(SharedIds, areWhatTheUserSays) {
  const std::string table = "nr,code,a\n1,30,1\n2,10,2\n3,20,5\n";
  const std::string labels = "code,nr,y\n10,3,b\n20,1,c\n30,2,a\n";
  EXPECT_THAT(read(table, labels, ":y", "code").target->values, ElementsAre("a", "b", "c"));
  EXPECT_THAT(read(table, labels, ":y", "nr").target->values, ElementsAre("c", "a", "b"));
  EXPECT_THAT(error(table, labels, ":y"), HasSubstr("'nr', 'code'"));
  EXPECT_THAT(error(table, labels, ":y"), HasSubstr("--id-column"));
}

TEST_F(SharedIds, thatAreRepeatedNeedTheUser) {
  EXPECT_THAT(
      error("patient,a\n1,1\n2,2\n2,5\n", "patient,y\n2,b\n2,c\n1,a\n", ":y"),
      testing::AllOf(HasSubstr("'patient'"), HasSubstr("another order"), HasSubstr("--id-column")));
  // In the same order, a group of samples is not in doubt.
  EXPECT_THAT(read("patient,a\n1,1\n2,2\n2,5\n", "patient,y\n1,b\n2,c\n2,a\n", ":y").target->values,
              ElementsAre("b", "c", "a"));
}

TEST_F(SharedIds, withoutALabelAreAnError) {
  EXPECT_THAT(error("patient,a\n1,1\n2,2\n3,5\n", "patient,y\n2,b\n7,c\n1,a\n", ":y"),
              HasSubstr("no label for 1 sample of"));
}

TEST_F(SharedIds, areNoMeasurements) {
  // Fractions are a feature, whatever else a table of clinical data repeats.
  const Dataset data = read("a,b\n0.5,1\n1.5,2\n", "a,y\n0.5,u\n1.5,v\n", ":y");
  EXPECT_THAT(data.feature_names, ElementsAre("a", "b"));
  EXPECT_THAT(error("a,b\n0.5,1\n1.5,2\n", "a,y\n1.5,u\n0.5,v\n", ":y"),
              HasSubstr("another order"));
  // Nor is there a question where both are one file.
  const std::string path = folder_.write("one.csv", "a,b,y\n1,5,u\n2,5,v\n");
  EXPECT_THAT(input_error_of([&] { read_data({.data = path, .labels = path + ":y"}); }),
              HasSubstr("'u' is not a number"));
  const std::string numbers = folder_.write("one.csv", "a,b,y\n1,5,0\n2,5,1\n");
  EXPECT_THAT(read_data({.data = numbers, .labels = numbers + ":y"}).feature_names,
              ElementsAre("a", "b", "y"));
}

TEST_F(SharedIds, serveWeightsAndGroupsToo) {
  const std::string table = folder_.write("d.csv", "patient,a,y\n11,1,2\n12,3,4\n13,5,6\n");
  const std::string weights = folder_.write("w.csv", "patient,w\n13,3\n11,1\n12,2\n");
  Dataset data = read_data({.data = table, .target = "y", .beside = {weights}});
  EXPECT_THAT(data.feature_names, ElementsAre("a"));
  EXPECT_THAT(read_sample_weights(weights, "", data), ElementsAre(1.0, 2.0, 3.0));
  // Told too late, they cannot be taken out of the features any more.
  Dataset alone = read_data({.data = table, .target = "y"});
  EXPECT_THAT(input_error_of([&] { read_sample_weights(weights, "", alone); }),
              testing::AllOf(HasSubstr("'patient'"), HasSubstr("--id-column")));
  const std::string others = folder_.write("o.csv", "a,g\n5,u\n3,v\n1,w\n");
  EXPECT_THAT(input_error_of([&] {
                read_data({.data = table, .target = "y", .beside = {weights, others}});
              }),
              HasSubstr("--id-column"));
}

TEST_F(SharedIds, whereThereAreNoneANoteSaysSo) {
  const auto notes = [&](const std::string& data, const std::string& text) {
    return read_data({.data = data, .labels = folder_.write("y.csv", text)}).notes;
  };
  const std::string table = folder_.write("d.csv", "a,b\n1,2\n3,4\n5,6\n");
  EXPECT_THAT(notes(table, "y\n1\n2\n3\n"),
              ElementsAre(HasSubstr("joined by position: neither file has sample ids")));
  EXPECT_THAT(notes(with_ids_, "y\n1\n2\n3\n"),
              ElementsAre(HasSubstr("joined by position: it has no sample ids")));
  EXPECT_THAT(notes(without_ids_, "id,y\ns1,1\ns2,2\ns3,3\n"),
              ElementsAre(HasSubstr("joined by position: " + without_ids_ + " has no sample ids")));
  EXPECT_THAT(notes(with_ids_, "id,y\ns1,1\ns2,2\ns3,3\n"), testing::IsEmpty());
  // Arrays have no ids: there is nothing to say.
  write_npy(folder_.file("y.npy"), std::vector<double>{1, 2, 3});
  EXPECT_THAT(read_data({.data = without_ids_, .labels = folder_.file("y.npy")}).notes,
              testing::IsEmpty());
}

class DataNames : public DataLabels {
 protected:
  Dataset named(const std::string& features, const std::string& samples = "") {
    DataRequest request{.data = without_ids_};
    if (!features.empty()) request.feature_names = folder_.write("features.tsv", features);
    if (!samples.empty()) request.sample_names = folder_.write("samples.tsv", samples);
    return read_data(request);
  }
};

TEST_F(DataNames, areOneALine) {
  const Dataset data = named("g1\nNaN\n", "sample\ns1\ns2\ns3\n");
  EXPECT_THAT(data.feature_names, ElementsAre("g1", "NaN"));
  EXPECT_THAT(data.sample_names, ElementsAre("s1", "s2", "s3"));
  EXPECT_EQ(data.feature_name(1), "NaN");
  EXPECT_THAT(named("9\n12\n").feature_names, ElementsAre("9", "12"));
}

TEST_F(DataNames, mayBeAColumnOfATable) {
  const std::string path =
      folder_.write("genes.tsv", "col\tentrez\tsymbol\n0\t9\tNAT1\n1\t12\tA\n");
  const Dataset data = read_data({.data = without_ids_, .feature_names = path + ":entrez"});
  EXPECT_THAT(data.feature_names, ElementsAre("9", "12"));
  EXPECT_THAT(input_error_of([&] { read_data({.data = without_ids_, .feature_names = path}); }),
              HasSubstr("genes.tsv: 3 columns; say which is meant"));
}

TEST_F(DataNames, joinLabelsToAMatrixWithoutNames) {
  const std::string table =
      folder_.write("s.tsv", "id\tlabel\tset\ns1\t-1\tu\ns2\t1\tu\ns3\t1\tu\n");
  const std::string order = folder_.write("order.txt", "s3\ns1\ns2\n");
  const Dataset data =
      read_data({.data = without_ids_, .labels = table + ":label", .sample_names = order});
  EXPECT_THAT(data.target->values, ElementsAre("1", "-1", "1"));
  EXPECT_THAT(data.target->lines, ElementsAre(4, 2, 3));
}

TEST_F(DataNames, mustBeAsManyAsNeededAndDiffer) {
  EXPECT_THAT(input_error_of([&] { named("a\nb\nc\nd\n"); }),
              HasSubstr("features.tsv: 4 feature names"));
  EXPECT_THAT(input_error_of([&] { named("a\nb\nc\nd\n"); }), HasSubstr("x.npy has 2 columns"));
  EXPECT_THAT(input_error_of([&] { named("a\nb\n", "s1\ns2\n"); }),
              HasSubstr("it seems to be transposed"));
  EXPECT_THAT(input_error_of([&] { named("a\na\n"); }),
              HasSubstr("features.tsv:2: the feature 'a' stands at"));
  EXPECT_THAT(input_error_of([&] { named("\xff\nb\n"); }), HasSubstr("is not valid UTF-8"));
}

TEST_F(DataNames, areForDataWithoutNames) {
  const std::string names = folder_.write("n.txt", "a\nb\nc\n");
  EXPECT_THAT(input_error_of([&] { read_data({.data = with_ids_, .feature_names = names}); }),
              HasSubstr("leave --feature-names out"));
  EXPECT_THAT(input_error_of([&] { read_data({.data = with_ids_, .sample_names = names}); }),
              HasSubstr("leave --sample-names out"));
}

}  // namespace
}  // namespace graphsparse
