// A design matrix whose large products use several threads.
//
// Sums over rows are taken in a fixed tree: chunks of 256 rows (more where rows are very sparse),
// then pairs of neighbouring chunks, pairs of pairs and so on. The tree depends on the size of the
// matrix alone, so the number of threads changes no bit; neither do ranks that each hold some of
// the chunks (DistributedMatrix).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "graphsparse/data/design_matrix.hpp"

namespace graphsparse {

inline constexpr std::size_t kRowsPerChunk = 256;

class ParallelMatrix final : public DesignMatrix {
 public:
  // The matrix must outlive it. 0 threads: as many as the machine has cores.
  ParallelMatrix(const DesignMatrix& whole, std::int64_t threads);

  RowIndex rows() const override { return whole_.rows(); }
  NodeId columns() const override { return whole_.columns(); }
  double values_per_row() const override { return whole_.values_per_row(); }
  void multiply(Rows rows, SparseView w, Output products) const override;
  void add_transposed(Rows rows, Input factors, Output sums) const override;
  void gather(Rows rows, Columns columns, Output column_major) const override;
  void multiply_transposed(Rows rows, Input factors, Columns columns,
                           Output products) const override;
  void add_moments(Rows rows, Input center, Output sums, Output squares) const override;
  void square_norms(Rows rows, Output norms) const override { whole_.square_norms(rows, norms); }
  std::optional<MatrixPlace> find_non_finite() const override { return whole_.find_non_finite(); }

 private:
  const DesignMatrix& whole_;
  std::int64_t threads_;
  std::size_t chunk_rows_;  // of sums: more where rows are very sparse
};

}  // namespace graphsparse
