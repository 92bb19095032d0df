// Conjugate gradients towards the least squares fit on a support. CoSaMP needs no more than a few
// steps of them (Needell and Tropp 2009, section 5), and where a support has nearly as many
// features as there are rows the fit itself follows the noise of wrong features.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "graphsparse/objective/block_objective.hpp"
#include "solver/gradient.hpp"

namespace graphsparse {

class ConjugateSteps {
 public:
  // For problems whose loss is squares.
  ConjugateSteps(const Problem& problem, const std::vector<RowIndex>& rows);

  // Starts from the point, on its support. `here` is the objective over all rows at the point,
  // `gradient` its gradient with the l2 term; null: to be computed on the support.
  void begin(const Point& point, const BlockObjective& here, const Gradient* gradient = nullptr);
  void take(int steps);
  // The point with the coefficients on its support, and the intercept, arrived at.
  void store(Point& point) const;
  double residual_norm() const { return residual_.norm(); }

 private:
  void load(const Point& point);
  void load_descent(const Gradient& gradient);
  void multiply();
  void measure_descent();

  const Problem& problem_;
  const std::vector<RowIndex>& rows_;
  std::vector<double> column_squares_;
  Eigen::VectorXd weights_;

  Support support_;
  // One entry a feature of the support, the intercept's last.
  Eigen::VectorXd solution_;
  Eigen::VectorXd penalties_;
  Eigen::VectorXd scale_;  // one over the curvature along each: steps do not depend on units
  Eigen::VectorXd descent_;
  Eigen::VectorXd direction_;
  double length_ = 0.0;           // |descent|^2, scaled
  double smallest_length_ = 0.0;  // of a step worth taking
  bool is_descent_old_ = false;
  // One entry a row.
  Eigen::VectorXd product_;
  Eigen::VectorXd residual_;
  Eigen::VectorXd weighted_;
};

}  // namespace graphsparse
