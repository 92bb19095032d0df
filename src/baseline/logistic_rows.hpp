// Columns of the design, fetched when they are first needed: a path looks closely at few of them.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "graphsparse/data/design_matrix.hpp"
#include "graphsparse/objective/problem.hpp"

namespace graphsparse::baseline {

class ColumnStore {
 public:
  // Both must outlive it.
  ColumnStore(const DesignMatrix& design, Rows rows);

  // Makes sure that these columns are there.
  void fetch(std::span<const NodeId> features);

  // A fetched column. Valid until the next fetch.
  const double* column(NodeId feature) const {
    return values_.data() + place_[static_cast<std::size_t>(feature)];
  }
  std::size_t row_count() const { return rows_.size(); }

 private:
  const DesignMatrix& design_;
  Rows rows_;
  std::vector<std::ptrdiff_t> place_;  // of each feature; -1: not there
  std::vector<double> values_;
  std::vector<NodeId> missing_;
};

// The logistic loss over the used rows, its derivatives and its dual.

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
