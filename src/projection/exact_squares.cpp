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
    values_[i] = x[i] == 0.0 ? 0.0 : std::max(entry * entry, kSmallest);
  }
}

double ScaledSquares::sum_outside(std::span<const NodeId> support) const {
  double sum = 0.0;
  auto inside = support.begin();
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (inside != support.end() && static_cast<std::size_t>(*inside) == i) {
      ++inside;
    } else {
      sum += values_[i];
    }
  }
  return sum;
}

double ScaledSquares::to_original(double value) const { return std::scalbn(value, exponent_); }

double ScaledSquares::from_original(double value) const { return std::scalbn(value, -exponent_); }

}  // namespace graphsparse
