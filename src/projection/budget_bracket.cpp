#include "projection/budget_bracket.hpp"

#include <algorithm>
#include <cmath>

#include "projection/budget_model.hpp"

namespace graphsparse {

LambdaBracket::LambdaBracket(double start, double first_stride, double ceiling)
    : start_(std::min(start, ceiling)), stride_(first_stride), ceiling_(ceiling) {}

double LambdaBracket::next() const {
  const bool has_lower = lower_ > 0.0;
  const bool has_upper = !std::isinf(upper_);
  if (!has_lower && !has_upper) return start_;
  if (!has_upper) return std::min(ceiling_, lower_ * stride_);
  if (!has_lower) return std::max(floor_, upper_ / stride_);
  return std::sqrt(std::max(lower_, floor_)) * std::sqrt(upper_);
}

void LambdaBracket::record(double lambda, bool within_limit) {
  const bool is_first = lower_ == 0.0 && std::isinf(upper_);
  if (!is_first) stride_ *= stride_;
  if (within_limit) {
    upper_ = std::min(upper_, lambda);
  } else {
    lower_ = std::max(lower_, lambda);
  }
}

bool LambdaBracket::is_closed() const {
  if (std::isinf(upper_)) return lower_ >= ceiling_;
  return upper_ <= (1.0 + kBudgetPrecision) * std::max(lower_, floor_);
}

}  // namespace graphsparse
