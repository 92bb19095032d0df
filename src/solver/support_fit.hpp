// Minimises the objective on a fixed support: least squares by Cholesky with what changed since the
// last support, other losses by a few damped Newton steps.
#pragma once

#include <Eigen/Dense>
#include <memory>
#include <vector>

#include "graphsparse/objective/block_objective.hpp"
#include "graphsparse/objective/problem.hpp"

namespace graphsparse {

class SupportFit {
 public:
  SupportFit(const Problem& problem, std::vector<RowIndex> rows);

  // Moves the coefficients on point.support and the intercept to the minimum; where the support has
  // more features than there are rows, to the one with the smallest norm.
  void fit(Point& point);

 private:
  void load_columns(const Support& support);
  void load_gram(const Support& support);
  void load_kernel();
  void solve_squares(Point& point);
  Eigen::VectorXd least_norm_fit();
  Eigen::VectorXd penalised_dual_fit(Eigen::Index size, double penalty);
  void solve_newton(Point& point);
  bool newton_step(Point& point);
  Eigen::Index width(const Support& support) const;
  void store(const Eigen::VectorXd& solution, Point& point) const;

  const Problem& problem_;
  std::vector<RowIndex> rows_;
  bool is_squares_;
  BlockObjective objective_;

  // For the last support: its columns (the intercept's ones come last), weighted by the roots of
  // the weights for squares, and their inner products, or where there are more columns than rows
  // the products C C' (the lower half).
  Support loaded_;
  Eigen::MatrixXd columns_;
  Eigen::MatrixXd gram_;
  Eigen::MatrixXd kernel_;
  Eigen::VectorXd target_;
  std::vector<double> root_weight_;
  Eigen::MatrixXd next_columns_;
  Eigen::MatrixXd next_gram_;
  std::vector<Eigen::Index> old_place_;  // in the last support, of each column; -1: new
  std::vector<NodeId> fresh_;
  Eigen::LLT<Eigen::MatrixXd> cholesky_;
};

}  // namespace graphsparse
