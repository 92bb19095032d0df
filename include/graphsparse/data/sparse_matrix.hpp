// A sparse matrix in compressed rows.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "graphsparse/data/design_matrix.hpp"

namespace graphsparse {

template <class Scalar, class Index, class Offset>
class CompressedRows;

struct MatrixEntry {
  RowIndex row = 0;
  NodeId column = 0;
  double value = 0.0;
};

class SparseMatrix : public DesignMatrix {
 public:
  // Entries in any order; equal places add up. Throws InputError for an entry outside.
  SparseMatrix(RowIndex rows, NodeId columns, std::vector<MatrixEntry> entries);

  RowIndex rows() const override { return rows_; }
  NodeId columns() const override { return columns_; }
  double values_per_row() const override;
  void multiply(Rows rows, SparseView w, Output products) const override;
  void add_transposed(Rows rows, Input factors, Output sums) const override;
  void gather(Rows rows, Columns columns, Output column_major) const override;
  void multiply_transposed(Rows rows, Input factors, Columns columns,
                           Output products) const override;
  void add_moments(Rows rows, Input center, Output sums, Output squares) const override;
  std::optional<MatrixPlace> find_non_finite() const override;

  // A copy of the rows from `first` to before `last`.
  SparseMatrix some_rows(RowIndex first, RowIndex last) const;

  std::int64_t entry_count() const { return static_cast<std::int64_t>(values_.size()); }

 private:
  CompressedRows<double, NodeId, std::int64_t> lines() const;
  void sort_rows();

  RowIndex rows_;
  NodeId columns_;
  std::vector<std::int64_t> offsets_;
  std::vector<NodeId> indices_;  // ascending in each row
  std::vector<double> values_;
};

}  // namespace graphsparse
