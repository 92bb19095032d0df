// The objective on one block of rows at one point: predictors, value, derivatives. Keeps its
// memory.
#pragma once

#include <span>
#include <vector>

#include "graphsparse/objective/problem.hpp"

namespace graphsparse {

class BlockObjective {
 public:
  explicit BlockObjective(const Problem& problem) : problem_(problem) {}

  // Takes the rows and computes their predictors at the point; costs b * |support|. `factors`
  // multiply the rows' weights (importance sampling); empty: ones. Rows and factors are not copied.
  void move_to(Rows rows, const Point& point, std::span<const double> factors = {});
  // To a point that differs from the last one in nothing but the intercept, without a look at the
  // data.
  void move_intercept(double intercept);

  // The mean loss of the block without and with the penalty.
  double mean_loss() const { return mean_loss_at(z_); }
  double value(const Point& point) const;
  // The same for other predictors of the same rows, such as z + t A_B d along a line.
  double mean_loss_at(std::span<const double> z) const;

  // Derivatives of the mean loss with respect to the predictors: the block's gradient is A_B' of
  // these. Valid until the next call.
  std::span<const double> derivatives();
  std::span<const double> second_derivatives();

  // d' H d of the mean loss for a direction with products A_B d, with the loss's curvature bound
  // where it has one (then it majorises), else with the curvature at the point.
  double curvature_along(std::span<const double> products);

  Rows rows() const { return rows_; }
  std::span<const double> predictors() const { return z_; }
  std::span<const double> target() const { return y_; }
  std::span<const double> weights() const { return weights_; }
  // What the sampler multiplied the rows' weights by; empty: ones.
  std::span<const double> factors() const { return factors_; }
  double row_count() const { return static_cast<double>(rows_.size()); }

 private:
  const Problem& problem_;
  Rows rows_;
  std::span<const double> factors_;
  std::vector<double> support_values_;
  std::vector<double> products_;  // the predictors without the intercept
  std::vector<double> z_;
  std::vector<double> y_;
  std::vector<double> weights_;  // empty: ones
  std::vector<double> slopes_;
  std::vector<double> curvatures_;
};

}  // namespace graphsparse
