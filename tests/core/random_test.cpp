#include "graphsparse/core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "graphsparse/core/error.hpp"

namespace graphsparse {
namespace {

std::vector<std::uint64_t> first_words(RandomStream stream, int count) {
  std::vector<std::uint64_t> words;
  for (int i = 0; i < count; ++i) words.push_back(stream.next());
  return words;
}

TEST(RandomStream, repeatsItselfForTheSameKey) {
  EXPECT_EQ(first_words(RandomStream(7, "noise", 3, 4), 100),
            first_words(RandomStream(7, "noise", 3, 4), 100));
}

TEST(RandomStream, differsWhenAnyPartOfTheKeyDiffers) {
  const std::vector<RandomStream> streams = {
      RandomStream(7, "noise", 3, 4), RandomStream(8, "noise", 3, 4),
      RandomStream(7, "walk", 3, 4),  RandomStream(7, "noise", 4, 4),
      RandomStream(7, "noise", 3, 5), RandomStream(7, "noise", 4, 3)};
  std::set<std::uint64_t> seen;
  for (const RandomStream& stream : streams) {
    for (const std::uint64_t word : first_words(stream, 50)) seen.insert(word);
  }
  EXPECT_EQ(seen.size(), streams.size() * 50);
}

TEST(RandomStream, isPhilox4x64OverSeedPurposeTrialAndIteration) {
  // An independent reckoning of the generator's ten rounds, so that a change of key layout or of
  // the library below shows up.
  const auto multiply = [](std::uint64_t a, std::uint64_t b, std::uint64_t& high) {
    const std::uint64_t a0 = a & 0xffffffffU, a1 = a >> 32, b0 = b & 0xffffffffU, b1 = b >> 32;
    const std::uint64_t middle = a1 * b0 + ((a0 * b0) >> 32);
    const std::uint64_t cross = a0 * b1 + (middle & 0xffffffffU);
    high = a1 * b1 + (middle >> 32) + (cross >> 32);
    return a * b;
  };
  const std::uint64_t seed = 12345;
  std::uint64_t k0 = seed;
  std::uint64_t k1 = StreamPurpose("test").number();
  std::array<std::uint64_t, 4> c = {0, 0, 6, 9};
  for (int round = 0; round < 10; ++round) {
    std::uint64_t high0 = 0, high2 = 0;
    const std::uint64_t low0 = multiply(0xD2E7470EE14C6C93ULL, c[0], high0);
    const std::uint64_t low2 = multiply(0xCA5A826395121157ULL, c[2], high2);
    c = {high2 ^ c[1] ^ k0, low2, high0 ^ c[3] ^ k1, low0};
    k0 += 0x9E3779B97F4A7C15ULL;
    k1 += 0xBB67AE8584CAA73BULL;
  }
  EXPECT_EQ(first_words(RandomStream(seed, "test", 6, 9), 4),
            std::vector<std::uint64_t>(c.begin(), c.end()));
}

TEST(RandomStream, givesTheSameNumbersOnEveryMachine) {
  // Published results depend on these numbers: they may never change.
  RandomStream stream(2026, "pinned", 1, 2);
  EXPECT_EQ(stream.uniform(), 0x1.b9bbe59c459dp-4);
  EXPECT_EQ(stream.normal(), -0x1.1fc02548d6d6bp-3);
  EXPECT_EQ(stream.normal(), 0x1.84583bb697b0cp+0);
  EXPECT_EQ(stream.normal(), 0x1.53744a5687f05p-2);
  EXPECT_EQ(stream.normal(), 0x1.79acd50ffcae2p+0);
  EXPECT_EQ(stream.below(1000000), 985717U);
}

TEST(RandomStream, uniformStaysInItsIntervalWithTheRightMoments) {
  RandomStream stream(1, "uniform");
  const int count = 200000;
  double sum = 0.0, squares = 0.0;
  for (int i = 0; i < count; ++i) {
    const double value = stream.uniform();
    ASSERT_GE(value, 0.0);
    ASSERT_LT(value, 1.0);
    sum += value;
    squares += value * value;
  }
  EXPECT_NEAR(sum / count, 0.5, 0.004);
  EXPECT_NEAR(squares / count, 1.0 / 3.0, 0.004);
}

TEST(RandomStream, normalHasTheRightMomentsAndTails) {
  RandomStream stream(2, "normal");
  const int count = 400000;
  double sum = 0.0, squares = 0.0, fourth = 0.0, product = 0.0, previous = 0.0;
  int beyond_two = 0;
  for (int i = 0; i < count; ++i) {
    const double value = stream.normal();
    sum += value;
    squares += value * value;
    fourth += value * value * value * value;
    product += value * previous;
    previous = value;
    if (std::abs(value) > 2.0) ++beyond_two;
  }
  EXPECT_NEAR(sum / count, 0.0, 0.008);
  EXPECT_NEAR(squares / count, 1.0, 0.012);
  EXPECT_NEAR(fourth / count, 3.0, 0.1);
  EXPECT_NEAR(product / count, 0.0, 0.008);  // the two of a pair are independent
  EXPECT_NEAR(static_cast<double>(beyond_two) / count, std::erfc(2.0 / std::sqrt(2.0)), 0.0015);
}

TEST(RandomStream, normalFollowsThePolarFormulaWithTheLibraryLogarithm) {
  // Our own logarithm must be as good as the C library's.
  RandomStream normals(3, "normal");
  RandomStream uniforms(3, "normal");
  for (int i = 0; i < 20000; ++i) {
    double u = 0.0, v = 0.0, square = 0.0;
    do {
      u = 2.0 * uniforms.uniform() - 1.0;
      v = 2.0 * uniforms.uniform() - 1.0;
      square = u * u + v * v;
    } while (square >= 1.0 || square == 0.0);
    const double factor = std::sqrt(-2.0 * std::log(square) / square);
    ASSERT_NEAR(normals.normal(), u * factor, 1e-14 * (1.0 + std::abs(u * factor)));
    ASSERT_NEAR(normals.normal(), v * factor, 1e-14 * (1.0 + std::abs(v * factor)));
  }
}

TEST(RandomStream, belowIsUniformOverAllRemainders) {
  RandomStream stream(4, "below");
  std::array<int, 7> counts = {};
  const int count = 70000;
  for (int i = 0; i < count; ++i) ++counts[static_cast<std::size_t>(stream.below(7))];
  for (const int seen : counts) EXPECT_NEAR(seen, count / 7, 450);
}

TEST(RandomStream, belowHasNoBiasForBoundsThatDoNotDivideThePowerOfTwo) {
  // With this bound plain remainders would hit the lower half of the range two times in three.
  const std::uint64_t bound = (std::uint64_t{1} << 63) + (std::uint64_t{1} << 62);
  RandomStream stream(5, "below");
  int lower = 0;
  const int count = 30000;
  for (int i = 0; i < count; ++i) {
    const std::uint64_t value = stream.below(bound);
    ASSERT_LT(value, bound);
    if (value < bound / 2) ++lower;
  }
  EXPECT_NEAR(lower, count / 2, 500);
}

TEST(RandomStream, belowOneIsAlwaysZero) {
  RandomStream stream(6, "below");
  for (int i = 0; i < 10; ++i) EXPECT_EQ(stream.below(1), 0U);
}

TEST(RandomStream, belowRejectsZero) {
  RandomStream stream(6, "below");
  EXPECT_THROW(stream.below(0), InputError);
}

TEST(RandomStream, shuffleGivesEveryOrderEquallyOften) {
  RandomStream stream(8, "shuffle");
  std::array<int, 27> counts = {};
  const int count = 60000;
  for (int i = 0; i < count; ++i) {
    std::array<std::size_t, 3> items = {0, 1, 2};
    stream.shuffle(std::span<std::size_t>(items));
    ++counts[items[0] * 9 + items[1] * 3 + items[2]];
  }
  int orders = 0;
  for (const int seen : counts) {
    if (seen == 0) continue;
    ++orders;
    EXPECT_NEAR(seen, count / 6, 500);
  }
  EXPECT_EQ(orders, 6);
}

TEST(RandomStream, shuffleKeepsAllItemsOfAnySize) {
  RandomStream stream(9, "shuffle");
  for (std::size_t size = 0; size < 40; ++size) {
    std::vector<int> items(size);
    std::iota(items.begin(), items.end(), 0);
    std::vector<int> shuffled = items;
    stream.shuffle(std::span<int>(shuffled));
    std::sort(shuffled.begin(), shuffled.end());
    EXPECT_EQ(shuffled, items);
  }
}

TEST(RandomStream, purposeIsUsableAtCompileTime) {
  static_assert(StreamPurpose("a").number() != StreamPurpose("b").number());
  EXPECT_EQ(StreamPurpose(std::string("noise")).number(), StreamPurpose("noise").number());
}

}  // namespace
}  // namespace graphsparse
