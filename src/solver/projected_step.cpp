#include "solver/projected_step.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace graphsparse {
namespace {

constexpr double kLarge = 1e60;  // projections multiply squares, which overflow far above it

}  // namespace

void ProjectedStep::make(const Point& from, const Gradient& gradient, double step) {
  if (is_made_ && step == step_) return;
  shifted_.resize(from.w.size());
  for (std::size_t j = 0; j < from.w.size(); ++j) shifted_[j] = from.w[j] - step * gradient.w[j];
  step_ = step;
  is_made_ = true;
  double largest = 0.0;
  for (const double value : shifted_) largest = std::max(largest, std::abs(value));
  // A step into infinity has no projection; the monitor calls it divergence.
  if (!std::isfinite(largest) || std::any_of(shifted_.begin(), shifted_.end(),
                                             [](double value) { return std::isnan(value); })) {
    support_ = from.support;
    return;
  }
  support_ = largest < kLarge ? structure_.tail(shifted_) : tail_of_scaled(largest);
}

// The same support: a power of two changes no digit.
const Support& ProjectedStep::tail_of_scaled(double largest) {
  scaled_.resize(shifted_.size());
  const int exponent = std::ilogb(largest);
  std::transform(shifted_.begin(), shifted_.end(), scaled_.begin(),
                 [exponent](double value) { return std::ldexp(value, -exponent); });
  return structure_.tail(scaled_);
}

SparseView ProjectedStep::difference(const Point& from) {
  indices_.clear();
  std::set_union(support_.begin(), support_.end(), from.support.begin(), from.support.end(),
                 std::back_inserter(indices_));
  values_.clear();
  auto kept = support_.begin();
  for (const NodeId feature : indices_) {
    const auto j = static_cast<std::size_t>(feature);
    const bool is_kept = kept != support_.end() && *kept == feature;
    if (is_kept) ++kept;
    values_.push_back((is_kept ? shifted_[j] : 0.0) - from.w[j]);
  }
  return {indices_, values_};
}

void ProjectedStep::accept(Point& point) {
  for (const NodeId feature : point.support) point.w[static_cast<std::size_t>(feature)] = 0.0;
  for (const NodeId feature : support_) {
    const auto j = static_cast<std::size_t>(feature);
    point.w[j] = shifted_[j];
  }
  point.support = support_;
  is_made_ = false;
}

void ProjectedStep::accept_support(Point& point) {
  for (const NodeId feature : point.support) {
    const bool stays = std::binary_search(support_.begin(), support_.end(), feature);
    if (!stays) point.w[static_cast<std::size_t>(feature)] = 0.0;
  }
  point.support = support_;
  is_made_ = false;
}

}  // namespace graphsparse
