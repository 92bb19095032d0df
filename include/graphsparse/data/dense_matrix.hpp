// Dense row-major matrices in memory, in single or double precision. Products are in double
// precision either way.
#pragma once

#include <vector>

#include "graphsparse/data/design_matrix.hpp"

namespace graphsparse {

// What a second copy of the values, column by column, is read for.
enum class ColumnUse {
  products,       // with sparse vectors; the same bits come out as without the copy
  gradients_too,  // sums over many consecutive rows as well, so that a batch method needs one copy
                  // in the cache and not two; their rounding differs
};

template <class Scalar>
class DenseMatrix : public DesignMatrix {
 public:
  // Throws InputError unless there are rows * columns values.
  DenseMatrix(RowIndex rows, NodeId columns, std::vector<Scalar> row_major);

  // Keeps the values column by column as well, for twice the memory: from then on a product with a
  // sparse vector reads the vector's columns and nothing else.
  void keep_columns(ColumnUse use = ColumnUse::products);

  RowIndex rows() const override { return rows_; }
  NodeId columns() const override { return columns_; }
  void multiply(Rows rows, SparseView w, Output products) const override;
  void add_transposed(Rows rows, Input factors, Output sums) const override;
  void gather(Rows rows, Columns columns, Output column_major) const override;
  void multiply_transposed(Rows rows, Input factors, Columns columns,
                           Output products) const override;

  std::span<const Scalar> values() const { return values_; }

 private:
  RowIndex rows_;
  NodeId columns_;
  std::vector<Scalar> values_;
  std::vector<Scalar> by_column_;  // empty unless asked for
  ColumnUse column_use_ = ColumnUse::products;
};

extern template class DenseMatrix<float>;
extern template class DenseMatrix<double>;

}  // namespace graphsparse
