// Conjugate gradients towards the least squares fit on a support. CoSaMP needs no more than a few
// steps of them (Needell and Tropp 2009, section 5), and where a support has nearly as many
// features as there are rows the fit itself follows the noise of wrong features.
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "graphsparse/objective/block_objective.hpp"
#include "solver/gradient.hpp"

namespace graphsparse {

class ConjugateSteps {
 public:
  // For problems whose loss is squares.
  ConjugateSteps(const Problem& problem, const std::vector<RowIndex>& rows)
      : problem_(problem),
        rows_(rows),
        column_squares_(problem.features(), 0.0),
        weights_(static_cast<Eigen::Index>(rows.size())),
        product_(weights_.size()),
        residual_(weights_.size()),
        weighted_(weights_.size()) {
    std::vector<double> sums(column_squares_.size(), 0.0);
    const std::vector<double> zeros(column_squares_.size(), 0.0);
    problem.design->add_moments(rows, zeros, sums, column_squares_);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      weights_[static_cast<Eigen::Index>(k)] = problem.weight(rows[k]);
    }
  }

  // Starts from the point, on its support. `here` is the objective over all rows at the point,
  // `gradient` its gradient with the l2 term; null: to be computed on the support.
  void begin(const Point& point, const BlockObjective& here, const Gradient* gradient = nullptr) {
    load(point);
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      residual_[static_cast<Eigen::Index>(k)] = here.target()[k] - here.predictors()[k];
    }
    if (gradient != nullptr) {
      load_descent(*gradient);
    } else {
      measure_descent();
    }
    direction_ = scale_.cwiseProduct(descent_);
    length_ = descent_.dot(direction_);
    smallest_length_ = kRounding * length_;
    is_descent_old_ = false;
  }

  // On the normal equations, without forming them. The last step's descent is measured only if
  // another step follows.
  void take(int steps) {
    for (int step = 0; step < steps; ++step) {
      if (std::exchange(is_descent_old_, true)) {
        measure_descent();
        const double last_length = std::exchange(length_, descent_.cwiseAbs2().dot(scale_));
        direction_ = scale_.cwiseProduct(descent_) + length_ / last_length * direction_;
      }
      // What is left are rounding errors, which further steps only amplify.
      if (!(length_ > smallest_length_)) return;
      multiply();
      const double curvature =
          product_.cwiseAbs2().dot(weights_) + direction_.cwiseAbs2().dot(penalties_);
      if (!(curvature > 0.0)) return;
      solution_ += length_ / curvature * direction_;
      residual_ -= length_ / curvature * product_;
    }
  }

  // The point with the coefficients on its support, and the intercept, arrived at.
  void store(Point& point) const {
    for (std::size_t i = 0; i < support_.size(); ++i) {
      point.w[support_[i]] = solution_[static_cast<Eigen::Index>(i)];
    }
    if (problem_.intercept) point.intercept = solution_[solution_.size() - 1];
  }

  double residual_norm() const { return residual_.norm(); }

 private:
  static constexpr double kRounding = 1e-32;  // of a squared length

  static std::span<double> view(Eigen::VectorXd& vector) {
    return {vector.data(), static_cast<std::size_t>(vector.size())};
  }

  void load(const Point& point) {
    support_ = point.support;
    const auto size = static_cast<Eigen::Index>(support_.size());
    const Eigen::Index width = size + (problem_.intercept ? 1 : 0);
    const auto rows = static_cast<double>(rows_.size());
    solution_.resize(width);
    descent_.resize(width);
    scale_.setConstant(width, 1.0 / rows);
    penalties_.setZero(width);
    for (Eigen::Index i = 0; i < size; ++i) {
      const auto j = static_cast<std::size_t>(support_[i]);
      penalties_[i] = problem_.penalty(support_[i]) * rows;
      const double curvature = column_squares_[j] + penalties_[i];
      solution_[i] = point.w[j];
      scale_[i] = curvature > 0.0 ? 1.0 / curvature : 1.0;
    }
    if (problem_.intercept) solution_[size] = point.intercept;
  }

  // Minus the gradient of the sum over the rows.
  void load_descent(const Gradient& gradient) {
    const auto rows = static_cast<double>(rows_.size());
    for (std::size_t i = 0; i < support_.size(); ++i) {
      descent_[static_cast<Eigen::Index>(i)] = -rows * gradient.w[support_[i]];
    }
    if (problem_.intercept) descent_[descent_.size() - 1] = -rows * gradient.intercept;
  }

  void multiply() {
    problem_.design->multiply(rows_, {support_, view(direction_).first(support_.size())},
                              view(product_));
    if (problem_.intercept) product_.array() += direction_[direction_.size() - 1];
  }

  void measure_descent() {
    weighted_ = weights_.cwiseProduct(residual_);
    problem_.design->multiply_transposed(rows_, view(weighted_), support_, view(descent_));
    if (problem_.intercept) descent_[descent_.size() - 1] = weighted_.sum();
    descent_ -= penalties_.cwiseProduct(solution_);
  }

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
