#include "legacy_random.hpp"

#include <bit>
#include <cmath>

namespace graphsparse::bench {

// The upper 27 bits of one word and the upper 26 of the next make the 53 bits of a double.
double LegacyRandom::uniform() {
  const auto upper = static_cast<double>(words_() >> 5U);
  const auto lower = static_cast<double>(words_() >> 6U);
  return (upper * 0x1p26 + lower) * 0x1p-53;
}

std::vector<double> LegacyRandom::uniforms(std::size_t count) {
  std::vector<double> values(count);
  for (double& value : values) value = uniform();
  return values;
}

// Marsaglia's polar method. Of a pair the second coordinate is handed out first.
double LegacyRandom::normal() {
  if (spare_normal_) {
    const double value = *spare_normal_;
    spare_normal_.reset();
    return value;
  }
  while (true) {
    const double first = 2.0 * uniform() - 1.0;
    const double second = 2.0 * uniform() - 1.0;
    const double square = first * first + second * second;
    if (square >= 1.0 || square == 0.0) continue;
    const double factor = std::sqrt(-2.0 * std::log(square) / square);
    spare_normal_ = factor * first;
    return factor * second;
  }
}

// Words cut to as many bits as the largest number has, thrown away while they are too large.
std::uint32_t LegacyRandom::below(std::uint32_t bound) {
  const std::uint32_t largest = bound - 1;
  if (largest == 0) return 0;
  const std::uint32_t mask = ~std::uint32_t{0} >> static_cast<unsigned>(std::countl_zero(largest));
  while (true) {
    const std::uint32_t value = static_cast<std::uint32_t>(words_()) & mask;
    if (value <= largest) return value;
  }
}

}  // namespace graphsparse::bench
