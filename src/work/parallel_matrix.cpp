#include "graphsparse/work/parallel_matrix.hpp"

#include <algorithm>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include "graphsparse/work/tasks.hpp"
#include "work/parts.hpp"

namespace graphsparse {
namespace {

// A product of fewer values is over before further threads have begun.
constexpr double kValuesPerThread = 1 << 20;
// Of stored values; where a chunk has fewer, its sums cost more to pair than to take.
constexpr double kFewValuesPerColumn = 4.0;

// The sums of chunks in a fixed tree, in whatever order they come: who has both halves of a pair
// adds them. An odd one at the end of a level rises unchanged.
class RowTree {
 public:
  using AddChunk = std::function<void(std::size_t chunk, std::span<double> sums)>;

  RowTree(std::size_t chunks, std::size_t width, AddChunk add_chunk)
      : chunks_(chunks), width_(width), add_chunk_(std::move(add_chunk)) {
    for (std::size_t count = chunks;; count = (count + 1) / 2) {
      levels_.emplace_back(count);
      if (count == 1) break;
    }
  }

  std::vector<double> sum(std::int64_t threads) {
    run_parts(chunks_, threads, [this](std::size_t chunk) {
      std::vector<double> sums = take_buffer();
      add_chunk_(chunk, sums);
      rise(chunk, std::move(sums));
    });
    return std::move(levels_.back()[0]);
  }

 private:
  std::vector<double> take_buffer() {
    std::vector<double> buffer;
    {
      const std::scoped_lock lock(mutex_);
      if (!free_.empty()) {
        buffer = std::move(free_.back());
        free_.pop_back();
      }
    }
    buffer.assign(width_, 0.0);
    return buffer;
  }

  void rise(std::size_t place, std::vector<double> sums) {
    for (std::size_t level = 0; level + 1 < levels_.size(); ++level, place /= 2) {
      std::vector<std::vector<double>>& row = levels_[level];
      const std::size_t other = place % 2 == 0 ? place + 1 : place - 1;
      if (other >= row.size()) continue;
      std::vector<double> neighbour;
      {
        const std::scoped_lock lock(mutex_);
        if (row[other].empty()) {
          row[place] = std::move(sums);
          return;
        }
        neighbour = std::move(row[other]);
      }
      // A sum of two is the same in either order.
      for (std::size_t j = 0; j < width_; ++j) sums[j] += neighbour[j];
      const std::scoped_lock lock(mutex_);
      free_.push_back(std::move(neighbour));
    }
    levels_.back()[0] = std::move(sums);
  }

  std::size_t chunks_;
  std::size_t width_;
  AddChunk add_chunk_;
  std::mutex mutex_;
  std::vector<std::vector<std::vector<double>>> levels_;  // empty: not there yet
  std::vector<std::vector<double>> free_;
};

std::size_t chunk_count(std::size_t rows) { return (rows + kRowsPerChunk - 1) / kRowsPerChunk; }

// Its rows, as a place and a count.
std::pair<std::size_t, std::size_t> chunk_of(std::size_t chunk, std::size_t rows) {
  const std::size_t begin = chunk * kRowsPerChunk;
  return {begin, std::min(kRowsPerChunk, rows - begin)};
}

}  // namespace

ParallelMatrix::ParallelMatrix(const DesignMatrix& whole, std::int64_t threads)
    : whole_(whole), threads_(worker_count(threads)) {}

bool ParallelMatrix::uses_tree(std::size_t rows) const {
  const double chunk_values = static_cast<double>(kRowsPerChunk) * values_per_row();
  return rows > kRowsPerChunk &&
         chunk_values >= kFewValuesPerColumn * static_cast<double>(columns());
}

std::int64_t ParallelMatrix::threads_for(double values) const {
  if (threads_ == 1 || values < 2 * kValuesPerThread || is_inside_parts()) return 1;
  return std::min(threads_, static_cast<std::int64_t>(values / kValuesPerThread));
}

// Chunks, not one part a thread: what reads a block of rows again finds it in the cache.
void ParallelMatrix::multiply(Rows rows, SparseView w, std::span<double> products) const {
  // Each value is a line of the cache of its own.
  const double values = 8.0 * static_cast<double>(rows.size() * w.indices.size());
  const std::int64_t threads = threads_for(values);
  if (threads == 1) return whole_.multiply(rows, w, products);
  run_parts(chunk_count(rows.size()), threads, [&](std::size_t chunk) {
    const auto [begin, count] = chunk_of(chunk, rows.size());
    whole_.multiply(rows.subspan(begin, count), w, products.subspan(begin, count));
  });
}

void ParallelMatrix::add_transposed(Rows rows, std::span<const double> factors,
                                    std::span<double> sums) const {
  if (!uses_tree(rows.size())) return whole_.add_transposed(rows, factors, sums);
  RowTree tree(chunk_count(rows.size()), static_cast<std::size_t>(columns()),
               [&](std::size_t chunk, std::span<double> part) {
                 const auto [begin, count] = chunk_of(chunk, rows.size());
                 whole_.add_transposed(rows.subspan(begin, count), factors.subspan(begin, count),
                                       part);
               });
  const double values = static_cast<double>(rows.size()) * values_per_row();
  const std::vector<double> total = tree.sum(threads_for(values));
  for (std::size_t j = 0; j < total.size(); ++j) sums[j] += total[j];
}

void ParallelMatrix::gather(Rows rows, std::span<const NodeId> columns,
                            std::span<double> column_major) const {
  const std::size_t count = rows.size();
  const std::int64_t threads = threads_for(8.0 * static_cast<double>(count * columns.size()));
  if (threads == 1) return whole_.gather(rows, columns, column_major);
  const std::size_t part = (columns.size() - 1) / static_cast<std::size_t>(threads) + 1;
  run_parts((columns.size() - 1) / part + 1, threads, [&](std::size_t index) {
    const std::size_t begin = index * part;
    const auto some = columns.subspan(begin, std::min(part, columns.size() - begin));
    whole_.gather(rows, some, column_major.subspan(begin * count, some.size() * count));
  });
}

void ParallelMatrix::multiply_transposed(Rows rows, std::span<const double> factors,
                                         std::span<const NodeId> columns,
                                         std::span<double> products) const {
  if (!uses_tree(rows.size()) || columns.empty()) {
    return whole_.multiply_transposed(rows, factors, columns, products);
  }
  RowTree tree(chunk_count(rows.size()), columns.size(),
               [&](std::size_t chunk, std::span<double> part) {
                 const auto [begin, count] = chunk_of(chunk, rows.size());
                 whole_.multiply_transposed(rows.subspan(begin, count),
                                            factors.subspan(begin, count), columns, part);
               });
  const double values = 8.0 * static_cast<double>(rows.size() * columns.size());
  const std::vector<double> total = tree.sum(threads_for(values));
  std::copy(total.begin(), total.end(), products.begin());
}

}  // namespace graphsparse
