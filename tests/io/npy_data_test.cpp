// NumPy matrices as data.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/mapped_matrix.hpp"
#include "graphsparse/io/npy.hpp"
#include "io/data_request.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using test_support::rows_of;
using test_support::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

template <class Number>
std::string npy(const std::string& type, const std::string& shape,
                const std::vector<Number>& numbers, bool fortran_order = false,
                std::size_t alignment = 64) {
  std::string dictionary = "{'descr': '" + type +
                           "', 'fortran_order': " + (fortran_order ? "True" : "False") +
                           ", 'shape': " + shape + ", }";
  while ((10 + dictionary.size() + 1) % alignment != 0) dictionary += ' ';
  dictionary += '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(dictionary.size());
  bytes += '\0';
  bytes += dictionary;
  if (numbers.empty()) return bytes;
  const std::size_t start = bytes.size();
  bytes.resize(start + numbers.size() * sizeof(Number));
  std::memcpy(bytes.data() + start, numbers.data(), numbers.size() * sizeof(Number));
  return bytes;
}

class NpyData : public testing::Test {
 protected:
  Dataset read(const std::string& bytes, DataRequest request = {}) {
    request.data = folder_.write("x.npy", bytes);
    return read_data(request);
  }
  std::string error(const std::string& bytes, const DataRequest& request = {}) {
    return input_error_of([&] { read(bytes, request); });
  }

  TemporaryFolder folder_;
  const std::vector<std::vector<double>> expected_ = {{1, 2, 3}, {4, 5, 6.5}};
};

TEST_F(NpyData, staysInItsFile) {
  const Dataset doubles = read(npy<double>("<f8", "(2, 3)", {1, 2, 3, 4, 5, 6.5}));
  EXPECT_EQ(rows_of(*doubles.design), expected_);
  EXPECT_NE(dynamic_cast<const MappedMatrix<double>*>(doubles.design.get()), nullptr);
  EXPECT_THAT(doubles.feature_names, IsEmpty());
  EXPECT_EQ(doubles.feature_name(2), "2");
  const Dataset floats = read(npy<float>("<f4", "(2, 3)", {1, 2, 3, 4, 5, 6.5}));
  EXPECT_EQ(rows_of(*floats.design), expected_);
  EXPECT_NE(dynamic_cast<const MappedMatrix<float>*>(floats.design.get()), nullptr);
}

TEST_F(NpyData, isCopiedFromFortranOrder) {
  EXPECT_EQ(rows_of(*read(npy<double>("<f8", "(2, 3)", {1, 4, 2, 5, 3, 6.5}, true)).design),
            expected_);
  const Dataset floats = read(npy<float>("<f4", "(2, 3)", {1, 4, 2, 5, 3, 6.5}, true));
  EXPECT_EQ(rows_of(*floats.design), expected_);
  EXPECT_NE(dynamic_cast<const DenseMatrix<float>*>(floats.design.get()), nullptr);
}

// Larger than the squares in which it is turned round.
TEST_F(NpyData, isCopiedFromFortranOrderWhenLarge) {
  constexpr int rows = 70;
  constexpr int columns = 45;
  std::vector<double> numbers;
  for (int i = 0; i < rows * columns; ++i) numbers.push_back(i);
  const auto matrix = rows_of(*read(npy<double>("<f8", "(70, 45)", numbers, true)).design);
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      ASSERT_EQ(matrix[r][c], static_cast<double>(c * rows + r));
    }
  }
}

TEST_F(NpyData, isCopiedWhereItIsNotAligned) {
  EXPECT_EQ(rows_of(*read(npy<double>("<f8", "(2, 3)", {1, 2, 3, 4, 5, 6.5}, false, 1)).design),
            expected_);
}

TEST_F(NpyData, mayHoldIntegers) {
  EXPECT_THAT(rows_of(*read(npy<std::int8_t>("|i1", "(2, 2)", {0, 1, 2, -1})).design),
              ElementsAre(ElementsAre(0, 1), ElementsAre(2, -1)));
  EXPECT_THAT(rows_of(*read(npy<std::int64_t>("<i8", "(2, 2)", {0, 1, 2, -1}, true)).design),
              ElementsAre(ElementsAre(0, 2), ElementsAre(1, -1)));
}

TEST_F(NpyData, namesRowAndColumnOfWhatIsNotFinite) {
  EXPECT_THAT(error(npy<double>("<f8", "(2, 3)", {1, 2, 3, 4, NAN, NAN})),
              HasSubstr("x.npy: row 1, column 1 is nan; expected finite numbers"));
  EXPECT_THAT(error(npy<float>("<f4", "(2, 3)", {1, 2, -INFINITY, 4, 5, 6})),
              HasSubstr("row 0, column 2 is -inf"));
  const std::string names = folder_.write("names.txt", "g0\ng1\ng2\n");
  const std::string samples = folder_.write("samples.txt", "s0\ns1\n");
  EXPECT_THAT(error(npy<double>("<f8", "(2, 3)", {1, 2, 3, 4, NAN, 6}, true),
                    {.feature_names = names, .sample_names = samples}),
              HasSubstr("row 0 ('s0'), column 2 ('g2') is nan"));
}

TEST_F(NpyData, mustBeAMatrix) {
  EXPECT_THAT(error(npy<double>("<f8", "(3,)", {1, 2, 3})),
              HasSubstr("x.npy: an array of shape (3,); expected a matrix"));
  EXPECT_THAT(error(npy<double>("<f8", "(1, 1, 2)", {1, 2})), HasSubstr("shape (1, 1, 2)"));
  EXPECT_THAT(error(npy<double>("<f8", "(0, 3)", {})), HasSubstr("a 0 x 3 matrix"));
  EXPECT_THAT(error(npy<double>("<f8", "(1, 4294967296)", {1})), HasSubstr("too large"));
}

TEST_F(NpyData, mustBeWhole) {
  const std::string whole = npy<double>("<f8", "(2, 3)", {1, 2, 3, 4, 5, 6});
  EXPECT_THAT(error(whole.substr(0, whole.size() - 1)),
              HasSubstr("announces 48 bytes of numbers, the file has 47; it is cut off"));
  EXPECT_THAT(error(whole + "x"), HasSubstr("holds something else as well"));
  EXPECT_THAT(error(""), HasSubstr("x.npy: the file is empty"));
}

TEST_F(NpyData, hasNoColumnsWithNames) {
  const std::string bytes = npy<double>("<f8", "(1, 1)", {1});
  EXPECT_THAT(error(bytes, {.target = "y"}), HasSubstr("x.npy: has no column 'y'"));
  EXPECT_THAT(error(bytes, {.id_column = "id"}), HasSubstr("x.npy: has no column 'id'"));
}

}  // namespace
}  // namespace graphsparse
