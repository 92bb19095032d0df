#include "solver/sampler.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "graphsparse/solver/hooks.hpp"
#include "solver/sampler.hpp"
#include "support/planted.hpp"

namespace graphsparse {
namespace {

const std::vector<RowIndex> kSomeRows = {0, 2, 3, 5, 8, 9, 11, 12, 13, 17, 19};

std::unique_ptr<Sampler> make(const Problem& problem, SamplerKind kind, std::int64_t block_size,
                              std::uint64_t seed = 0) {
  SolverOptions options;
  options.sampler = kind;
  options.seed = seed;
  return make_sampler(problem, kSomeRows, block_size, options);
}

std::vector<RowIndex> copy(Rows rows) { return {rows.begin(), rows.end()}; }

class EverySampler : public testing::TestWithParam<SamplerKind> {
 protected:
  const PlantedProblem planted_ = PlantedProblem::linear(4, 20);
  const Problem problem_ = planted_.problem();
};

TEST_P(EverySampler, drawsGivenRowsOnlyAndTheSameForTheSameSeed) {
  const auto a = make(problem_, GetParam(), 4, 3);
  const auto b = make(problem_, GetParam(), 4, 3);
  for (std::int64_t epoch = 0; epoch < 5; ++epoch) {
    for (std::int64_t index = 0; index < a->blocks_an_epoch(); ++index) {
      const std::vector<RowIndex> block = copy(a->block(epoch, index));
      EXPECT_EQ(block, copy(b->block(epoch, index)));
      EXPECT_FALSE(block.empty());
      EXPECT_THAT(block, testing::Each(testing::AnyOfArray(kSomeRows)));
    }
  }
}

TEST_P(EverySampler, blocksLargerThanTheDataAreTheData) {
  const auto sampler = make(problem_, GetParam(), 1000);
  EXPECT_EQ(sampler->blocks_an_epoch(), 1);
  EXPECT_EQ(sampler->block(0, 0).size(), kSomeRows.size());
}

INSTANTIATE_TEST_SUITE_P(Kinds, EverySampler,
                         testing::Values(SamplerKind::all_rows, SamplerKind::random_blocks,
                                         SamplerKind::shuffled_blocks, SamplerKind::weighted_rows));

TEST(ShuffledBlocks, haveEachRowOnceAnEpochInAnotherOrder) {
  const PlantedProblem planted = PlantedProblem::linear(4, 20);
  const Problem problem = planted.problem();
  const auto sampler = make(problem, SamplerKind::shuffled_blocks, 4);
  ASSERT_EQ(sampler->blocks_an_epoch(), 3);
  std::vector<std::vector<RowIndex>> orders;
  for (std::int64_t epoch = 0; epoch < 2; ++epoch) {
    orders.emplace_back();
    for (std::int64_t index = 0; index < 3; ++index) {
      for (const RowIndex row : sampler->block(epoch, index)) orders.back().push_back(row);
    }
    EXPECT_THAT(orders.back(), testing::UnorderedElementsAreArray(kSomeRows));
  }
  EXPECT_NE(orders[0], orders[1]);
}

TEST(RandomBlocks, areTheContiguousOnesEachAboutAsOften) {
  const PlantedProblem planted = PlantedProblem::linear(4, 20);
  const Problem problem = planted.problem();
  const auto sampler = make(problem, SamplerKind::random_blocks, 4);
  std::map<std::vector<RowIndex>, int> seen;
  for (std::int64_t epoch = 0; epoch < 300; ++epoch) {
    for (std::int64_t index = 0; index < 3; ++index) ++seen[copy(sampler->block(epoch, index))];
  }
  ASSERT_EQ(seen.size(), 3U);
  std::vector<RowIndex> together;
  for (const auto& [block, times] : seen) {
    together.insert(together.end(), block.begin(), block.end());
    EXPECT_NEAR(times, 300, 60);
  }
  EXPECT_EQ(together, kSomeRows);
}

// That estimates are unbiased rests on it (gradient_test.cpp): every order is as likely.
TEST(ShuffledBlocks, haveEveryOrderAboutAsOften) {
  const PlantedProblem planted = PlantedProblem::linear(4, 20);
  const Problem problem = planted.problem();
  SolverOptions options;
  options.sampler = SamplerKind::shuffled_blocks;
  const auto sampler = make_sampler(problem, {3, 5, 8, 9}, 4, options);
  std::map<std::vector<RowIndex>, int> seen;
  for (std::int64_t epoch = 0; epoch < 4800; ++epoch) ++seen[copy(sampler->block(epoch, 0))];
  ASSERT_EQ(seen.size(), 24U);
  for (const auto& [order, times] : seen) EXPECT_NEAR(times, 200, 70);
}

// Probability times factor is 1/m for every row: what is drawn more often counts less.
TEST(WeightedRows, areDrawnByWeightTimesSquaredNorm) {
  const PlantedProblem planted = PlantedProblem::linear(4, 20);
  Problem problem = planted.problem();
  std::vector<double> weights(20, 1.0);
  weights[8] = 12.0;
  problem.weights = weights;
  const auto sampler = make(problem, SamplerKind::weighted_rows, 4);
  std::map<RowIndex, double> share;
  std::map<RowIndex, double> factor;
  constexpr std::int64_t kBlocks = 50000;
  for (std::int64_t block = 0; block < kBlocks; ++block) {
    const Rows rows = sampler->block(block, 0);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      share[rows[k]] += 1.0 / (4.0 * kBlocks);
      factor[rows[k]] = sampler->factors()[k];
    }
  }
  const auto count = static_cast<double>(kSomeRows.size());
  const std::vector<double> norms = squared_row_norms(*problem.design, kSomeRows);
  double total = 0.0;
  for (std::size_t i = 0; i < kSomeRows.size(); ++i) {
    total += problem.weight(kSomeRows[i]) * norms[i];
  }
  for (std::size_t i = 0; i < kSomeRows.size(); ++i) {
    const RowIndex row = kSomeRows[i];
    const double probability = 0.5 / count + 0.5 * problem.weight(row) * norms[i] / total;
    EXPECT_NEAR(factor[row] * probability, 1.0 / count, 1e-12) << row;
    EXPECT_NEAR(share[row], probability, 0.05 * probability) << row;
  }
}

// E[factor * f(row)] is the mean of f over the rows, for any f.
TEST(WeightedRows, factorsMakeUpForWhatIsDrawnMoreOften) {
  const PlantedProblem planted = PlantedProblem::linear(4, 20);
  const Problem problem = planted.problem();
  const auto sampler = make(problem, SamplerKind::weighted_rows, 4);
  double sum = 0.0;
  double draws = 0.0;
  double largest_factor = 0.0;
  for (std::int64_t epoch = 0; epoch < 5000; ++epoch) {
    const Rows block = sampler->block(epoch, 0);
    for (std::size_t k = 0; k < block.size(); ++k) {
      sum += sampler->factors()[k] * static_cast<double>(block[k]);
      largest_factor = std::max(largest_factor, sampler->factors()[k]);
      draws += 1.0;
    }
  }
  double mean = 0.0;
  for (const RowIndex row : kSomeRows) {
    mean += static_cast<double>(row) / static_cast<double>(kSomeRows.size());
  }
  EXPECT_NEAR(sum / draws, mean, 0.02 * mean);
  EXPECT_LE(largest_factor, 2.0);
}

TEST(BlockSize, isRoundedUpSoThatNoRowIsLeftOut) {
  EXPECT_EQ(block_size_for(SolverOptions{}, 10, 3), 4);
  EXPECT_EQ(block_size_for(SolverOptions{}, 9, 3), 3);
  EXPECT_EQ(block_size_for(SolverOptions{}, 2, 3), 1);
  EXPECT_EQ(block_size_for(SolverOptions{}, 5, 0), 5);
}

}  // namespace
}  // namespace graphsparse
