#include "graphsparse/core/random.hpp"

#include <Random123/philox.h>

#include <cmath>
#include <numbers>

#include "graphsparse/core/error.hpp"

namespace graphsparse {
namespace {

// The natural logarithm for 0 < x < 1, from operations that IEEE 754 defines to the last bit (the
// build keeps them unfused); the C library's own may differ in the last place between versions.
double reproducible_log(double x) {
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);  // in [1/2, 1)
  if (mantissa < std::numbers::sqrt2 / 2.0) {
    mantissa *= 2.0;
    --exponent;
  }
  // log(m) = 2 atanh((m - 1) / (m + 1)), and the argument is below 0.1716: eleven terms of the
  // series reach the precision of a double.
  const double ratio = (mantissa - 1.0) / (mantissa + 1.0);
  const double square = ratio * ratio;
  double sum = 0.0;
  for (int power = 21; power >= 1; power -= 2) sum = sum * square + 1.0 / power;
  return static_cast<double>(exponent) * std::numbers::ln2 + 2.0 * ratio * sum;
}

}  // namespace

RandomStream::RandomStream(std::uint64_t seed, StreamPurpose purpose, std::uint64_t trial,
                           std::uint64_t iteration)
    : key_{seed, purpose.number()}, counter_{0, 0, trial, iteration} {}

void RandomStream::refill() {
  const r123::Philox4x64 generator;
  const r123::Philox4x64::ctr_type counter = {{counter_[0], counter_[1], counter_[2], counter_[3]}};
  const r123::Philox4x64::key_type key = {{key_[0], key_[1]}};
  const auto block = generator(counter, key);
  for (std::size_t word = 0; word < block_.size(); ++word) block_[word] = block[word];
  used_ = 0;
  // 2^64 blocks are beyond any run, but a carry is cheaper than a comment about wrapping.
  if (++counter_[0] == 0) ++counter_[1];
}

std::uint64_t RandomStream::next() {
  if (used_ == block_.size()) refill();
  return block_[used_++];
}

double RandomStream::uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

// Marsaglia's polar method: a random point in the unit disc gives two independent normals. It needs
// a logarithm and a square root only, both of which are reproducible.
double RandomStream::normal() {
  if (spare_normal_) {
    const double value = *spare_normal_;
    spare_normal_.reset();
    return value;
  }
  double u = 0.0;
  double v = 0.0;
  double square = 0.0;
  do {
    u = 2.0 * uniform() - 1.0;
    v = 2.0 * uniform() - 1.0;
    square = u * u + v * v;
  } while (square >= 1.0 || square == 0.0);
  const double factor = std::sqrt(-2.0 * reproducible_log(square) / square);
  spare_normal_ = v * factor;
  return u * factor;
}

std::uint64_t RandomStream::below(std::uint64_t bound) {
  if (bound == 0) throw InputError("RandomStream::below: the bound must be at least 1, not 0");
  // 2^64 mod bound: words below it would make the small remainders too frequent.
  const std::uint64_t excess = (0 - bound) % bound;
  std::uint64_t word = next();
  while (word < excess) word = next();
  return word % bound;
}

}  // namespace graphsparse
