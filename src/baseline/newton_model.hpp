// Anderson's extrapolation of a slowly converging sequence: the combination of the last few
// iterates whose differences nearly cancel. Bertrand and Massias (2021) show what it does for
// coordinate descent; docs/baselines.md what it does here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "baseline/group_step.hpp"
#include "baseline/logistic_rows.hpp"
#include "graphsparse/baseline/latent_groups.hpp"

namespace graphsparse::baseline {

class Extrapolation {
 public:
  static constexpr std::size_t kDifferences = 5;

  void restart() { count_ = 0; }

  // A place for the next iterate, with the memory of an older one.
  std::vector<double>& next() { return iterates_[count_++]; }
  bool is_full() const { return count_ == iterates_.size(); }

  // Weights of all iterates but the first, with sum 1, judged by their first `compared` entries.
  // False where they are too alike to tell.
  bool find_weights(std::size_t compared);
  // The combination of entry `k` with these weights.
  double combined(std::size_t k) const;

 private:
  std::array<std::vector<double>, kDifferences + 1> iterates_;
  std::array<double, kDifferences> weights_ = {};
  std::size_t count_ = 0;
};

// The quadratic model of the loss at a point, plus the penalty, minimized by block coordinate
// descent over the groups that matter.

// The groups looked at for one penalty, and all their members.
struct WorkingSet {
  std::vector<std::size_t> groups;  // increasing
  Support features;
};

class NewtonModel {
 public:
  // All must outlive it.
  NewtonModel(const LogisticRows& rows, const LatentGroups& groups, const ColumnStore& columns);

  struct Outcome {
    double fall = 0.0;  // of the model with the penalty
    std::int64_t sweeps = 0;
  };

  // Moves v and the intercept to the minimizer of the model at the predictors z over the working
  // set, until a sweep gains no more than `accuracy`.
  Outcome minimize(std::span<const double> z, double lambda, const WorkingSet& working,
                   double accuracy, std::vector<double>& v, double& intercept);

 private:
  void start(std::span<const double> z, const WorkingSet& working, const std::vector<double>& v);
  void activate(std::size_t group);
  bool activate_violators(const WorkingSet& working);
  double sweep(std::vector<double>& v, double& intercept);
  // Jumps ahead of the last sweeps where that makes the model smaller; returns by how much.
  double extrapolate(std::vector<double>& v, double& intercept);
  void remember(const std::vector<double>& v, double intercept);
  double value(const std::vector<double>& v) const;
  double move_intercept(double& intercept);
  double move_group(std::size_t place, std::span<double> v);
  void add_change(std::span<const NodeId> members, std::span<const double> v);

  const LogisticRows& rows_;
  const LatentGroups& groups_;
  const ColumnStore& columns_;
  double lambda_ = 0.0;

  std::vector<double> slopes_;      // of the loss where the model touches it
  std::vector<double> gradient_;    // of the model with respect to the predictors
  std::vector<double> curvatures_;  // one per row
  double curvature_sum_ = 0.0;

  // Those whose vectors are not zero, and those that were found to become so.
  std::vector<std::size_t> active_;
  std::vector<unsigned char> is_active_;  // one per group
  struct Curvature {
    bool known = false;
    double alone = 0.0;  // of a group of one
    GroupCurvature joint;
  };
  std::vector<Curvature> active_curvatures_;  // one an active group; kept for their memory

  Extrapolation extrapolation_;  // of active vectors, intercept and gradient
  std::vector<double> former_v_;
  std::vector<double> former_gradient_;

  std::vector<double> correlations_;  // one per feature
  std::vector<double> group_gradient_;
  std::vector<double> before_;
  std::vector<double> row_change_;
};

}  // namespace graphsparse::baseline
