// exp(z) - y z for counts y = 0, 1, 2, ... with mean exp(z); log(y!) is left out.
#pragma once

#include <cmath>
#include <optional>

namespace graphsparse {

struct PoissonLoss {
  double value(double z, double y) const { return std::exp(z) - y * z; }
  double derivative(double z, double y) const { return std::exp(z) - y; }
  double second_derivative(double z, double /*y*/) const { return std::exp(z); }
  std::optional<double> curvature_bound() const { return std::nullopt; }
};

}  // namespace graphsparse
