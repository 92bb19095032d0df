// Design matrices over a caller's memory, which is used where it lies: dense by row or by column,
// and compressed rows (CSR) or columns (CSC). The memory must outlive the view and must not change
// meanwhile. Products are in double precision whatever the values are.
//
// Views that do not fit their memory are refused with an InputError that names the parameter.
// Sizes are 64-bit here, so that the numbers of other programs need no conversion before they are
// checked.
#pragma once

#include <cstdint>
#include <memory>
#include <ranges>
#include <span>

#include "graphsparse/data/design_matrix.hpp"

namespace graphsparse {

using MatrixView = std::shared_ptr<const DesignMatrix>;

enum class MatrixLayout { by_row, by_column };

// For values of float or double, and indices of std::int32_t or std::int64_t.
template <class Scalar>
MatrixView make_dense_view(MatrixLayout layout, RowIndex rows, std::int64_t columns,
                           std::span<const Scalar> values, std::int64_t stride);
template <class Scalar, class Index>
MatrixView make_compressed_view(MatrixLayout layout, RowIndex rows, std::int64_t columns,
                                std::span<const Index> offsets, std::span<const Index> indices,
                                std::span<const Scalar> values);

// Arrays of any kind as what they are looked at as.
template <class Array>
std::span<const std::ranges::range_value_t<Array>> view_of(const Array& array) {
  return array;
}

// Row r begins at values[r * stride]; a stride of 0 stands for rows without gaps. Gives the same
// bits as a DenseMatrix of the same values.
template <class Values>
MatrixView view_row_major(const Values& values, RowIndex rows, std::int64_t columns,
                          std::int64_t stride = 0) {
  return make_dense_view(MatrixLayout::by_row, rows, columns, view_of(values), stride);
}

// Column j begins at values[j * stride]; a stride of 0 stands for columns without gaps. A product
// with a sparse vector reads the vector's columns and nothing else. Blocks of few rows are slow
// here, as each row is spread over the whole memory.
template <class Values>
MatrixView view_column_major(const Values& values, RowIndex rows, std::int64_t columns,
                             std::int64_t stride = 0) {
  return make_dense_view(MatrixLayout::by_column, rows, columns, view_of(values), stride);
}

// Row r has values[i] in column indices[i] for i from offsets[r] to offsets[r + 1] (SciPy's indptr,
// indices and data). The columns of a row must be strictly ascending. The first offset need not be
// 0, so that some rows of a larger matrix can be viewed. Gives the same bits as a SparseMatrix of
// the same entries.
template <class Offsets, class Indices, class Values>
MatrixView view_csr(RowIndex rows, std::int64_t columns, const Offsets& offsets,
                    const Indices& indices, const Values& values) {
  return make_compressed_view(MatrixLayout::by_row, rows, columns, view_of(offsets),
                              view_of(indices), view_of(values));
}

// As view_csr, with rows and columns exchanged: column j has values[i] in row indices[i]. A product
// with rows in ascending order costs in proportion to the entries of its columns, with a
// logarithmic factor; rows in another order, or some twice, are looked up one by one in each
// column.
template <class Offsets, class Indices, class Values>
MatrixView view_csc(RowIndex rows, std::int64_t columns, const Offsets& offsets,
                    const Indices& indices, const Values& values) {
  return make_compressed_view(MatrixLayout::by_column, rows, columns, view_of(offsets),
                              view_of(indices), view_of(values));
}

}  // namespace graphsparse
