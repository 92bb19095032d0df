#include "graphsparse/work/parallel_matrix.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "graphsparse/core/random.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/sparse_matrix.hpp"
#include "graphsparse/work/tasks.hpp"
#include "work/parts.hpp"

namespace graphsparse {
namespace {

std::vector<double> random_values(std::size_t count, RandomStream& stream) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(stream.normal());
  return values;
}

DenseMatrix<float> random_matrix(RowIndex rows, NodeId columns) {
  RandomStream stream(3, "matrix");
  std::vector<float> values;
  for (RowIndex i = 0; i < rows * columns; ++i) {
    values.push_back(static_cast<float>(stream.normal()));
  }
  return {rows, columns, std::move(values)};
}

std::vector<double> transposed(const DesignMatrix& matrix, Rows rows,
                               std::span<const double> factors) {
  std::vector<double> sums(static_cast<std::size_t>(matrix.columns()), 0.0);
  matrix.add_transposed(rows, factors, sums);
  return sums;
}

// Large enough for threads; 2600 rows are ten chunks and a part, so that the tree is not full.
TEST(ParallelMatrix, givesTheSameBitsForAnyNumberOfThreads) {
  const DenseMatrix<float> matrix = random_matrix(2600, 1700);
  const std::vector<RowIndex> rows = all_rows(2600);
  RandomStream stream(5, "factors");
  const std::vector<double> factors = random_values(rows.size(), stream);
  std::vector<NodeId> columns;
  for (NodeId j = 0; j < 1700; j += 2) columns.push_back(j);
  const std::vector<double> values = random_values(columns.size(), stream);
  const auto products_of = [&](std::int64_t threads) {
    const ParallelMatrix parallel(matrix, threads);
    std::vector<double> all = transposed(parallel, rows, factors);
    std::vector<double> products(rows.size());
    parallel.multiply(rows, {columns, values}, products);
    all.insert(all.end(), products.begin(), products.end());
    products.resize(columns.size());
    parallel.multiply_transposed(rows, factors, columns, products);
    all.insert(all.end(), products.begin(), products.end());
    products.resize(rows.size() * columns.size());
    parallel.gather(rows, columns, products);
    all.insert(all.end(), products.begin(), products.end());
    return all;
  };
  const std::vector<double> one = products_of(1);
  for (const std::int64_t threads : {2, 3, 4, 16}) EXPECT_EQ(products_of(threads), one) << threads;
}

TEST(ParallelMatrix, pairsChunksOf256Rows) {
  const DenseMatrix<float> matrix = random_matrix(1100, 7);  // five chunks
  const std::vector<RowIndex> rows = all_rows(1100);
  RandomStream stream(5, "factors");
  const std::vector<double> factors = random_values(rows.size(), stream);
  std::vector<std::vector<double>> chunk;
  for (std::size_t begin = 0; begin < rows.size(); begin += kRowsPerChunk) {
    const std::size_t count = std::min(kRowsPerChunk, rows.size() - begin);
    chunk.push_back(transposed(matrix, Rows(rows).subspan(begin, count),
                               std::span(factors).subspan(begin, count)));
  }
  const std::vector<double> sums = transposed(ParallelMatrix(matrix, 1), rows, factors);
  for (std::size_t j = 0; j < sums.size(); ++j) {
    EXPECT_EQ(sums[j], ((chunk[0][j] + chunk[1][j]) + (chunk[2][j] + chunk[3][j])) + chunk[4][j]);
  }
}

TEST(ParallelMatrix, takesSumsOfVerySparseRowsInTheirOrder) {
  std::vector<MatrixEntry> entries;
  for (RowIndex row = 0; row < 600; ++row) {
    entries.push_back({row, static_cast<NodeId>(row % 5), 0.1 * static_cast<double>(row)});
  }
  const SparseMatrix matrix(600, 1000, std::move(entries));
  const std::vector<RowIndex> rows = all_rows(600);
  const std::vector<double> factors(600, 1.0 / 3.0);
  EXPECT_EQ(transposed(ParallelMatrix(matrix, 2), rows, factors),
            transposed(matrix, rows, factors));
}

TEST(RunParts, doesEachPartOnceAndThrowsWhatAPartThrows) {
  std::vector<std::atomic<int>> done(100);
  run_parts(done.size(), 4, [&](std::size_t part) { ++done[part]; });
  for (const std::atomic<int>& count : done) EXPECT_EQ(count, 1);
  EXPECT_THROW(run_parts(10, 2,
                         [](std::size_t part) {
                           if (part == 3) throw std::runtime_error("part 3");
                         }),
               std::runtime_error);
}

// Tasks on several threads are the outer level: none of them starts threads of its own.
TEST(RunParts, usesNoFurtherThreadsInsideTasks) {
  TaskList<bool> tasks;
  tasks.names = {"a", "b", "c"};
  tasks.make_worker = [] {
    return [](std::size_t, const Cancelled&) {
      std::atomic<bool> is_alone = true;
      const std::thread::id self = std::this_thread::get_id();
      run_parts(8, 4, [&](std::size_t) {
        if (std::this_thread::get_id() != self) is_alone = false;
      });
      return is_inside_parts() && is_alone;
    };
  };
  const auto results = run_tasks(tasks, 2);
  ASSERT_TRUE(results.has_value());
  EXPECT_EQ(*results, std::vector<bool>({true, true, true}));
  EXPECT_FALSE(is_inside_parts());
}

}  // namespace
}  // namespace graphsparse
