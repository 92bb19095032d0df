// Squares near the target, linear beyond `threshold`: a few wild measurements cannot rule the fit.
#pragma once

#include <cmath>

namespace graphsparse {

struct HuberLoss {
  static constexpr bool has_residual = true;

  double threshold = 0.0;

  double value(double z, double y) const {
    const double r = std::abs(z - y);
    return r <= threshold ? 0.5 * r * r : threshold * (r - 0.5 * threshold);
  }
  double derivative(double z, double y) const {
    const double r = z - y;
    if (r > threshold) return threshold;
    return r < -threshold ? -threshold : r;
  }
  double second_derivative(double z, double y) const {
    return std::abs(z - y) <= threshold ? 1.0 : 0.0;
  }
  double curvature_bound() const { return 1.0; }
};

}  // namespace graphsparse
