// Looks at whole lines of a matrix without a way out inside, so that many values are compared at
// once: large data is checked as fast as it is read.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

namespace graphsparse {

// Whether all indices are at least 0 and below `bound`, and each is larger than the one before.
template <class Index>
bool is_ascending_within(std::span<const Index> indices, std::int64_t bound) {
  if (indices.empty()) return true;
  if (indices.front() < 0 || indices.back() >= bound) return false;
  Index descents = 0;
  for (std::size_t i = 1; i < indices.size(); ++i) {
    descents |= static_cast<Index>(indices[i - 1] >= indices[i]);
  }
  return descents == 0;
}

template <class Scalar>
bool are_all_finite(std::span<const Scalar> values) {
  using Bits = std::conditional_t<sizeof(Scalar) == 4, std::uint32_t, std::uint64_t>;
  constexpr Bits exponent = std::bit_cast<Bits>(std::numeric_limits<Scalar>::infinity());
  Bits bad = 0;
  for (const Scalar value : values) {
    bad |= static_cast<Bits>((std::bit_cast<Bits>(value) & exponent) == exponent);
  }
  return bad == 0;
}

}  // namespace graphsparse
