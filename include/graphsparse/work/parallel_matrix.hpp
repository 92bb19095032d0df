// A design matrix whose large products use several threads.
//
// Sums over rows are taken in a fixed tree: chunks of 256 rows, then pairs of neighbouring chunks,
// pairs of pairs and so on. The tree depends on the number of rows alone, so the number of threads
// changes no bit; neither would machines that each hold some of the chunks.
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
  void multiply(Rows rows, SparseView w, std::span<double> products) const override;
  void add_transposed(Rows rows, std::span<const double> factors,
                      std::span<double> sums) const override;
  void gather(Rows rows, std::span<const NodeId> columns,
              std::span<double> column_major) const override;
  void multiply_transposed(Rows rows, std::span<const double> factors,
                           std::span<const NodeId> columns,
                           std::span<double> products) const override;
  void add_moments(Rows rows, std::span<const double> center, std::span<double> sums,
                   std::span<double> squares) const override {
    whole_.add_moments(rows, center, sums, squares);
  }
  std::optional<MatrixPlace> find_non_finite() const override { return whole_.find_non_finite(); }

 private:
  // Whether sums over so many rows are more than one chunk's. Those of very sparse chunks are taken
  // in the order of the rows: pairing them would cost more.
  bool uses_tree(std::size_t rows) const;
  // Of a product that reads this many values.
  std::int64_t threads_for(double values) const;

  const DesignMatrix& whole_;
  std::int64_t threads_;
};

}  // namespace graphsparse
