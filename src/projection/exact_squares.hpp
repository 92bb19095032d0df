// The squares of a vector, scaled by a power of four, so that they neither overflow nor vanish
// however large or small the vector is. A power of two changes no digit of any sum.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace graphsparse {

class ScaledSquares {
 public:
  ScaledSquares() = default;

  // Allocates only where x is longer than any before.
  void assign(std::span<const double> x);

  std::span<const double> values() const { return values_; }
  double operator[](std::size_t i) const { return values_[i]; }

  // From the scale of the values to that of the squares of x, and back.
  double to_original(double value) const;
  double from_original(double value) const;

 private:
  std::vector<double> values_;
  int exponent_ = 0;  // values are squares times 2^-exponent
};

}  // namespace graphsparse
