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
#include "graphsparse/data/row_share.hpp"

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

// Rows of a matrix by ascending number, in the chunks that their numbers fall into: each chunk is
// on one rank as a whole. For sums of what is made of the rows' values, in the fixed tree.

class SharedRows {
 public:
  // Adds up the rows here()[first] to here()[first + count - 1].
  using AddChunk =
      std::function<void(std::size_t first, std::size_t count, std::span<double> sums)>;
  // Calls work(0), ..., work(count - 1), in threads where it likes.
  using Runner =
      std::function<void(std::size_t count, const std::function<void(std::size_t)>& work)>;

  // `everywhere`: every rank has the values of all rows, from gather().
  SharedRows(const DesignMatrix& design, Rows rows, bool everywhere = false);

  // Places in the list of rows whose values are here, and the rows.
  const std::vector<std::size_t>& here() const { return here_; }
  const std::vector<RowIndex>& rows_here() const { return rows_here_; }
  std::vector<double> values_here(std::span<const double> one_a_row) const;
  bool is_one_chunk() const { return leaves_ <= 1; }

  std::vector<double> sum(std::size_t width, const AddChunk& add_chunk,
                          const RowTree::Combine& combine = {}, const Runner& run = {}) const;
  // The largest on any rank.
  double largest(double value) const;

 private:
  struct Chunk {
    std::size_t leaf = 0;
    std::size_t first = 0;
    std::size_t count = 0;
  };

  void add_row(std::size_t place, RowIndex row, RowIndex chunk_rows);

  const Communicator* ranks_ = nullptr;  // null: all rows are here
  const RowShare* share_ = nullptr;
  std::vector<std::size_t> here_;
  std::vector<RowIndex> rows_here_;
  std::vector<Chunk> chunks_;  // here
  std::vector<int> owners_;    // of all chunks
  std::size_t leaves_ = 0;
  RowIndex last_chunk_ = -1;
};

}  // namespace graphsparse
