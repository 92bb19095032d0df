// Squares near the target, linear beyond `threshold`: a few wild measurements cannot rule the fit.
#pragma once

#include <cmath>

#include "graphsparse/objective/loss.hpp"

namespace graphsparse {

struct HuberLoss {
  double threshold = 0.0;

  LossTraits traits() const { return {.has_residual = true, .curvature_bound = 1.0}; }

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
};

}  // namespace graphsparse
