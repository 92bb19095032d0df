// A design matrix whose rows are spread over ranks, as ParallelMatrix gives it to a solver:
// products use the threads of each rank, and sums over rows are taken in the same tree, so that any
// number of ranks gives the bits of one process.
//
// All ranks make the same calls with the same arguments and have the same results. Sent are, for a
// product with b rows, its b values; for a sum, one vector for each pair of branches that are on
// different ranks, and the total. Rows of one chunk that are on several ranks, as in a shuffled
// block, go to one of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "graphsparse/data/row_share.hpp"
#include "graphsparse/data/standardized_matrix.hpp"

namespace graphsparse {

class DistributedMatrix final : public DesignMatrix {
 public:
  // The matrix, which must have a share, must outlive it. Standardized where there is something to
  // do it by. 0 threads: as many as the machine has cores.
  DistributedMatrix(const DesignMatrix& raw, std::shared_ptr<const Standardization> standardization,
                    std::int64_t threads);
  ~DistributedMatrix() override;

  RowIndex rows() const override { return raw_.rows(); }
  NodeId columns() const override { return raw_.columns(); }
  double values_per_row() const override { return raw_.values_per_row(); }
  const RowShare* share() const override { return &share_; }
  void multiply(Rows rows, SparseView w, Output products) const override;
  void add_transposed(Rows rows, Input factors, Output sums) const override;
  void gather(Rows rows, Columns columns, Output column_major) const override;
  void multiply_transposed(Rows rows, Input factors, Columns columns,
                           Output products) const override;
  void add_moments(Rows rows, Input center, Output sums, Output squares) const override;
  void square_norms(Rows rows, Output norms) const override;
  std::optional<MatrixPlace> find_non_finite() const override { return raw_.find_non_finite(); }

 private:
  class Owners;
  struct ChunkSums;

  std::vector<double> sum_chunks(Rows rows, std::size_t width, double values,
                                 const ChunkSums& sums) const;
  std::unique_ptr<DesignMatrix> collect(Rows rows, std::span<const NodeId> columns) const;
  template <class Act>
  void in_stripes(Rows rows, std::span<const NodeId> columns, Act act) const;

  const DesignMatrix& raw_;
  RowShare share_;
  std::shared_ptr<const Standardization> standardization_;
  std::unique_ptr<const DesignMatrix> standardized_;
  const DesignMatrix* here_;
  std::int64_t threads_;
  std::size_t chunk_rows_;
};

}  // namespace graphsparse
