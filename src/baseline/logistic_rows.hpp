// Columns of the design, fetched when they are first needed: a path looks closely at few of them.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/data/design_matrix.hpp"
#include "graphsparse/objective/problem.hpp"

namespace graphsparse::baseline {

class ColumnStore {
 public:
  // Both must outlive it.
  ColumnStore(const DesignMatrix& design, Rows rows)
      : design_(design), rows_(rows), place_(design.columns(), -1) {}

  // Makes sure that these columns are there.
  void fetch(std::span<const NodeId> features) {
    missing_.clear();
    const std::size_t before = values_.size();
    for (const NodeId feature : features) {
      std::ptrdiff_t& place = place_[feature];
      if (place >= 0) continue;
      place = static_cast<std::ptrdiff_t>(before + missing_.size() * rows_.size());
      missing_.push_back(feature);
    }
    if (missing_.empty()) return;
    values_.resize(before + missing_.size() * rows_.size());
    design_.gather(rows_, missing_, std::span(values_).subspan(before));
  }

  // A fetched column. Valid until the next fetch.
  const double* column(NodeId feature) const { return values_.data() + place_[feature]; }

  std::size_t row_count() const { return rows_.size(); }

 private:
  const DesignMatrix& design_;
  Rows rows_;
  std::vector<std::ptrdiff_t> place_;  // of each feature; -1: not there
  std::vector<double> values_;
  std::vector<NodeId> missing_;
};

inline constexpr double kLeastCurvature = 1e-6;  // of a row with weight 1

inline double sum_over_class(std::span<const double> labels, std::span<const double> values,
                             double label) {
  double sum = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (labels[i] == label) sum += std::abs(values[i]);
  }
  return sum;
}

inline double negative_entropy(double t) { return t > 0.0 ? t * std::log(t) : 0.0; }

// The logistic loss over the used rows, its derivatives and its dual.
class LogisticRows {
 public:
  // Throws InputError.
  explicit LogisticRows(const Problem& problem)
      : loss_(find_loss("logistic").make()), has_intercept_(problem.intercept) {
    Problem checked = problem;
    if (checked.loss == nullptr) checked.loss = loss_.get();
    check_problem(checked);
    if (problem.l2 != 0.0) throw InputError("the convex baselines have no l2 penalty; set it to 0");
    rows_ = used_rows(problem);
    const auto count = static_cast<double>(rows_.size());
    for (const RowIndex row : rows_) {
      const double label = problem.target[row];
      if (label != 1.0 && label != -1.0) {
        throw InputError(
            fmt::format("the target of row {} is {}; labels must be -1 or 1", row, label));
      }
      labels_.push_back(label);
      weights_.push_back(problem.weight(row) / count);
    }
    const bool one_class = std::all_of(labels_.begin(), labels_.end(),
                                       [&](double label) { return label == labels_.front(); });
    if (one_class) throw InputError("all used rows have the same label; two classes are needed");
  }

  Rows rows() const { return rows_; }
  std::size_t size() const { return rows_.size(); }
  bool has_intercept() const { return has_intercept_; }

  // The best intercept without any feature.
  double null_intercept() const {
    if (!has_intercept_) return 0.0;
    return std::log(sum_over_class(labels_, weights_, 1.0) /
                    sum_over_class(labels_, weights_, -1.0));
  }

  double value(std::span<const double> z) const { return loss_->sum(z, labels_, weights_); }

  void slopes(std::span<const double> z, std::span<double> result) const {
    loss_->derivatives(z, labels_, weights_, result);
  }

  // Raised a little where they are nearly zero, so that a model of them stays bounded.
  void curvatures(std::span<const double> z, std::span<double> result) const {
    loss_->second_derivatives(z, labels_, weights_, result);
    for (std::size_t i = 0; i < result.size(); ++i) {
      result[i] = std::max(result[i], kLeastCurvature * weights_[i]);
    }
  }

  // The dual's variables are the negative slopes. With an intercept they must add up to zero: the
  // class with the larger sum is scaled down.
  void make_dual(std::span<const double> z, std::span<double> dual) const {
    slopes(z, dual);
    for (double& entry : dual) entry = -entry;
    if (!has_intercept_) return;
    const double positive = sum_over_class(labels_, dual, 1.0);
    const double negative = sum_over_class(labels_, dual, -1.0);
    const double larger_label = positive > negative ? 1.0 : -1.0;
    const double factor = std::min(positive, negative) / std::max(positive, negative);
    for (std::size_t i = 0; i < dual.size(); ++i) {
      if (labels_[i] == larger_label) dual[i] *= factor;
    }
  }

  // A lower bound on the objective, where scale * dual keeps the penalty's constraint.
  // The conjugate of log(1 + exp(-z)) at -t is t log t + (1 - t) log(1 - t).
  double dual_value(std::span<const double> dual, double scale) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < dual.size(); ++i) {
      const double t = std::min(1.0, scale * std::abs(dual[i]) / weights_[i]);
      sum -= weights_[i] * (negative_entropy(t) + negative_entropy(1.0 - t));
    }
    return sum;
  }

 private:
  std::vector<RowIndex> rows_;
  std::vector<double> labels_;
  std::vector<double> weights_;  // divided by the number of rows
  std::unique_ptr<Loss> loss_;
  bool has_intercept_;
};

}  // namespace graphsparse::baseline
