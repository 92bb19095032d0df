// The logistic loss over the used rows, its derivatives and its dual.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "graphsparse/objective/problem.hpp"

namespace graphsparse::baseline {

class LogisticRows {
 public:
  // Throws InputError.
  explicit LogisticRows(const Problem& problem);

  Rows rows() const { return rows_; }
  std::size_t size() const { return rows_.size(); }
  bool has_intercept() const { return has_intercept_; }

  // The best intercept without any feature.
  double null_intercept() const;

  double value(std::span<const double> z) const;
  void slopes(std::span<const double> z, std::span<double> result) const;
  // Raised a little where they are nearly zero, so that a model of them stays bounded.
  void curvatures(std::span<const double> z, std::span<double> result) const;

  // The dual's variables are the negative slopes. With an intercept they must add up to zero: the
  // class with the larger sum is scaled down.
  void make_dual(std::span<const double> z, std::span<double> dual) const;
  // A lower bound on the objective, where scale * dual keeps the penalty's constraint.
  double dual_value(std::span<const double> dual, double scale) const;

 private:
  std::vector<RowIndex> rows_;
  std::vector<double> labels_;
  std::vector<double> weights_;  // divided by the number of rows
  std::unique_ptr<Loss> loss_;
  bool has_intercept_;
};

}  // namespace graphsparse::baseline
