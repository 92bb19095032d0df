// Design matrices over a caller's memory, which is used where it lies: dense by row or by column,
// and compressed rows (CSR) or columns (CSC). The memory must outlive the view and must not change
// meanwhile. Products are in double precision whatever the values are.
//
// Views that do not fit their memory are refused with an InputError that names the parameter.
// Sizes are 64-bit here, so that the numbers of other programs need no conversion before they are
// checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "graphsparse/data/design_matrix.hpp"

namespace graphsparse {

template <class Scalar>
struct DenseRows;
template <class Scalar>
struct DenseColumns;

// Row r begins at values[r * stride]; a stride of 0 stands for rows without gaps. Gives the same
// bits as a DenseMatrix of the same values.
template <class Scalar>
class RowMajorView : public DesignMatrix {
 public:
  RowMajorView(std::span<const Scalar> values, RowIndex rows, std::int64_t columns,
               std::int64_t stride = 0);

  RowIndex rows() const override { return rows_; }
  NodeId columns() const override { return columns_; }
  void multiply(Rows rows, SparseView w, std::span<double> products) const override;
  void add_transposed(Rows rows, std::span<const double> factors,
                      std::span<double> sums) const override;
  void gather(Rows rows, std::span<const NodeId> columns,
              std::span<double> column_major) const override;
  void multiply_transposed(Rows rows, std::span<const double> factors,
                           std::span<const NodeId> columns,
                           std::span<double> products) const override;
  void add_moments(Rows rows, std::span<const double> center, std::span<double> sums,
                   std::span<double> squares) const override;
  std::optional<MatrixPlace> find_non_finite() const override;

 private:
  DenseRows<Scalar> layout() const;

  RowIndex rows_;
  NodeId columns_;
  const Scalar* values_;
  std::size_t stride_;
};

// Column j begins at values[j * stride]; a stride of 0 stands for columns without gaps. A product
// with a sparse vector reads the vector's columns and nothing else. Blocks of few rows are slow
// here, as each row is spread over the whole memory.
template <class Scalar>
class ColumnMajorView : public DesignMatrix {
 public:
  ColumnMajorView(std::span<const Scalar> values, RowIndex rows, std::int64_t columns,
                  std::int64_t stride = 0);

  RowIndex rows() const override { return rows_; }
  NodeId columns() const override { return columns_; }
  void multiply(Rows rows, SparseView w, std::span<double> products) const override;
  void add_transposed(Rows rows, std::span<const double> factors,
                      std::span<double> sums) const override;
  void gather(Rows rows, std::span<const NodeId> columns,
              std::span<double> column_major) const override;
  void multiply_transposed(Rows rows, std::span<const double> factors,
                           std::span<const NodeId> columns,
                           std::span<double> products) const override;
  void add_moments(Rows rows, std::span<const double> center, std::span<double> sums,
                   std::span<double> squares) const override;
  std::optional<MatrixPlace> find_non_finite() const override;

 private:
  DenseColumns<Scalar> layout() const;

  RowIndex rows_;
  NodeId columns_;
  const Scalar* values_;
  std::size_t stride_;
};

// The rows of CSR, the columns of CSC: line l has the entries offsets[l] to offsets[l + 1].
template <class Scalar, class Index>
struct CompressedLines {
  struct Line {
    std::span<const Index> indices;
    std::span<const Scalar> values;
  };

  std::span<const Index> offsets;
  std::span<const Index> indices;
  std::span<const Scalar> values;

  std::size_t size() const { return static_cast<std::size_t>(offsets.back() - offsets.front()); }
  Line line(std::int64_t index) const {
    const auto l = static_cast<std::size_t>(index);
    const auto begin = static_cast<std::size_t>(offsets[l]);
    const std::size_t count = static_cast<std::size_t>(offsets[l + 1]) - begin;
    return {indices.subspan(begin, count), values.subspan(begin, count)};
  }
};

// Row r has values[i] in column indices[i] for i from offsets[r] to offsets[r + 1] (SciPy's indptr,
// indices and data). The columns of a row must be strictly ascending. The first offset need not be
// 0, so that some rows of a larger matrix can be viewed. Gives the same bits as a SparseMatrix of
// the same entries.
template <class Scalar, class Index>
class CsrView : public DesignMatrix {
 public:
  CsrView(RowIndex rows, std::int64_t columns, std::span<const Index> offsets,
          std::span<const Index> indices, std::span<const Scalar> values);

  RowIndex rows() const override { return rows_; }
  NodeId columns() const override { return columns_; }
  double values_per_row() const override {
    return static_cast<double>(lines_.size()) / static_cast<double>(rows_ > 0 ? rows_ : 1);
  }
  void multiply(Rows rows, SparseView w, std::span<double> products) const override;
  void add_transposed(Rows rows, std::span<const double> factors,
                      std::span<double> sums) const override;
  void gather(Rows rows, std::span<const NodeId> columns,
              std::span<double> column_major) const override;
  void multiply_transposed(Rows rows, std::span<const double> factors,
                           std::span<const NodeId> columns,
                           std::span<double> products) const override;
  void add_moments(Rows rows, std::span<const double> center, std::span<double> sums,
                   std::span<double> squares) const override;
  std::optional<MatrixPlace> find_non_finite() const override;

 private:
  RowIndex rows_;
  NodeId columns_;
  CompressedLines<Scalar, Index> lines_;
};

// As CsrView, with rows and columns exchanged: column j has values[i] in row indices[i]. A product
// with rows in ascending order costs in proportion to the entries of its columns, with a
// logarithmic factor; rows in another order are looked up one by one in each column.
template <class Scalar, class Index>
class CscView : public DesignMatrix {
 public:
  CscView(RowIndex rows, std::int64_t columns, std::span<const Index> offsets,
          std::span<const Index> indices, std::span<const Scalar> values);

  RowIndex rows() const override { return rows_; }
  NodeId columns() const override { return columns_; }
  double values_per_row() const override {
    return static_cast<double>(lines_.size()) / static_cast<double>(rows_ > 0 ? rows_ : 1);
  }
  void multiply(Rows rows, SparseView w, std::span<double> products) const override;
  void add_transposed(Rows rows, std::span<const double> factors,
                      std::span<double> sums) const override;
  void gather(Rows rows, std::span<const NodeId> columns,
              std::span<double> column_major) const override;
  void multiply_transposed(Rows rows, std::span<const double> factors,
                           std::span<const NodeId> columns,
                           std::span<double> products) const override;
  void add_moments(Rows rows, std::span<const double> center, std::span<double> sums,
                   std::span<double> squares) const override;
  std::optional<MatrixPlace> find_non_finite() const override;

 private:
  RowIndex rows_;
  NodeId columns_;
  CompressedLines<Scalar, Index> lines_;
};

extern template class RowMajorView<float>;
extern template class RowMajorView<double>;
extern template class ColumnMajorView<float>;
extern template class ColumnMajorView<double>;
extern template class CsrView<float, std::int32_t>;
extern template class CsrView<float, std::int64_t>;
extern template class CsrView<double, std::int32_t>;
extern template class CsrView<double, std::int64_t>;
extern template class CscView<float, std::int32_t>;
extern template class CscView<float, std::int64_t>;
extern template class CscView<double, std::int32_t>;
extern template class CscView<double, std::int64_t>;

// The same without the names of the types, for callers that know them at run time only.
std::shared_ptr<const DesignMatrix> view_row_major(std::span<const float> values, RowIndex rows,
                                                   std::int64_t columns, std::int64_t stride = 0);
std::shared_ptr<const DesignMatrix> view_row_major(std::span<const double> values, RowIndex rows,
                                                   std::int64_t columns, std::int64_t stride = 0);

std::shared_ptr<const DesignMatrix> view_column_major(std::span<const float> values, RowIndex rows,
                                                      std::int64_t columns,
                                                      std::int64_t stride = 0);
std::shared_ptr<const DesignMatrix> view_column_major(std::span<const double> values, RowIndex rows,
                                                      std::int64_t columns,
                                                      std::int64_t stride = 0);

std::shared_ptr<const DesignMatrix> view_csr(RowIndex rows, std::int64_t columns,
                                             std::span<const std::int32_t> offsets,
                                             std::span<const std::int32_t> indices,
                                             std::span<const float> values);
std::shared_ptr<const DesignMatrix> view_csr(RowIndex rows, std::int64_t columns,
                                             std::span<const std::int32_t> offsets,
                                             std::span<const std::int32_t> indices,
                                             std::span<const double> values);
std::shared_ptr<const DesignMatrix> view_csr(RowIndex rows, std::int64_t columns,
                                             std::span<const std::int64_t> offsets,
                                             std::span<const std::int64_t> indices,
                                             std::span<const float> values);
std::shared_ptr<const DesignMatrix> view_csr(RowIndex rows, std::int64_t columns,
                                             std::span<const std::int64_t> offsets,
                                             std::span<const std::int64_t> indices,
                                             std::span<const double> values);

std::shared_ptr<const DesignMatrix> view_csc(RowIndex rows, std::int64_t columns,
                                             std::span<const std::int32_t> offsets,
                                             std::span<const std::int32_t> indices,
                                             std::span<const float> values);
std::shared_ptr<const DesignMatrix> view_csc(RowIndex rows, std::int64_t columns,
                                             std::span<const std::int32_t> offsets,
                                             std::span<const std::int32_t> indices,
                                             std::span<const double> values);
std::shared_ptr<const DesignMatrix> view_csc(RowIndex rows, std::int64_t columns,
                                             std::span<const std::int64_t> offsets,
                                             std::span<const std::int64_t> indices,
                                             std::span<const float> values);
std::shared_ptr<const DesignMatrix> view_csc(RowIndex rows, std::int64_t columns,
                                             std::span<const std::int64_t> offsets,
                                             std::span<const std::int64_t> indices,
                                             std::span<const double> values);

}  // namespace graphsparse
