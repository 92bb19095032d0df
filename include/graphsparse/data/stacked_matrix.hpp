// Matrices one below the other, such as the parts of one that is kept in several files. Gives the
// same bits as one matrix of all rows. On a rank that has some of the rows only these have parts.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "graphsparse/data/design_matrix.hpp"
#include "graphsparse/data/row_share.hpp"

namespace graphsparse {

class StackedMatrix final : public DesignMatrix {
 public:
  struct Part {
    RowIndex first = 0;  // its first row's number in the whole matrix
    std::shared_ptr<const DesignMatrix> matrix = {};
  };

  // In the order of their rows, without gaps and dense if there are several. With a share the parts
  // are those of this rank, and `values_per_row` is the mean over all ranks.
  StackedMatrix(std::vector<Part> parts, RowIndex rows, double values_per_row,
                std::optional<RowShare> share = {});

  RowIndex rows() const override { return rows_; }
  NodeId columns() const override { return columns_; }
  double values_per_row() const override { return values_per_row_; }
  const RowShare* share() const override { return share_ ? &*share_ : nullptr; }
  void multiply(Rows rows, SparseView w, Output products) const override;
  void add_transposed(Rows rows, Input factors, Output sums) const override;
  void gather(Rows rows, Columns columns, Output column_major) const override;
  void multiply_transposed(Rows rows, Input factors, Columns columns,
                           Output products) const override;
  void add_moments(Rows rows, Input center, Output sums, Output squares) const override;
  // With a share, on any rank: all must ask.
  std::optional<MatrixPlace> find_non_finite() const override;

 private:
  const Part& part_of(RowIndex row) const;
  // Calls work(part, begin, count) for stretches of rows that are in one part.
  template <class Work>
  void in_parts(Rows rows, Work work) const;
  void add_four_rows(Rows rows, Input factors, Output sums) const;
  std::optional<MatrixPlace> find_here() const;

  std::vector<Part> parts_;
  RowIndex rows_;
  NodeId columns_;
  double values_per_row_;
  std::optional<RowShare> share_;
};

}  // namespace graphsparse
