// Row-major values in a file mapped into memory: data larger than memory works, and only the rows
// of the current block need to be there. Of a file that is large beside the available memory (more
// than half of it, and more than 256 MiB) what was read is given back to the system every 64 MiB,
// also within one product over all rows.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "graphsparse/data/design_matrix.hpp"

namespace graphsparse {

template <class Scalar>
class MappedMatrix : public DesignMatrix {
 public:
  // The values begin at `offset` bytes, a multiple of their size. Throws InputError where the file
  // cannot be mapped or is too short.
  MappedMatrix(const std::string& path, std::size_t offset, RowIndex rows, NodeId columns);
  // Up to `most_kept` bytes the file's pages stay in memory; pages of a larger one are given back.
  MappedMatrix(const std::string& path, std::size_t offset, RowIndex rows, NodeId columns,
               std::size_t most_kept);
  ~MappedMatrix() override;
  MappedMatrix(const MappedMatrix&) = delete;
  MappedMatrix& operator=(const MappedMatrix&) = delete;

  RowIndex rows() const override { return rows_; }
  NodeId columns() const override { return columns_; }
  void multiply(Rows rows, SparseView w, Output products) const override;
  void add_transposed(Rows rows, Input factors, Output sums) const override;
  void gather(Rows rows, Columns columns, Output column_major) const override;
  void multiply_transposed(Rows rows, Input factors, Columns columns,
                           Output products) const override;
  void add_moments(Rows rows, Input center, Output sums, Output squares) const override;
  std::optional<MatrixPlace> find_non_finite() const override;

 private:
  class Mapping;

  struct Stretch;
  Stretch whole_row() const;
  static Stretch stretch_of(Columns columns);

  // Calls act(begin, count) for parts of `rows`, asks for the pages of each part before it and
  // gives them back after it.
  template <class Act>
  void in_parts(Rows rows, const Stretch& columns, Act act) const;

  std::unique_ptr<Mapping> mapping_;
  const Scalar* values_ = nullptr;
  RowIndex rows_;
  NodeId columns_;
};

extern template class MappedMatrix<float>;
extern template class MappedMatrix<double>;

}  // namespace graphsparse
