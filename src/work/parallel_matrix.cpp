#include "graphsparse/work/parallel_matrix.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "data/row_tree.hpp"
#include "graphsparse/work/tasks.hpp"
#include "work/parts.hpp"

namespace graphsparse {
namespace {

std::size_t chunk_count(std::size_t rows, std::size_t chunk_rows) {
  return (rows + chunk_rows - 1) / chunk_rows;
}

// Its rows, as a place and a count.
std::pair<std::size_t, std::size_t> chunk_of(std::size_t chunk, std::size_t rows,
                                             std::size_t chunk_rows) {
  const std::size_t begin = chunk * chunk_rows;
  return {begin, std::min(chunk_rows, rows - begin)};
}

// Of all chunks, each of which add_chunk(begin, count, sums) adds up.
template <class AddChunk>
std::vector<double> sum_chunks(std::size_t rows, std::size_t chunk_rows, std::size_t width,
                               std::int64_t threads, AddChunk add_chunk) {
  const std::size_t chunks = chunk_count(rows, chunk_rows);
  RowTree tree(std::vector<int>(chunks, 0), width);
  run_parts(chunks, threads, [&](std::size_t chunk) {
    const auto [begin, count] = chunk_of(chunk, rows, chunk_rows);
    std::vector<double> sums = tree.take_buffer();
    add_chunk(begin, count, Output(sums));
    tree.put(chunk, std::move(sums));
  });
  return tree.total();
}

}  // namespace

ParallelMatrix::ParallelMatrix(const DesignMatrix& whole, std::int64_t threads)
    : whole_(whole), threads_(worker_count(threads)), chunk_rows_(rows_per_chunk(whole)) {}

// Chunks, not one part a thread: what reads a block of rows again finds it in the cache.
void ParallelMatrix::multiply(Rows rows, SparseView w, Output products) const {
  // Each value is a line of the cache of its own.
  const double values = 8.0 * static_cast<double>(rows.size() * w.indices.size());
  const std::int64_t threads = threads_for(values, threads_);
  if (threads == 1) return whole_.multiply(rows, w, products);
  run_parts(chunk_count(rows.size(), kRowsPerChunk), threads, [&](std::size_t chunk) {
    const auto [begin, count] = chunk_of(chunk, rows.size(), kRowsPerChunk);
    whole_.multiply(rows.subspan(begin, count), w, products.subspan(begin, count));
  });
}

void ParallelMatrix::add_transposed(Rows rows, Input factors, Output sums) const {
  if (rows.size() <= chunk_rows_) return whole_.add_transposed(rows, factors, sums);
  const double values = static_cast<double>(rows.size()) * values_per_row();
  const std::vector<double> total = sum_chunks(
      rows.size(), chunk_rows_, static_cast<std::size_t>(columns()), threads_for(values, threads_),
      [&](std::size_t begin, std::size_t count, Output part) {
        whole_.add_transposed(rows.subspan(begin, count), factors.subspan(begin, count), part);
      });
  for (std::size_t j = 0; j < total.size(); ++j) sums[j] += total[j];
}

void ParallelMatrix::gather(Rows rows, Columns columns, Output column_major) const {
  const std::size_t count = rows.size();
  const std::int64_t threads =
      threads_for(8.0 * static_cast<double>(count * columns.size()), threads_);
  if (threads == 1) return whole_.gather(rows, columns, column_major);
  const std::size_t part = (columns.size() - 1) / static_cast<std::size_t>(threads) + 1;
  run_parts((columns.size() - 1) / part + 1, threads, [&](std::size_t index) {
    const std::size_t begin = index * part;
    const auto some = columns.subspan(begin, std::min(part, columns.size() - begin));
    whole_.gather(rows, some, column_major.subspan(begin * count, some.size() * count));
  });
}

void ParallelMatrix::multiply_transposed(Rows rows, Input factors, Columns columns,
                                         Output products) const {
  if (rows.size() <= chunk_rows_ || columns.empty()) {
    return whole_.multiply_transposed(rows, factors, columns, products);
  }
  const double values = 8.0 * static_cast<double>(rows.size() * columns.size());
  const std::vector<double> total =
      sum_chunks(rows.size(), chunk_rows_, columns.size(), threads_for(values, threads_),
                 [&](std::size_t begin, std::size_t count, Output part) {
                   whole_.multiply_transposed(rows.subspan(begin, count),
                                              factors.subspan(begin, count), columns, part);
                 });
  std::copy(total.begin(), total.end(), products.begin());
}

void ParallelMatrix::add_moments(Rows rows, Input center, Output sums, Output squares) const {
  add_moments_in_tree(whole_, threads_, rows, center, sums, squares);
}

}  // namespace graphsparse
