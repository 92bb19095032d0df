// A design matrix: one row a sample, one column a feature. Dense, sparse and memory-mapped matrices
// have this one small interface; a loss never sees more of the data than products with blocks of
// rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphsparse/core/types.hpp"

namespace graphsparse {

using RowIndex = std::int64_t;
using Rows = std::span<const RowIndex>;

// A vector given by its entries that may be nonzero.
struct SparseView {
  std::span<const NodeId> indices;  // distinct
  std::span<const double> values;
};

// Products never allocate, and may run at the same time in several threads.
class DesignMatrix {
 public:
  virtual ~DesignMatrix() = default;

  virtual RowIndex rows() const = 0;
  virtual NodeId columns() const = 0;

  // products[k] = <row rows[k], w>. A block of b rows costs b * |w|.
  virtual void multiply(Rows rows, SparseView w, std::span<double> products) const = 0;

  // sums += sum_k factors[k] * row rows[k], over all columns. A block costs b * p (sparse: its
  // entries).
  virtual void add_transposed(Rows rows, std::span<const double> factors,
                              std::span<double> sums) const = 0;

  // The submatrix of these rows and columns, column by column, for least squares on a support.
  virtual void gather(Rows rows, std::span<const NodeId> columns,
                      std::span<double> column_major) const = 0;
};

// 0, 1, ..., count - 1.
std::vector<RowIndex> all_rows(RowIndex count);

}  // namespace graphsparse
