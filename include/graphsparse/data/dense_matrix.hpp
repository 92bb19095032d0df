// Dense row-major matrices in memory, in single or double precision. Products are in double
// precision either way.
#pragma once

#include <vector>

#include "graphsparse/data/design_matrix.hpp"

namespace graphsparse {

template <class Scalar>
class DenseMatrix : public DesignMatrix {
 public:
  // Throws InputError unless there are rows * columns values.
  DenseMatrix(RowIndex rows, NodeId columns, std::vector<Scalar> row_major);

  RowIndex rows() const override { return rows_; }
  NodeId columns() const override { return columns_; }
  void multiply(Rows rows, SparseView w, std::span<double> products) const override;
  void add_transposed(Rows rows, std::span<const double> factors,
                      std::span<double> sums) const override;
  void gather(Rows rows, std::span<const NodeId> columns,
              std::span<double> column_major) const override;

  std::span<const Scalar> values() const { return values_; }

 private:
  RowIndex rows_;
  NodeId columns_;
  std::vector<Scalar> values_;
};

extern template class DenseMatrix<float>;
extern template class DenseMatrix<double>;

}  // namespace graphsparse
