// exp(z) - y z for counts y = 0, 1, 2, ... with mean exp(z); log(y!) is left out.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "graphsparse/objective/loss.hpp"

namespace graphsparse {

struct PoissonLoss {
  LossTraits traits() const { return {.response = Response::counts, .needs_penalty = true}; }
  double value(double z, double y) const { return std::exp(z) - y * z; }
  double derivative(double z, double y) const { return std::exp(z) - y; }
  double second_derivative(double z, double /*y*/) const { return std::exp(z); }
  double inverse_link(double z) const { return std::exp(z); }
  std::string target_error(double y) const {
    return y >= 0.0 ? "" : fmt::format("{} is negative; a Poisson target counts something", y);
  }
  std::string target_error(std::span<const double> y) const {
    const bool has_any = std::any_of(y.begin(), y.end(), [](double count) { return count > 0.0; });
    return has_any ? "" : "every count is 0; the loss 'poisson' needs some that are not";
  }
};

}  // namespace graphsparse
