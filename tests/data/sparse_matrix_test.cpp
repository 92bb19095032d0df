// Sparse matrices in compressed rows.
#include "graphsparse/data/sparse_matrix.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "graphsparse/data/dense_matrix.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(SparseMatrix, addsUpEqualPlaces) {
  const SparseMatrix matrix(2, 3, {{1, 2, 0.5}, {0, 1, 4.0}, {1, 0, 7.0}, {1, 2, 2.0}});
  EXPECT_EQ(matrix.entry_count(), 3);
  std::vector<double> gathered(6);
  matrix.gather(all_rows(2), std::vector<NodeId>{2, 0, 1}, gathered);
  EXPECT_THAT(gathered, ElementsAre(0.0, 2.5, 0.0, 7.0, 4.0, 0.0));
}

TEST(SparseMatrix, mayBeEmpty) {
  const SparseMatrix matrix(2, 3, {});
  std::vector<double> products(2, 9.0);
  matrix.multiply(all_rows(2), {std::vector<NodeId>{1}, std::vector<double>{1.0}}, products);
  EXPECT_THAT(products, ElementsAre(0.0, 0.0));
  EXPECT_EQ(SparseMatrix(0, 0, {}).entry_count(), 0);
}

TEST(SparseMatrix, rejectsEntriesOutside) {
  for (const MatrixEntry& entry :
       std::vector<MatrixEntry>{{2, 0, 1.0}, {-1, 0, 1.0}, {0, 3, 1.0}, {0, -1, 1.0}}) {
    EXPECT_THAT(input_error_of([&] { SparseMatrix(2, 3, {entry}); }),
                HasSubstr("outside of a 2 x 3 matrix"));
  }
  EXPECT_THROW(SparseMatrix(-1, 3, {}), InputError);
}

// Long rows and short vectors, and the other way round, take different ways to the same sum.
TEST(SparseMatrix, multipliesAlikeWhateverIsLonger) {
  constexpr NodeId columns = 5000;
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  std::vector<NodeId> order(columns);
  std::iota(order.begin(), order.end(), 0);
  for (const std::size_t row_size : {3U, 200U, 4000U}) {
    for (const std::size_t vector_size : {2U, 150U, 3000U}) {
      std::shuffle(order.begin(), order.end(), random);
      std::vector<MatrixEntry> entries;
      std::vector<double> dense(columns, 0.0);
      for (std::size_t i = 0; i < row_size; ++i) {
        entries.push_back({0, order[i], normal(random)});
        dense[static_cast<std::size_t>(order[i])] = entries.back().value;
      }
      std::shuffle(order.begin(), order.end(), random);
      std::vector<NodeId> indices(order.begin(),
                                  order.begin() + static_cast<std::ptrdiff_t>(vector_size));
      std::vector<double> values(vector_size);
      for (double& value : values) value = normal(random);
      const SparseMatrix sparse(1, columns, entries);
      const DenseMatrix<double> full(1, columns, dense);
      for (const bool sorted : {false, true}) {
        if (sorted) std::sort(indices.begin(), indices.end());
        double by_sparse = 0.0;
        double by_dense = 0.0;
        sparse.multiply(all_rows(1), {indices, values}, {&by_sparse, 1});
        full.multiply(all_rows(1), {indices, values}, {&by_dense, 1});
        EXPECT_EQ(by_sparse, by_dense) << row_size << " x " << vector_size;
      }
    }
  }
}

}  // namespace
}  // namespace graphsparse
