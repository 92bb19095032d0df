// One penalty after the other, each solution from the one before: which groups to look at, Newton
// steps on these, and the duality gap that says when it is enough.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "baseline/logistic_rows.hpp"
#include "baseline/newton_model.hpp"
#include "graphsparse/baseline/regularization_path.hpp"

namespace graphsparse::baseline {

class PathSolver {
 public:
  // All must outlive it. Throws InputError.
  PathSolver(const Problem& problem, const LatentGroups& groups, const PathOptions& options);

  double lambda_max() const { return lambda_max_; }

  // The solution for the next, smaller penalty.
  PathPoint advance(double lambda);
  bool was_cancelled() const { return was_cancelled_; }

 private:
  struct Bound {
    double objective = 0.0;
    double gap = 0.0;  // absolute

    double relative() const { return gap / objective; }
  };

  void choose_working_set(double lambda);
  void rebuild_working_features();
  bool add_violators(double lambda);
  double group_ratio(std::size_t group) const;

  Bound bound_on_working_set(double lambda);
  Bound bound_on_all(double lambda);
  Bound make_bound(double lambda, double largest_ratio) const;

  enum class StepKind {
    none,            // no step makes the objective smaller
    checked,         // it became smaller
    below_rounding,  // it became smaller by less than can be seen
  };
  StepKind newton_step(double lambda, double accuracy, PathPoint& point);
  double penalty(const std::vector<double>& v) const;
  void compute_predictors(const std::vector<double>& v, double intercept,
                          std::vector<double>& z) const;
  bool is_zero() const;
  void check_groups() const;
  void fill(PathPoint& point) const;

  const Problem& problem_;
  const LatentGroups& groups_;
  const PathOptions& options_;
  LogisticRows rows_;
  ColumnStore columns_;
  NewtonModel model_;
  double lambda_max_ = 0.0;
  double last_lambda_ = 0.0;
  bool was_cancelled_ = false;

  // The point: vectors of the groups, intercept, and the predictors they give.
  std::vector<double> v_;
  double intercept_ = 0.0;
  std::vector<double> z_;

  WorkingSet working_;
  std::vector<unsigned char> in_working_set_;  // one per group
  std::vector<double> dual_;                   // one per row
  std::vector<double> correlations_;           // of the features with the dual

  std::vector<double> next_v_;
  std::vector<double> next_z_;
  std::vector<double> full_v_;
  std::vector<double> full_z_;
};

}  // namespace graphsparse::baseline
