// Columns of mean 0 and deviation 1.
#include "graphsparse/data/standardized_matrix.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/sparse_matrix.hpp"
#include "io/temporary_folder.hpp"
#include "support/allocation_meter.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using testing::DoubleNear;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Standardization, looksAtTheGivenRowsAlone) {
  const DenseMatrix<double> matrix(4, 2, {1, 5, 3, 5, 1e9, -1e9, 5, 8});
  const std::vector<RowIndex> rows = {0, 1, 3};
  const Standardization learnt = learn_standardization(matrix, rows);
  EXPECT_THAT(learnt.mean, ElementsAre(3.0, 6.0));
  EXPECT_THAT(learnt.scale, ElementsAre(DoubleNear(std::sqrt(8.0 / 3.0), 1e-15),
                                        DoubleNear(std::sqrt(2.0), 1e-15)));
}

// A tenth has no exact double, so that a sum of many is not a tenth times their number.
TEST(Standardization, makesConstantColumnsZeroDespiteRounding) {
  constexpr RowIndex rows = 1000;
  const DenseMatrix<double> dense(rows, 1, std::vector<double>(rows, 0.1));
  std::vector<MatrixEntry> entries;
  for (RowIndex r = 0; r < rows; ++r) entries.push_back({r, 0, 0.1});
  const SparseMatrix sparse(rows, 2, entries);  // its second column is zero
  for (const DesignMatrix* matrix :
       {static_cast<const DesignMatrix*>(&dense), static_cast<const DesignMatrix*>(&sparse)}) {
    const Standardization learnt = learn_standardization(*matrix, all_rows(rows));
    EXPECT_EQ(learnt.mean.front(), 0.1);
    EXPECT_THAT(learnt.scale, Each(1.0));
    std::vector<double> gathered(rows);
    StandardizedMatrix(*matrix, learnt).gather(all_rows(rows), std::vector<NodeId>{0}, gathered);
    EXPECT_THAT(gathered, Each(0.0));
  }
}

// Around a mean of a billion, squares themselves would have lost the deviation.
TEST(Standardization, seesASmallDeviationBesideALargeMean) {
  std::vector<double> values;
  for (int i = 0; i < 1000; ++i) values.push_back(1e9 + (i % 2 == 0 ? 0.25 : -0.25));
  const DenseMatrix<double> matrix(1000, 1, values);
  const Standardization learnt = learn_standardization(matrix, all_rows(1000));
  EXPECT_EQ(learnt.mean.front(), 1e9);
  EXPECT_DOUBLE_EQ(learnt.scale.front(), 0.25);
  const StandardizedMatrix standardized(matrix, learnt);
  double product = 0.0;
  standardized.multiply(Rows(all_rows(1)), {std::vector<NodeId>{0}, std::vector<double>{3.0}},
                        {&product, 1});
  EXPECT_EQ(product, 3.0);
}

TEST(Standardization, rejectsWhatCannotBeStandardized) {
  const DenseMatrix<double> matrix(2, 2, {0, 1e200, 0, -1e200});
  EXPECT_THAT(input_error_of([&] { learn_standardization(matrix, all_rows(2)); }),
              HasSubstr("column 1 has values too large"));
  EXPECT_THROW(learn_standardization(matrix, {}), InputError);
}

TEST(StandardizedMatrix, rejectsAStandardizationOfOtherData) {
  const DenseMatrix<double> matrix(1, 2, {1, 2});
  EXPECT_THROW(StandardizedMatrix(matrix, {{0.0}, {1.0}}), InputError);
  EXPECT_THROW(StandardizedMatrix(matrix, {{0.0, 0.0}, {1.0, 0.0}}), InputError);
  EXPECT_THROW(StandardizedMatrix(matrix, {{0.0, 0.0}, {1.0, NAN}}), InputError);
}

// More columns and rows than it works on at a time.
TEST(StandardizedMatrix, multipliesLongVectors) {
  constexpr RowIndex rows = 21;
  constexpr NodeId columns = 1300;
  std::vector<double> values;
  for (int i = 0; i < rows * columns; ++i) values.push_back(std::sin(i));
  const DenseMatrix<double> raw(rows, columns, values);
  const StandardizedMatrix matrix(
      raw, {std::vector<double>(columns, 2.0), std::vector<double>(columns, 4.0)});
  std::vector<NodeId> indices;
  std::vector<double> weights;
  for (NodeId j = 0; j < columns; ++j) {
    indices.push_back(j);
    weights.push_back(std::cos(j));
  }
  std::vector<double> products(rows);
  matrix.multiply(all_rows(rows), {indices, weights}, products);
  for (RowIndex r = 0; r < rows; ++r) {
    double expected = 0.0;
    for (NodeId j = 0; j < columns; ++j) {
      expected += (values[static_cast<std::size_t>(r * columns + j)] - 2.0) / 4.0 * std::cos(j);
    }
    EXPECT_NEAR(products[static_cast<std::size_t>(r)], expected, 1e-11);
  }
}

// Counts what a mapped file would look after itself for.
class CountedGathers final : public DesignMatrix {
 public:
  explicit CountedGathers(const DesignMatrix& whole) : whole_(whole) {}

  RowIndex rows() const override { return whole_.rows(); }
  NodeId columns() const override { return whole_.columns(); }
  void multiply(Rows rows, SparseView w, Output products) const override {
    whole_.multiply(rows, w, products);
  }
  void add_transposed(Rows rows, Input factors, Output sums) const override {
    whole_.add_transposed(rows, factors, sums);
  }
  void gather(Rows rows, Columns columns, Output column_major) const override {
    ++gathers_;
    whole_.gather(rows, columns, column_major);
  }

  int gathers() const { return gathers_; }

 private:
  const DesignMatrix& whole_;
  mutable int gathers_ = 0;
};

TEST(StandardizedMatrix, multipliesShortVectorsInOneGather) {
  constexpr RowIndex rows = 100;
  constexpr NodeId columns = 20;
  const DenseMatrix<double> dense(rows, columns, std::vector<double>(rows * columns, 3.0));
  const CountedGathers raw(dense);
  const StandardizedMatrix matrix(
      raw, {std::vector<double>(columns, 2.0), std::vector<double>(columns, 0.5)});
  std::vector<NodeId> indices;
  for (NodeId j = 0; j < columns; ++j) indices.push_back(j);
  const std::vector<double> weights(columns, 1.0);
  std::vector<double> products(rows);
  matrix.multiply(all_rows(rows), {indices, weights}, products);
  EXPECT_THAT(products, Each(40.0));
  EXPECT_EQ(raw.gathers(), 1);
}

TEST(StandardizedMatrix, allocatesNothingInProducts) {
  const DenseMatrix<double> dense(3, 2, {1, 2, 3, 4, 5, 7});
  const SparseMatrix sparse(3, 2, {{0, 0, 1.0}, {2, 1, 3.0}});
  const std::vector<RowIndex> rows = all_rows(3);
  const std::vector<NodeId> indices = {0, 1};
  const std::vector<double> weights = {1.0, -1.0};
  std::vector<double> products(3);
  std::vector<double> sums(2);
  std::vector<double> gathered(6);
  for (const DesignMatrix* raw :
       {static_cast<const DesignMatrix*>(&dense), static_cast<const DesignMatrix*>(&sparse)}) {
    const StandardizedMatrix matrix(*raw, learn_standardization(*raw, rows));
    const test_support::AllocationMeter meter;
    matrix.multiply(rows, {indices, weights}, products);
    matrix.add_transposed(rows, products, sums);
    matrix.gather(rows, indices, gathered);
    EXPECT_EQ(meter.allocations(), 0);
  }
}

}  // namespace
}  // namespace graphsparse
