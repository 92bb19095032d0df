// Sums over rows in a fixed tree: chunks of rows, then pairs of neighbouring chunks, pairs of pairs
// and so on. The tree depends on the number of rows alone, so that neither the number of threads
// nor that of ranks, each of which has some of the chunks, changes a bit.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <span>
#include <vector>

#include "graphsparse/core/communicator.hpp"
#include "graphsparse/data/design_matrix.hpp"

namespace graphsparse {

// 256, or where such chunks have few values for each column, which cost more to pair than to add,
// the next of 512, 1024, ... that have enough.
std::size_t rows_per_chunk(double values_per_row, NodeId columns);
std::size_t rows_per_chunk(const DesignMatrix& matrix);

class RowTree {
 public:
  // left = left and right together.
  using Combine = std::function<void(std::span<double> left, std::span<const double> right)>;

  // One owner a leaf: each rank puts in its own leaves; without ranks owners do not count. Adds
  // unless told otherwise. The width is at least 1.
  RowTree(std::vector<int> owners, std::size_t width, Combine combine = {},
          const Communicator* ranks = nullptr);

  std::vector<double> take_buffer();                      // of zeros
  void put(std::size_t leaf, std::vector<double> value);  // in any order, from any thread
  // When all leaves are in; with ranks all of them must call it, and all have the total.
  std::vector<double> total();

 private:
  void exchange();
  void join(std::size_t level, std::size_t left, const std::vector<std::vector<int>>& owners);

  std::size_t width_;
  Combine combine_;
  const Communicator* ranks_;
  std::vector<int> owners_;
  std::mutex mutex_;
  std::vector<std::vector<std::vector<double>>> levels_;  // empty: not there yet
  std::vector<std::vector<double>> free_;
};

}  // namespace graphsparse
