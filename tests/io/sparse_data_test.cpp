// MatrixMarket and SVM files as data.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "graphsparse/data/sparse_matrix.hpp"
#include "io/data_request.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using test_support::rows_of;
using test_support::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;

class SparseData : public testing::Test {
 protected:
  Dataset read(const std::string& name, const std::string& text) {
    return read_data({.data = folder_.write(name, text)});
  }
  Dataset mtx(const std::string& text) { return read("x.mtx", "%%MatrixMarket matrix " + text); }
  Dataset svm(const std::string& text) { return read("x.svm", text); }
  std::string mtx_error(const std::string& text) {
    return input_error_of([&] { mtx(text); });
  }
  std::string svm_error(const std::string& text) {
    return input_error_of([&] { svm(text); });
  }

  TemporaryFolder folder_;
};

using MtxData = SparseData;
using SvmData = SparseData;

TEST_F(MtxData, isSparseInCoordinates) {
  const Dataset data = mtx("coordinate real general\n% remark\n2 3 3\n2 3 1.5\n1 1 -1\n2 1 4\n");
  EXPECT_THAT(rows_of(*data.design), ElementsAre(ElementsAre(-1, 0, 0), ElementsAre(4, 0, 1.5)));
  EXPECT_NE(dynamic_cast<const SparseMatrix*>(data.design.get()), nullptr);
  EXPECT_FALSE(data.target.has_value());
}

TEST_F(MtxData, mayBeAPatternOrSymmetric) {
  EXPECT_THAT(rows_of(*mtx("coordinate pattern general\n1 3 2\n1 1\n1 3\n").design),
              ElementsAre(ElementsAre(1, 0, 1)));
  EXPECT_THAT(rows_of(*mtx("coordinate integer symmetric\n2 2 2\n1 1 3\n2 1 5\n").design),
              ElementsAre(ElementsAre(3, 5), ElementsAre(5, 0)));
}

TEST_F(MtxData, isDenseAsAnArray) {
  EXPECT_THAT(rows_of(*mtx("array real general\n2 3\n1\n2\n3\n4\n5\n6\n").design),
              ElementsAre(ElementsAre(1, 3, 5), ElementsAre(2, 4, 6)));
}

TEST_F(MtxData, namesTheLineOfWhatIsWrong) {
  for (const auto& [text, message] : std::vector<std::pair<std::string, std::string>>{
           {"coordinate real general\n2 3 1\n2 4 1\n", "x.mtx:3: the index '4' is out of range"},
           {"coordinate real general\n2 3 1\n3 1 1\n", "x.mtx:3: the index '3' is out of range"},
           {"coordinate real general\n2 3 1\n0 1 1\n", "x.mtx:3: the index '0' is out of range"},
           {"coordinate real general\n2 3 1\n2 3 nan\n",
            "x.mtx:3: row 1, column 2 (counted from 0): the value 'nan' is not finite"},
           {"coordinate real general\n2 3 1\n2 3 x\n", "the value 'x' is not a number"},
           {"coordinate real general\n2 3 1\n2 3\n", "x.mtx:3: 2 field(s); expected 'row column"},
           {"coordinate real general\n2 3 2\n2 3 1\n", "x.mtx:3: the file ends after 1 of 2"},
           {"coordinate real general\n2 3 0\n2 3 1\n", "x.mtx:3: more entries than the 0"},
           {"coordinate real general\n2 3\n", "x.mtx:2: 2 fields; expected 'rows columns entries'"},
           {"coordinate real general\n2 x 1\n", "x.mtx:2: the size 'x'"},
           {"coordinate real general\n", "the line 'rows columns entries' is missing"},
           {"coordinate real general\n0 3 0\n", "a 0 x 3 matrix"},
           {"coordinate real general\n1 9999999999 0\n", "too large"},
           {"coordinate real symmetric\n2 3 0\n", "x.mtx:2: a 2 x 3 matrix cannot be symmetric"},
           {"coordinate complex general\n2 3 0\n",
            "x.mtx:1: a matrix 'coordinate complex general'"},
           {"array pattern general\n2 3\n", "x.mtx:1: a matrix 'array pattern general'"},
           {"array real general\n1 2\n1\n", "the file ends after 1 of 2 entries"},
           {"array real general\n1 1\n1\n2\n", "x.mtx:4: more entries than the 1 announced"},
           {"array real general\n1 1\n1 2\n", "x.mtx:3: 2 field(s); expected 'value'"},
           {"array real general\n1 2\n1\ninf\n", "x.mtx:4: row 0, column 1"},
           {"array real general\n90000 90000\n1\n", "cannot hold the 90000 x 90000 values"}}) {
    EXPECT_THAT(mtx_error(text), HasSubstr(message));
  }
  EXPECT_THAT(input_error_of([&] { read("x.mtx", "2 3 1\n"); }),
              HasSubstr("no MatrixMarket banner"));
}

TEST_F(SvmData, hasItsOwnTarget) {
  const Dataset data = svm("# remark\n+1 1:0.5 4:2 # more\n\n-1 2:-1e1\n2.5\n");
  EXPECT_THAT(
      rows_of(*data.design),
      ElementsAre(ElementsAre(0.5, 0, 0, 2), ElementsAre(0, -10, 0, 0), ElementsAre(0, 0, 0, 0)));
  EXPECT_THAT(data.target->values, ElementsAre("+1", "-1", "2.5"));
  EXPECT_THAT(data.target->lines, ElementsAre(2, 4, 5));
  EXPECT_THAT(data.target->numbers(), ElementsAre(1, -1, 2.5));
}

TEST_F(SvmData, takesIndicesInAnyOrder) {
  EXPECT_THAT(rows_of(*svm("a 3:1 1:2\n").design), ElementsAre(ElementsAre(2, 0, 1)));
}

TEST_F(SvmData, takesOtherLabelsIfAsked) {
  const std::string labels = folder_.write("y.txt", "u\nv\n");
  const Dataset data =
      read_data({.data = folder_.write("x.svm", "1 1:1\n2 1:2\n"), .labels = labels});
  EXPECT_THAT(data.target->values, ElementsAre("u", "v"));
}

TEST_F(SvmData, namesTheLineOfWhatIsWrong) {
  for (const auto& [text, message] : std::vector<std::pair<std::string, std::string>>{
           {"1 1:1\n1:2 2:3\n", "x.svm:2: begins with '1:2'"},
           {"1 0:1\n", "x.svm:1: the index 0 is out of range; indices are 1 to"},
           {"1 2147483648:1\n", "x.svm:1: the index 2147483648 is out of range"},
           {"1 -1:1\n", "x.svm:1: '-1:1' is not 'index:value'"},
           {"1 qid:3 1:1\n", "x.svm:1: 'qid:3' is not 'index:value'"},
           {"1 1\n", "x.svm:1: '1' is not 'index:value'"},
           {"1 1:1\n1 2:\n", "x.svm:2: row 1 (counted from 0), index 2: the value ''"},
           {"1 2:nan\n", "index 2: the value 'nan' is not finite"},
           {"1 2:1 1:2 2:3\n", "x.svm:1: the index 2 stands twice"},
           {"1\n-1\n", "x.svm: holds no values"},
           {"# nothing\n", "x.svm: holds no samples"},
           {"", "x.svm: the file is empty"}}) {
    EXPECT_THAT(svm_error(text), HasSubstr(message));
  }
}

}  // namespace
}  // namespace graphsparse
