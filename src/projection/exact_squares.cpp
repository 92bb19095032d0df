#include "projection/exact_squares.hpp"

#include <algorithm>
#include <cmath>

namespace graphsparse {

void ScaledSquares::assign(std::span<const double> x) {
  double largest = 0.0;
  for (const double entry : x) largest = std::max(largest, std::abs(entry));
  const int shift = largest > 0.0 ? std::ilogb(largest) : 0;
  exponent_ = 2 * shift;

  values_.resize(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double entry = std::scalbn(x[i], -shift);
    values_[i] = entry * entry;
  }
}

double ScaledSquares::to_original(double value) const { return std::scalbn(value, exponent_); }

double ScaledSquares::from_original(double value) const { return std::scalbn(value, -exponent_); }

}  // namespace graphsparse
