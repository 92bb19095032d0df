// A design matrix: one row a sample, one column a feature. Dense, sparse and memory-mapped matrices
// have this one small interface; a loss never sees more of the data than products with blocks of
// rows.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graphsparse/core/fingerprint.hpp"
#include "graphsparse/core/types.hpp"

namespace graphsparse {

using RowIndex = std::int64_t;
using Rows = std::span<const RowIndex>;

// A vector given by its entries that may be nonzero.
struct SparseView {
  std::span<const NodeId> indices;  // distinct
  std::span<const double> values;
};

// What else products take: some columns, one number for each row or column, where the result goes.
using Columns = std::span<const NodeId>;
using Input = std::span<const double>;
using Output = std::span<double>;

struct RowShare;

struct MatrixPlace {
  RowIndex row = 0;
  NodeId column = 0;
  double value = 0.0;
};

// Products of matrices allocate nothing, and may run at the same time in several threads.
class DesignMatrix {
 public:
  virtual ~DesignMatrix() = default;

  virtual RowIndex rows() const = 0;
  virtual NodeId columns() const = 0;

  // products[k] = <row rows[k], w>. A block of b rows costs b * |w|.
  virtual void multiply(Rows rows, SparseView w, Output products) const = 0;

  // sums += sum_k factors[k] * row rows[k], over all columns. A block costs b * p (sparse: its
  // entries).
  virtual void add_transposed(Rows rows, Input factors, Output sums) const = 0;

  // The submatrix of these rows and columns, column by column, for least squares on a support.
  virtual void gather(Rows rows, Columns columns, Output column_major) const = 0;

  // Null: all rows are here. Otherwise they are spread over ranks, and only a DistributedMatrix,
  // which puts together what the ranks find, may be asked for others than those that are here.
  virtual const RowShare* share() const { return nullptr; }

  // How many values a row has, zeros that are not stored left out; what its products cost.
  virtual double values_per_row() const { return static_cast<double>(columns()); }

  // What may allocate a row and has an answer for every matrix by way of the above; those that can
  // do better do.

  // add_transposed for some columns: products[i] = sum_k factors[k] * row rows[k] at columns[i].
  virtual void multiply_transposed(Rows rows, Input factors, Columns columns,
                                   Output products) const;

  // sums += sum_k (row rows[k] - center) and squares += sum_k (row rows[k] - center)^2, entry by
  // entry.
  virtual void add_moments(Rows rows, Input center, Output sums, Output squares) const;

  // norms[k] = |row rows[k]|^2.
  virtual void square_norms(Rows rows, Output norms) const;

  // The first value, row by row, that is NaN or infinite.
  virtual std::optional<MatrixPlace> find_non_finite() const;
};

// 0, 1, ..., count - 1.
std::vector<RowIndex> all_rows(RowIndex count);

// Of the size and of every value, row by row; the same for all kinds of matrices with the same
// values.
Fingerprint fingerprint_of(const DesignMatrix& matrix);

}  // namespace graphsparse
