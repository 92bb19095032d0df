// log(1 + exp(-y z)) for labels y = -1, +1, written so that no exponential overflows.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "graphsparse/objective/loss.hpp"

namespace graphsparse {

struct LogisticLoss {
  LossTraits traits() const {
    return {.response = Response::classes, .needs_penalty = true, .curvature_bound = 0.25};
  }
  double value(double z, double y) const {
    const double margin = y * z;
    return margin > 0.0 ? std::log1p(std::exp(-margin)) : std::log1p(std::exp(margin)) - margin;
  }
  double derivative(double z, double y) const { return -y * probability(-y * z); }
  // probability(z) * probability(-z).
  double second_derivative(double z, double /*y*/) const {
    const double e = std::exp(-std::abs(z));
    return 1.0 / (1.0 + e) * (e / (1.0 + e));
  }
  double inverse_link(double z) const { return 1.0 / (1.0 + std::exp(-z)); }
  std::string target_error(double y) const {
    return std::abs(y) == 1.0 ? "" : fmt::format("{} is no label; labels are -1 and 1", y);
  }

  static double probability(double z) {
    if (z >= 0.0) return 1.0 / (1.0 + std::exp(-z));
    const double e = std::exp(z);
    return e / (1.0 + e);
  }
};

}  // namespace graphsparse
