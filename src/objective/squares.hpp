// (z - y)^2 / 2.
#pragma once

#include <optional>

namespace graphsparse {

struct SquaresLoss {
  double value(double z, double y) const { return 0.5 * (z - y) * (z - y); }
  double derivative(double z, double y) const { return z - y; }
  double second_derivative(double /*z*/, double /*y*/) const { return 1.0; }
  std::optional<double> curvature_bound() const { return 1.0; }
};

}  // namespace graphsparse
