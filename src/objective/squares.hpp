// (z - y)^2 / 2.
#pragma once

namespace graphsparse {

struct SquaresLoss {
  static constexpr bool is_quadratic = true;
  static constexpr bool has_residual = true;

  double value(double z, double y) const { return 0.5 * (z - y) * (z - y); }
  double derivative(double z, double y) const { return z - y; }
  double second_derivative(double /*z*/, double /*y*/) const { return 1.0; }
  double curvature_bound() const { return 1.0; }
};

}  // namespace graphsparse
