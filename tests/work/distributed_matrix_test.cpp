#include "graphsparse/work/distributed_matrix.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/random.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/sparse_matrix.hpp"
#include "graphsparse/data/stacked_matrix.hpp"
#include "graphsparse/work/parallel_matrix.hpp"
#include "support/thread_ranks.hpp"

namespace graphsparse {
namespace {

using ::testing::HasSubstr;

constexpr NodeId kColumns = 23;

std::vector<double> random_numbers(std::size_t count, const char* purpose) {
  RandomStream stream(3, purpose);
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(stream.normal());
  return values;
}

std::vector<NodeId> column_list(NodeId step) {
  std::vector<NodeId> columns;
  for (NodeId j = 0; j < kColumns; j += step) columns.push_back(j);
  return columns;
}

std::shared_ptr<const DesignMatrix> dense(RowIndex rows) {
  const auto values = random_numbers(static_cast<std::size_t>(rows * kColumns), "dense");
  return std::make_shared<DenseMatrix<float>>(rows, kColumns,
                                              std::vector<float>(values.begin(), values.end()));
}

std::shared_ptr<const SparseMatrix> sparse(RowIndex rows) {
  RandomStream stream(4, "sparse");
  std::vector<MatrixEntry> entries;
  for (RowIndex row = 0; row < rows; ++row) {
    for (int k = 0; k < 5; ++k) {
      entries.push_back({row, static_cast<NodeId>(stream.below(kColumns)), stream.normal()});
    }
  }
  return std::make_shared<SparseMatrix>(rows, kColumns, std::move(entries));
}

// The rows of one rank, in parts of at most so many rows.
std::shared_ptr<const DesignMatrix> share_of(const std::shared_ptr<const DesignMatrix>& whole,
                                             const Communicator& ranks, RowIndex part_rows) {
  const auto* const entries = dynamic_cast<const SparseMatrix*>(whole.get());
  const RowShare share = share_rows(ranks, "test", whole->rows(), whole->columns(),
                                    whole->values_per_row(), entries != nullptr);
  std::vector<StackedMatrix::Part> parts;
  for (RowIndex first = share.first(); first < share.last(); first += part_rows) {
    const RowIndex last = std::min(share.last(), first + part_rows);
    if (entries != nullptr) {
      parts.push_back({first, std::make_shared<SparseMatrix>(entries->some_rows(first, last))});
      continue;
    }
    std::vector<double> values;
    std::vector<double> row_values(kColumns);
    for (RowIndex row = first; row < last; ++row) {
      whole->gather({&row, 1}, column_list(1), row_values);
      values.insert(values.end(), row_values.begin(), row_values.end());
    }
    parts.push_back(
        {first, std::make_shared<DenseMatrix<double>>(last - first, kColumns, std::move(values))});
  }
  return std::make_shared<StackedMatrix>(std::move(parts), whole->rows(), whole->values_per_row(),
                                         share);
}

// All that can be asked of a matrix, one after the other.
std::vector<double> ask_all(const DesignMatrix& matrix, Rows rows) {
  const std::vector<double> factors = random_numbers(rows.size(), "factors");
  const std::vector<NodeId> some = column_list(3);
  const std::vector<double> w = random_numbers(some.size(), "w");
  std::vector<double> all;
  const auto keep = [&](const std::vector<double>& values) {
    all.insert(all.end(), values.begin(), values.end());
  };
  std::vector<double> products(rows.size());
  matrix.multiply(rows, {some, w}, products);
  keep(products);
  std::vector<double> sums = random_numbers(kColumns, "sums");
  matrix.add_transposed(rows, factors, sums);
  keep(sums);
  std::vector<double> of_some(some.size());
  matrix.multiply_transposed(rows, factors, some, of_some);
  keep(of_some);
  std::vector<double> gathered(rows.size() * some.size());
  matrix.gather(rows, some, gathered);
  keep(gathered);
  std::vector<double> squares = random_numbers(kColumns, "squares");
  matrix.add_moments(rows, random_numbers(kColumns, "center"), sums, squares);
  keep(sums);
  keep(squares);
  std::vector<double> norms(rows.size());
  matrix.square_norms(rows, norms);
  keep(norms);
  return all;
}

std::shared_ptr<const Standardization> learnt(const DesignMatrix& matrix) {
  return std::make_shared<const Standardization>(
      learn_standardization(matrix, all_rows(matrix.rows())));
}

std::vector<std::vector<RowIndex>> row_lists(RowIndex rows) {
  std::vector<RowIndex> without_some;
  for (RowIndex row = 0; row < rows; ++row) {
    if (row % 7 != 3) without_some.push_back(row);
  }
  std::vector<RowIndex> shuffled = all_rows(rows);
  RandomStream stream(9, "order");
  stream.shuffle(std::span(shuffled));
  const auto block = std::vector<RowIndex>(without_some.begin() + 190, without_some.begin() + 340);
  std::vector<RowIndex> few(shuffled.begin(), shuffled.begin() + 50);
  return {all_rows(rows), without_some, shuffled, block, few, {5}};
}

class AnyNumberOfRanks : public ::testing::TestWithParam<int> {
 protected:
  static void expect_same_bits(const std::shared_ptr<const DesignMatrix>& whole,
                               bool is_standardized, RowIndex part_rows) {
    const auto standardization = is_standardized ? learnt(ParallelMatrix(*whole, 1)) : nullptr;
    const std::unique_ptr<const DesignMatrix> standardized =
        is_standardized ? std::make_unique<StandardizedMatrix>(*whole, *standardization) : nullptr;
    const ParallelMatrix serial(is_standardized ? *standardized : *whole, 1);
    for (const std::vector<RowIndex>& rows : row_lists(whole->rows())) {
      const std::vector<double> wanted = ask_all(serial, rows);
      run_ranks(GetParam(), [&](const Communicator& ranks) {
        const auto share = share_of(whole, ranks, part_rows);
        const auto its_standardization =
            is_standardized ? learnt(DistributedMatrix(*share, nullptr, 1)) : nullptr;
        const DistributedMatrix distributed(*share, its_standardization, 1);
        const std::vector<double> got = ask_all(distributed, rows);
        EXPECT_EQ(got, wanted) << rows.size() << " rows, rank " << ranks.rank();
      });
    }
  }
};

TEST_P(AnyNumberOfRanks, givesTheBitsOfOneProcess) {
  expect_same_bits(dense(2100), false, 4000);
  expect_same_bits(dense(2100), true, 4000);
}
TEST_P(AnyNumberOfRanks, givesTheBitsOfOneProcessWhereRowsAreSparse) {
  expect_same_bits(sparse(2100), false, 4000);
  expect_same_bits(sparse(2100), true, 4000);
}
// Parts that chunks of rows, and even rows that are added together, go across.
TEST_P(AnyNumberOfRanks, givesTheBitsOfOneProcessWhereRowsAreInManyParts) {
  expect_same_bits(dense(2100), false, 3);
  expect_same_bits(dense(2100), true, 131);
}

INSTANTIATE_TEST_SUITE_P(DistributedMatrix, AnyNumberOfRanks, ::testing::Values(1, 2, 3, 4, 7));

TEST(DistributedMatrix, sendsOneVectorForEachOtherRankAndTheTotal) {
  const std::shared_ptr<const DesignMatrix> whole = dense(4096);
  const std::vector<RowIndex> rows = all_rows(4096);
  const std::vector<double> factors = random_numbers(rows.size(), "factors");
  const RankTraffic traffic = run_ranks(4, [&](const Communicator& ranks) {
    const auto share = share_of(whole, ranks, 5000);
    std::vector<double> sums(kColumns, 0.0);
    DistributedMatrix(*share, nullptr, 1).add_transposed(rows, factors, sums);
  });
  EXPECT_EQ(traffic.messages, 3U);
  EXPECT_EQ(traffic.values_sent, 4U * kColumns);
}

TEST(DistributedMatrix, findsTheFirstValueThatIsNotFiniteOnAnyRank) {
  std::vector<double> values = random_numbers(2000 * kColumns, "dense");
  values[1500 * kColumns + 7] = std::numeric_limits<double>::infinity();
  values[1900 * kColumns + 2] = std::numeric_limits<double>::quiet_NaN();
  const auto whole = std::make_shared<DenseMatrix<double>>(2000, kColumns, values);
  run_ranks(3, [&](const Communicator& ranks) {
    const auto place = share_of(whole, ranks, 400)->find_non_finite();
    ASSERT_TRUE(place.has_value());
    EXPECT_EQ(place->row, 1500);
    EXPECT_EQ(place->column, 7);
  });
}

TEST(ShareRows, refusesMoreRanksThanChunks) {
  run_ranks(3, [](const Communicator& ranks) {
    try {
      share_rows(ranks, "x.npy", 500, 10, 10.0, false);
      ADD_FAILURE() << "nothing was thrown";
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("x.npy: 500 rows are 2 chunks of 256 rows"));
    }
  });
}

TEST(ShareRows, givesRanksNearlyEqualShares) {
  for (const int count : {1, 2, 3, 7, 16}) {
    run_ranks(count, [&](const Communicator& ranks) {
      const RowShare share = share_rows(ranks, "x", 1'000'000, 10, 10.0, false);
      const double even = 1e6 / count;
      EXPECT_LT(static_cast<double>(share.last() - share.first()), 1.07 * even + 256.0);
      EXPECT_EQ(share.first() % 256, 0);
      EXPECT_EQ(share.owner(share.first()), ranks.rank());
      EXPECT_EQ(share.owner(share.last() - 1), ranks.rank());
    });
  }
}

}  // namespace
}  // namespace graphsparse
