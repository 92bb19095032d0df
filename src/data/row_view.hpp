// Some rows of another matrix, in any order, without a copy.
#pragma once

#include <vector>

#include "graphsparse/data/design_matrix.hpp"

namespace graphsparse {

class RowView final : public DesignMatrix {
 public:
  // The matrix must outlive it.
  RowView(const DesignMatrix& whole, std::vector<RowIndex> chosen);

  RowIndex rows() const override { return static_cast<RowIndex>(chosen_.size()); }
  NodeId columns() const override { return whole_.columns(); }
  double values_per_row() const override { return whole_.values_per_row(); }
  void multiply(Rows rows, SparseView w, Output products) const override;
  void add_transposed(Rows rows, Input factors, Output sums) const override;
  void gather(Rows rows, Columns columns, Output column_major) const override;
  void multiply_transposed(Rows rows, Input factors, Columns columns,
                           Output products) const override;
  void add_moments(Rows rows, Input center, Output sums, Output squares) const override;

 private:
  const DesignMatrix& whole_;
  std::vector<RowIndex> chosen_;
};

}  // namespace graphsparse
