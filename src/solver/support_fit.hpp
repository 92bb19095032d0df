// Minimizes the objective on a fixed support: least squares by Cholesky with what changed since the
// last support, other losses by a few damped Newton steps.
#pragma once

#include <Eigen/Dense>
#include <memory>
#include <vector>

#include "data/inner_products.hpp"
#include "data/row_tree.hpp"
#include "graphsparse/objective/block_objective.hpp"
#include "graphsparse/objective/problem.hpp"

namespace graphsparse {

class SupportFit {
 public:
  SupportFit(const Problem& problem, std::vector<RowIndex> rows);

  // Moves the coefficients on point.support and the intercept to the minimum; where the support has
  // more features than there are rows, to the one with the smallest norm. Losses other than squares
  // get as near as a few steps do.
  void fit(Point& point);

  // The same until no slope along a feature of the support or the intercept is larger. Returns
  // false where there seems to be no finite minimum.
  bool minimize(Point& point, double largest_slope);

 private:
  // What ends Newton's steps.
  struct NewtonGoal {
    int steps = 10;
    double decrease = 1e-10;  // relative, of the objective
    double slope = 0.0;

    bool is_exact() const { return slope > 0.0; }
  };
  // The objective around a point, as a function of the support's coefficients and the intercept.
  struct Expansion {
    double value = 0.0;
    Eigen::VectorXd place;
    Eigen::VectorXd gradient;
    Eigen::VectorXd penalties;
  };

  // On the ranks that have the rows; on all of them where there are more columns than rows.
  const SharedRows& rows_here() const { return is_wide_ ? everywhere_ : spread_; }
  Eigen::VectorXd values_here(std::span<const double> one_a_row) const;
  Eigen::VectorXd target_here() const;
  // Sums over the rows of all ranks: C'v, C'O for other columns, and C'M for multiples M of the
  // rows of C.
  Eigen::VectorXd times_transposed(const Eigen::VectorXd& v) const;
  Eigen::MatrixXd inner_products(const Eigen::MatrixXd& others);
  Eigen::MatrixXd symmetric_products(const Eigen::MatrixXd& multiples);
  // From this row on.
  static ColumnBlock block_of(const Eigen::MatrixXd& columns, std::size_t first);

  void begin_columns(const Support& support);
  void load_columns(const Support& support);
  void load_gram(const Support& support);
  void load_kernel();
  void solve_squares(Point& point);
  Eigen::VectorXd least_norm_fit();
  Eigen::VectorXd penalized_dual_fit(Eigen::Index size, double penalty);
  // By orthogonal decompositions, with these penalties on the first columns.
  Eigen::VectorXd orthogonal_fit(const Eigen::VectorXd& penalties) const;
  // Of the features of the support, times the factor.
  Eigen::VectorXd penalties(const Support& support, double factor) const;
  Eigen::MatrixXd triangle() const;
  bool solve_newton(Point& point, const NewtonGoal& goal);
  void begin_finite(Point& point);
  Expansion expand(const Point& point);
  bool find_direction(const Expansion& here, double damping);
  Eigen::VectorXd majorising_curvatures(const Eigen::VectorXd& curvatures) const;
  double search_line(const Expansion& here, bool is_exact, Point& point);
  bool is_still_moving() const;
  bool may_have_no_minimum() const;
  Eigen::Index width(const Support& support) const;
  void store(const Eigen::VectorXd& solution, Point& point) const;

  const Problem& problem_;
  std::vector<RowIndex> rows_;
  LossTraits traits_;
  bool is_squares_;
  BlockObjective objective_;
  SharedRows spread_;
  SharedRows everywhere_;
  bool is_wide_ = false;

  // For the last support: of the rows here, its columns (the intercept's ones come last), weighted
  // by the roots of the weights for squares, and their inner products, or where there are more
  // columns than rows the products C C' (the lower half).
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
  InnerProducts products_;
  Eigen::LLT<Eigen::MatrixXd> cholesky_;
  Eigen::VectorXd direction_;  // to go against
};

}  // namespace graphsparse
