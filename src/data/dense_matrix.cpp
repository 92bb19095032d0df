#include "graphsparse/data/dense_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "data/dense_kernels.hpp"
#include "graphsparse/core/error.hpp"

namespace graphsparse {
namespace {

// Of fewer rows a cache line of a column holds too little.
constexpr std::size_t kFewRows = 4;
// Of fewer rows a column is over before its sum is under way.
constexpr std::size_t kManyRows = 64;

template <class Scalar>
DenseColumns<Scalar> columns_of(const std::vector<Scalar>& by_column, RowIndex rows) {
  return {by_column.data(), static_cast<std::size_t>(rows)};
}

}  // namespace

std::vector<RowIndex> all_rows(RowIndex count) {
  std::vector<RowIndex> rows(count);
  std::iota(rows.begin(), rows.end(), RowIndex{0});
  return rows;
}

template <class Scalar>
DenseMatrix<Scalar>::DenseMatrix(RowIndex rows, NodeId columns, std::vector<Scalar> row_major)
    : rows_(rows), columns_(columns), values_(std::move(row_major)) {
  if (rows >= 0 && columns >= 0 &&
      values_.size() == static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns)) {
    return;
  }
  throw InputError(fmt::format("a dense matrix of {} x {} cannot have {} values", rows, columns,
                               values_.size()));
}

template <class Scalar>
void DenseMatrix<Scalar>::keep_columns(ColumnUse use) {
  column_use_ = use;
  by_column_.resize(values_.size());
  transpose(DenseRows<Scalar>{values_.data(), static_cast<std::size_t>(columns_)},
            static_cast<std::size_t>(rows_), by_column_.data());
}

template <class Scalar>
void DenseMatrix<Scalar>::multiply(Rows rows, SparseView w, Output products) const {
  if (!by_column_.empty() && rows.size() >= kFewRows) {
    multiply_columns(columns_of(by_column_, rows_), rows, w, products);
    return;
  }
  multiply_rows(DenseRows<Scalar>{values_.data(), static_cast<std::size_t>(columns_)}, rows, w,
                products);
}

template <class Scalar>
void DenseMatrix<Scalar>::add_transposed(Rows rows, Input factors, Output sums) const {
  if (column_use_ == ColumnUse::gradients_too && rows.size() >= kManyRows &&
      add_transposed_columns(columns_of(by_column_, rows_), rows, factors, sums)) {
    return;
  }
  add_transposed_rows(DenseRows<Scalar>{values_.data(), static_cast<std::size_t>(columns_)}, rows,
                      factors, sums);
}

template <class Scalar>
void DenseMatrix<Scalar>::gather(Rows rows, Columns columns, Output column_major) const {
  if (!by_column_.empty() && rows.size() >= kFewRows) {
    copy_columns(columns_of(by_column_, rows_), rows, columns, column_major);
    return;
  }
  gather_columns(DenseRows<Scalar>{values_.data(), static_cast<std::size_t>(columns_)}, rows,
                 columns, column_major);
}

template <class Scalar>
void DenseMatrix<Scalar>::multiply_transposed(Rows rows, Input factors, Columns columns,
                                              Output products) const {
  if (by_column_.empty()) {
    std::fill_n(products.begin(), columns.size(), 0.0);
    add_transposed_at(DenseRows<Scalar>{values_.data(), static_cast<std::size_t>(columns_)}, rows,
                      factors, columns, products);
    return;
  }
  multiply_transposed_columns(columns_of(by_column_, rows_), rows, factors, columns, products);
}

template class DenseMatrix<float>;
template class DenseMatrix<double>;

}  // namespace graphsparse
