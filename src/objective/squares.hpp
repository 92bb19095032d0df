// (z - y)^2 / 2.
#pragma once

#include "graphsparse/objective/loss.hpp"

namespace graphsparse {

struct SquaresLoss {
  LossTraits traits() const {
    return {.is_quadratic = true, .has_residual = true, .curvature_bound = 1.0};
  }
  double value(double z, double y) const { return 0.5 * (z - y) * (z - y); }
  double derivative(double z, double y) const { return z - y; }
  double second_derivative(double /*z*/, double /*y*/) const { return 1.0; }
};

}  // namespace graphsparse
