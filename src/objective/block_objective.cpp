#include "graphsparse/objective/block_objective.hpp"

#include <algorithm>

namespace graphsparse {

void BlockObjective::move_to(Rows rows, const Point& point, std::span<const double> factors) {
  rows_ = rows;
  factors_ = factors;
  const std::size_t count = rows.size();
  support_values_.clear();
  for (const NodeId feature : point.support) {
    support_values_.push_back(point.w[static_cast<std::size_t>(feature)]);
  }
  products_.resize(count);
  problem_.design->multiply(rows, {point.support, support_values_}, products_);
  move_intercept(point.intercept);
  y_.resize(count);
  weights_.resize(problem_.weights.empty() && factors.empty() ? 0 : count);
  for (std::size_t k = 0; k < count; ++k) {
    y_[k] = problem_.target[static_cast<std::size_t>(rows[k])];
    if (!weights_.empty()) {
      weights_[k] = problem_.weight(rows[k]) * (factors.empty() ? 1.0 : factors[k]);
    }
  }
}

void BlockObjective::move_intercept(double intercept) {
  z_.resize(products_.size());
  for (std::size_t k = 0; k < z_.size(); ++k) z_[k] = products_[k] + intercept;
}

double BlockObjective::mean_loss_at(std::span<const double> z) const {
  return problem_.loss->sum(z, y_, weights_) / row_count();
}

double BlockObjective::value(const Point& point) const {
  double squares = 0.0;
  for (const NodeId feature : point.support) {
    const double w = point.w[static_cast<std::size_t>(feature)];
    if (!problem_.is_unpenalized(feature)) squares += w * w;
  }
  return mean_loss() + 0.5 * problem_.l2 * squares;
}

std::span<const double> BlockObjective::derivatives() {
  slopes_.resize(rows_.size());
  problem_.loss->derivatives(z_, y_, weights_, slopes_);
  for (double& slope : slopes_) slope /= row_count();
  return slopes_;
}

std::span<const double> BlockObjective::second_derivatives() {
  curvatures_.resize(rows_.size());
  problem_.loss->second_derivatives(z_, y_, weights_, curvatures_);
  for (double& curvature : curvatures_) curvature /= row_count();
  return curvatures_;
}

double BlockObjective::curvature_along(std::span<const double> products) {
  double sum = 0.0;
  if (const auto bound = problem_.loss->traits().curvature_bound) {
    for (std::size_t k = 0; k < products.size(); ++k) {
      sum += (weights_.empty() ? 1.0 : weights_[k]) * products[k] * products[k];
    }
    return *bound * sum / row_count();
  }
  const auto curvatures = second_derivatives();
  for (std::size_t k = 0; k < products.size(); ++k) {
    sum += curvatures[k] * products[k] * products[k];
  }
  return sum;
}

}  // namespace graphsparse
