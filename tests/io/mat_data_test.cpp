// MATLAB's files as data, written here by the library that reads them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/sparse_matrix.hpp"
#include "io/data_request.hpp"
#include "io/mat_writer.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using test_support::MatWriter;
using test_support::rows_of;
using test_support::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;

class MatData : public testing::TestWithParam<mat_ft> {
 protected:
  MatData() : path_(folder_.file("x.mat")) {
    MatWriter writer(path_, GetParam());
    writer.add<double>("X", MAT_C_DOUBLE, MAT_T_DOUBLE, {2, 3}, {1, 4, 2, 5, 3, 6.5});
    writer.add<float>("F", MAT_C_SINGLE, MAT_T_SINGLE, {2, 3}, {1, 4, 2, 5, 3, 6.5});
    writer.add<std::int16_t>("I", MAT_C_INT16, MAT_T_INT16, {2, 2}, {1, -4, 2, 5});
    writer.add_sparse("S", 2, {1, 0, 1}, {0, 1, 1, 3}, {4, 7, 6.5});
    writer.add<double>("y", MAT_C_DOUBLE, MAT_T_DOUBLE, {2, 1}, {-1, 0.5});
    writer.add<double>("N", MAT_C_DOUBLE, MAT_T_DOUBLE, {2, 2}, {1, 2, NAN, 3});
    writer.add<double>("C", MAT_C_DOUBLE, MAT_T_DOUBLE, {1, 1, 2}, {1, 2});
    writer.add<std::uint8_t>("T", MAT_C_CHAR, MAT_T_UINT8, {1, 2}, {'h', 'i'});
    writer.add_complex("Z");
  }

  Dataset read(const std::string& variable, DataRequest request = {}) {
    request.data = path_ + variable;
    return read_data(request);
  }
  std::string error(const std::string& variable, const DataRequest& request = {}) {
    return input_error_of([&] { read(variable, request); });
  }

  TemporaryFolder folder_;
  std::string path_;
};

TEST_P(MatData, holdsFullMatrices) {
  const std::vector<std::vector<double>> expected = {{1, 2, 3}, {4, 5, 6.5}};
  EXPECT_EQ(rows_of(*read(":X").design), expected);
  const Dataset single = read(":F");
  EXPECT_EQ(rows_of(*single.design), expected);
  EXPECT_NE(dynamic_cast<const DenseMatrix<float>*>(single.design.get()), nullptr);
  EXPECT_THAT(rows_of(*read(":I").design), ElementsAre(ElementsAre(1, 2), ElementsAre(-4, 5)));
}

TEST_P(MatData, holdsSparseMatrices) {
  const Dataset data = read(":S");
  EXPECT_THAT(rows_of(*data.design), ElementsAre(ElementsAre(0, 0, 7), ElementsAre(4, 0, 6.5)));
  EXPECT_NE(dynamic_cast<const SparseMatrix*>(data.design.get()), nullptr);
}

TEST_P(MatData, holdsLabels) {
  EXPECT_THAT(read(":X", {.labels = path_ + ":y"}).target->values, ElementsAre("-1", "0.5"));
  EXPECT_THAT(error(":X", {.labels = path_ + ":X"}),
              HasSubstr("x.mat:X: a 2 x 3 matrix; expected one row or one column"));
}

TEST_P(MatData, listsItsVariablesWhereOneIsMissing) {
  const std::string message = error(":Q");
  EXPECT_THAT(message, HasSubstr("x.mat: no variable 'Q'; the variables are "));
  EXPECT_THAT(message, HasSubstr("'X'"));
  EXPECT_THAT(message, HasSubstr("'y'"));
  EXPECT_THAT(error(""), HasSubstr("say which variable is meant"));
}

TEST_P(MatData, mustBeARealMatrix) {
  EXPECT_THAT(error(":T"), HasSubstr("x.mat:T: does not hold numbers"));
  EXPECT_THAT(error(":C"), HasSubstr("x.mat:C: has 3 dimensions"));
  EXPECT_THAT(error(":Z"), HasSubstr("x.mat:Z: holds complex numbers"));
}

TEST_P(MatData, namesRowAndColumnOfWhatIsNotFinite) {
  EXPECT_THAT(error(":N"), HasSubstr("x.mat:N: row 0, column 1 is nan"));
}

INSTANTIATE_TEST_SUITE_P(Versions, MatData, testing::Values(MAT_FT_MAT5, MAT_FT_MAT73),
                         [](const auto& version) {
                           return version.param == MAT_FT_MAT5 ? "Five" : "SevenPointThree";
                         });

TEST(MatFile, mayLeaveItsOnlyVariableOut) {
  const TemporaryFolder folder;
  MatWriter(folder.file("x.mat"), MAT_FT_MAT5)
      .add<double>("only", MAT_C_DOUBLE, MAT_T_DOUBLE, {1, 2}, {1, 2});
  EXPECT_THAT(rows_of(*read_data({.data = folder.file("x.mat")}).design),
              ElementsAre(ElementsAre(1, 2)));
}

TEST(MatFile, isRejectedWhenItIsNoneOrCutOff) {
  const TemporaryFolder folder;
  const std::string path = folder.write("x.mat", "this is no such file, though it is long enough");
  EXPECT_THAT(input_error_of([&] { read_data({.data = path + ":X"}); }), HasSubstr("x.mat: "));
  EXPECT_THAT(input_error_of([&] { read_data({.data = folder.file("none.mat") + ":X"}); }),
              HasSubstr("none.mat: no such file"));
  for (const mat_ft version : {MAT_FT_MAT4, MAT_FT_MAT5, MAT_FT_MAT73}) {
    MatWriter(path, version)
        .add<double>("X", MAT_C_DOUBLE, MAT_T_DOUBLE, {4, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
    std::ifstream stream(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    const std::size_t step = version == MAT_FT_MAT73 ? 97 : 1;
    for (std::size_t length = 0; length < bytes.size(); length += step) {
      const std::string cut = folder.write("cut.mat", bytes.substr(0, length));
      EXPECT_THAT(input_error_of([&] { read_data({.data = cut + ":X"}); }), HasSubstr("cut.mat"))
          << length;
    }
  }
}

}  // namespace
}  // namespace graphsparse
