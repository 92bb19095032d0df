// Columns shifted to mean 0 and scaled to deviation 1, without a copy of the data.
#pragma once

#include <vector>

#include "graphsparse/data/design_matrix.hpp"

namespace graphsparse {

// What was learnt from the training rows; kept in the model to treat new samples alike.
struct Standardization {
  std::vector<double> mean;
  std::vector<double> scale;  // population deviation; 1 for a constant column, which becomes 0
};

// Over the given rows alone, so that nothing of a test part leaks in. Throws InputError without
// rows and for values so large that their squares are not finite.
Standardization learn_standardization(const DesignMatrix& matrix, Rows rows);

// Columns (a - mean) / scale of another matrix, which must outlive it.
class StandardizedMatrix : public DesignMatrix {
 public:
  // Throws InputError unless there are one mean and one positive scale a column.
  StandardizedMatrix(const DesignMatrix& raw, Standardization standardization);

  RowIndex rows() const override { return raw_.rows(); }
  NodeId columns() const override { return raw_.columns(); }
  double values_per_row() const override { return raw_.values_per_row(); }
  const RowShare* share() const override { return raw_.share(); }
  void multiply(Rows rows, SparseView w, Output products) const override;
  void add_transposed(Rows rows, Input factors, Output sums) const override;
  void gather(Rows rows, Columns columns, Output column_major) const override;
  void multiply_transposed(Rows rows, Input factors, Columns columns,
                           Output products) const override;

  const Standardization& standardization() const { return standardization_; }

 private:
  const DesignMatrix& raw_;
  Standardization standardization_;
};

}  // namespace graphsparse
