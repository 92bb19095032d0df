// The squares of a vector, scaled by a power of four, so that they neither overflow nor vanish
// however large or small the vector is. A power of two changes no digit of any sum, so that a
// projection which works on these alone gives the same support for x and for x times 2^k.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "graphsparse/core/types.hpp"

namespace graphsparse {

class ScaledSquares {
 public:
  ScaledSquares() = default;

  // Only an entry of 0 has a square of 0: one that is too small beside the largest for any sum of
  // squares to show it counts as 2^-900. Allocates only where x is longer than any before.
  void assign(std::span<const double> x);

  std::span<const double> values() const { return values_; }
  double operator[](std::size_t i) const { return values_[i]; }

  // Of the entries outside a sorted support. Summed up, not subtracted from the total: what is
  // outside may be tiny beside it.
  double sum_outside(std::span<const NodeId> support) const;

  // A loss that is 0, or so large that the entries which were raised do not show in it.
  static bool is_sound(double loss) { return loss == 0.0 || loss >= kSmallestSound; }

  // From the scale of the values to that of the squares of x, and back.
  double to_original(double value) const;
  double from_original(double value) const;

 private:
  static constexpr double kSmallest = 0x1p-900;
  static constexpr double kSmallestSound = 0x1p-800;

  std::vector<double> values_;
  int exponent_ = 0;  // values are squares times 2^-exponent
};

}  // namespace graphsparse
