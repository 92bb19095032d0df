// The exact step on one group: the least value of 1/2 b'Bb - q'b + kappa |b|.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>

#include "baseline/logistic_rows.hpp"

namespace graphsparse::baseline {

// B = A'HA of a group's columns A with the rows' curvatures H, as eigenvectors and eigenvalues.
// Where a group has more members than there are rows, only the eigenvectors A can reach.
class GroupCurvature {
 public:
  void decompose(const ColumnStore& columns, std::span<const NodeId> members,
                 std::span<const double> curvatures);

  // Moves v to the minimizer, given the model's gradient at v; returns by how much the model with
  // the penalty kappa |v| falls. v must be in the reach of the columns, as all results are.
  double step(std::span<const double> gradient, double kappa, std::span<double> v);

 private:
  void decompose_small(const ColumnStore& columns, std::span<const NodeId> members,
                       std::span<const double> curvatures);
  void decompose_large(const ColumnStore& columns, std::span<const NodeId> members,
                       std::span<const double> curvatures);
  double length_of_solution(double kappa) const;

  Eigen::MatrixXd basis_;  // members x rank
  Eigen::VectorXd values_;
  Eigen::VectorXd before_;    // v in the basis
  Eigen::VectorXd linear_;    // q in the basis
  Eigen::VectorXd gradient_;  // in the basis
};

// The step of a group of one, a soft threshold; `curvature` is its B.
double step_alone(double gradient, double curvature, double kappa, double& v);

// a'b and the weighted sum of squares of a column.
double dot(const double* a, std::span<const double> b);
double weighted_square(const double* a, std::span<const double> weights);

}  // namespace graphsparse::baseline
