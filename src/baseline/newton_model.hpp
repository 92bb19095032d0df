// The quadratic model of the loss at a point, plus the penalty, minimized by block coordinate
// descent over the groups that matter.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "baseline/logistic_rows.hpp"
#include "graphsparse/baseline/latent_groups.hpp"

namespace graphsparse::baseline {

using Eigen::Index;
using ConstColumn = Eigen::Map<const Eigen::VectorXd>;

inline ConstColumn map_of(const double* values, std::size_t size) {
  return {values, static_cast<Index>(size)};
}

// a'b and the weighted sum of squares of a column.
inline double dot(const double* a, std::span<const double> b) {
  return map_of(a, b.size()).dot(map_of(b.data(), b.size()));
}

inline double weighted_square(const double* a, std::span<const double> weights) {
  return map_of(a, weights.size()).cwiseAbs2().dot(map_of(weights.data(), weights.size()));
}

inline double norm_of(std::span<const double> values) {
  double squares = 0.0;
  for (const double value : values) squares += value * value;
  return std::sqrt(squares);
}

inline bool is_zero(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return value == 0.0; });
}

// The exact step on one group: the least value of 1/2 b'Bb - q'b + kappa |b|.

// The step of a group of one, a soft threshold; `curvature` is its B.
inline double step_alone(double gradient, double curvature, double kappa, double& v) {
  if (curvature <= 0.0) return 0.0;
  const double linear = curvature * v - gradient;
  const double after = std::copysign(std::max(std::abs(linear) - kappa, 0.0), linear) / curvature;
  const double change = after - v;
  const double fall = -(gradient * change + 0.5 * curvature * change * change +
                        kappa * (std::abs(after) - std::abs(v)));
  v = after;
  return fall;
}

// B = A'HA of a group's columns A with the rows' curvatures H, as eigenvectors and eigenvalues.
// Where a group has more members than there are rows, only the eigenvectors A can reach.
class GroupCurvature {
 public:
  void decompose(const ColumnStore& columns, std::span<const NodeId> members,
                 std::span<const double> curvatures) {
    if (members.size() <= curvatures.size()) {
      decompose_small(columns, members, curvatures);
    } else {
      decompose_large(columns, members, curvatures);
    }
  }

  // Moves v to the minimizer, given the model's gradient at v; returns by how much the model with
  // the penalty kappa |v| falls. v must be in the reach of the columns, as all results are.
  double step(std::span<const double> gradient, double kappa, std::span<double> v) {
    Eigen::Map<Eigen::VectorXd> after(v.data(), static_cast<Index>(v.size()));
    before_.noalias() = basis_.transpose() * after;
    gradient_.noalias() = basis_.transpose() * map_of(gradient.data(), gradient.size());
    linear_ = values_.cwiseProduct(before_) - gradient_;
    const double length_before = after.norm();
    double length = 0.0;
    if (linear_.norm() > kappa) length = length_of_solution(kappa);
    if (length <= 0.0) {
      linear_.setZero();
      after.setZero();
      length = 0.0;
    } else {
      linear_ = linear_.cwiseQuotient((values_.array() + kappa / length).matrix());
      after.noalias() = basis_ * linear_;
    }
    linear_ -= before_;
    return -(gradient_.dot(linear_) + 0.5 * values_.dot(linear_.cwiseAbs2()) +
             kappa * (length - length_before));
  }

 private:
  void decompose_small(const ColumnStore& columns, std::span<const NodeId> members,
                       std::span<const double> curvatures) {
    const auto size = static_cast<Index>(members.size());
    const auto h = map_of(curvatures.data(), curvatures.size());
    Eigen::MatrixXd gram(size, size);
    for (Index i = 0; i < size; ++i) {
      const auto a = map_of(columns.column(members[i]), curvatures.size());
      for (Index j = 0; j <= i; ++j) {
        const auto b = map_of(columns.column(members[j]), curvatures.size());
        gram(i, j) = (a.array() * b.array() * h.array()).sum();
        gram(j, i) = gram(i, j);
      }
    }
    if (size == 2) {
      // In closed form.
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> eigen;
      eigen.computeDirect(gram.topLeftCorner<2, 2>());
      basis_ = eigen.eigenvectors();
      values_ = eigen.eigenvalues();
    } else {
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(gram);
      basis_ = eigen.eigenvectors();
      values_ = eigen.eigenvalues();
    }
    values_ = values_.cwiseMax(0.0);
  }

  // The eigenvectors of A'HA are those of H^(1/2) A A' H^(1/2), taken through A'H^(1/2).
  void decompose_large(const ColumnStore& columns, std::span<const NodeId> members,
                       std::span<const double> curvatures) {
    const auto rows = static_cast<Index>(curvatures.size());
    const Eigen::VectorXd root = map_of(curvatures.data(), curvatures.size()).cwiseSqrt();
    Eigen::MatrixXd scaled(rows, static_cast<Index>(members.size()));
    for (std::size_t k = 0; k < members.size(); ++k) {
      scaled.col(static_cast<Index>(k)) =
          map_of(columns.column(members[k]), curvatures.size()).cwiseProduct(root);
    }
    const Eigen::MatrixXd outer = scaled * scaled.transpose();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(outer);
    constexpr double negligible = 1e-12;
    const double least = negligible * std::max(eigen.eigenvalues()(rows - 1), 0.0);
    const Index rank = (eigen.eigenvalues().array() > least).count();
    values_ = eigen.eigenvalues().tail(rank);
    basis_ = scaled.transpose() * eigen.eigenvectors().rightCols(rank);
    for (Index r = 0; r < rank; ++r) basis_.col(r) /= std::sqrt(values_(r));
  }

  // b = (B + kappa / t)^-1 q with t = |b|, hence sum_i q_i^2 / (values_i t + kappa)^2 = 1. One over
  // the root of that sum is concave and increases in t, so Newton's method from 0 comes from below
  // and needs no safeguard.
  double length_of_solution(double kappa) const {
    double t = 0.0;
    for (int round = 0; round < 100; ++round) {
      double squares = 0.0;
      double slope = 0.0;
      for (Index i = 0; i < values_.size(); ++i) {
        const double divisor = values_(i) * t + kappa;
        const double ratio = linear_(i) / divisor;
        squares += ratio * ratio;
        slope += ratio * ratio * values_(i) / divisor;
      }
      if (!(slope > 0.0)) return t;
      const double change = (1.0 - 1.0 / std::sqrt(squares)) * squares * std::sqrt(squares) / slope;
      t += change;
      if (!(change > 1e-14 * t)) break;
    }
    return t;
  }

  Eigen::MatrixXd basis_;  // members x rank
  Eigen::VectorXd values_;
  Eigen::VectorXd before_;    // v in the basis
  Eigen::VectorXd linear_;    // q in the basis
  Eigen::VectorXd gradient_;  // in the basis
};

// Anderson's extrapolation of a slowly converging sequence: the combination of the last few
// iterates whose differences nearly cancel. Bertrand and Massias (2021) show what it does for
// coordinate descent; docs/baselines.md what it does here.
class Extrapolation {
 public:
  static constexpr std::size_t kDifferences = 5;

  void restart() { count_ = 0; }

  // A place for the next iterate, with the memory of an older one.
  std::vector<double>& next() { return iterates_[count_++]; }
  bool is_full() const { return count_ == iterates_.size(); }

  // Weights of all iterates but the first, with sum 1, judged by their first `compared` entries.
  // False where they are too alike to tell.
  // Minimizes |sum_k weight_k (x_k+1 - x_k)| under sum_k weight_k = 1.
  bool find_weights(std::size_t compared) {
    constexpr int size = static_cast<int>(kDifferences);
    using Square = Eigen::Matrix<double, size, size>;
    Square products = Square::Zero();
    for (std::size_t k = 0; k < compared; ++k) {
      Eigen::Matrix<double, size, 1> differences;
      for (int i = 0; i < size; ++i) {
        const auto place = static_cast<std::size_t>(i);
        differences(i) = iterates_[place + 1][k] - iterates_[place][k];
      }
      products += differences * differences.transpose();
    }
    // Differences of late sweeps are nearly parallel.
    constexpr double regularization = 1e-12;
    const double trace = products.trace();
    if (!(trace > 0.0)) return false;
    products += regularization * trace * Square::Identity();
    const Eigen::Matrix<double, size, 1> solution =
        products.ldlt().solve(Eigen::Matrix<double, size, 1>::Ones());
    const double sum = solution.sum();
    if (!std::isfinite(sum) || sum == 0.0) return false;
    for (int i = 0; i < size; ++i) weights_[i] = solution(i) / sum;
    return true;
  }

  // The combination of entry `k` with these weights.
  double combined(std::size_t k) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < kDifferences; ++i) sum += weights_[i] * iterates_[i + 1][k];
    return sum;
  }

 private:
  std::array<std::vector<double>, kDifferences + 1> iterates_;
  std::array<double, kDifferences> weights_ = {};
  std::size_t count_ = 0;
};

// The groups looked at for one penalty, and all their members.
struct WorkingSet {
  std::vector<std::size_t> groups;  // increasing
  Support features;
};

class NewtonModel {
  static constexpr std::int64_t kMostSweeps = 2000;

 public:
  // All must outlive it.
  NewtonModel(const LogisticRows& rows, const LatentGroups& groups, const ColumnStore& columns)
      : rows_(rows),
        groups_(groups),
        columns_(columns),
        slopes_(rows.size()),
        gradient_(rows.size()),
        curvatures_(rows.size()),
        is_active_(groups.size(), 0),
        row_change_(rows.size()) {}

  struct Outcome {
    double fall = 0.0;  // of the model with the penalty
    std::int64_t sweeps = 0;
  };

  // Moves v and the intercept to the minimizer of the model at the predictors z over the working
  // set, until a sweep gains no more than `accuracy`.
  Outcome minimize(std::span<const double> z, double lambda, const WorkingSet& working,
                   double accuracy, std::vector<double>& v, double& intercept) {
    lambda_ = lambda;
    start(z, working, v);
    Outcome outcome;
    do {
      double gained = 0.0;
      extrapolation_.restart();
      do {
        gained = sweep(v, intercept);
        gained += extrapolate(v, intercept);
        outcome.fall += gained;
        ++outcome.sweeps;
      } while (gained > accuracy && outcome.sweeps < kMostSweeps);
    } while (activate_violators(working) && outcome.sweeps < kMostSweeps);
    return outcome;
  }

 private:
  void start(std::span<const double> z, const WorkingSet& working, const std::vector<double>& v) {
    rows_.slopes(z, slopes_);
    gradient_ = slopes_;
    rows_.curvatures(z, curvatures_);
    curvature_sum_ = std::accumulate(curvatures_.begin(), curvatures_.end(), 0.0);
    for (const std::size_t group : active_) is_active_[group] = 0;
    active_.clear();
    for (const std::size_t group : working.groups) {
      const auto vector =
          std::span(v).subspan(groups_.offset(group), groups_.members(group).size());
      if (!is_zero(vector)) activate(group);
    }
    const NodeId feature_end = working.features.empty() ? 0 : working.features.back() + 1;
    correlations_.resize(std::max(correlations_.size(), static_cast<std::size_t>(feature_end)));
  }

  void activate(std::size_t group) {
    is_active_[group] = 1;
    active_.push_back(group);
    if (active_curvatures_.size() < active_.size()) active_curvatures_.emplace_back();
    active_curvatures_[active_.size() - 1].known = false;
  }

  bool activate_violators(const WorkingSet& working) {
    for (const NodeId feature : working.features) {
      correlations_[feature] = dot(columns_.column(feature), gradient_);
    }
    const std::size_t before = active_.size();
    for (const std::size_t group : working.groups) {
      if (is_active_[group] != 0) continue;
      double squares = 0.0;
      for (const NodeId feature : groups_.members(group)) {
        const double correlation = correlations_[feature];
        squares += correlation * correlation;
      }
      if (std::sqrt(squares) > lambda_ * groups_.weight(group)) activate(group);
    }
    return active_.size() > before;
  }

  double sweep(std::vector<double>& v, double& intercept) {
    double gained = rows_.has_intercept() ? move_intercept(intercept) : 0.0;
    for (std::size_t place = 0; place < active_.size(); ++place) {
      const std::size_t group = active_[place];
      gained += move_group(
          place, std::span(v).subspan(groups_.offset(group), groups_.members(group).size()));
    }
    return gained;
  }

  // Jumps ahead of the last sweeps where that makes the model smaller; returns by how much.
  // The gradient is affine in vectors and intercept, so that it is combined as they are; judged by
  // it, the scales of the features do not matter.
  double extrapolate(std::vector<double>& v, double& intercept) {
    remember(v, intercept);
    if (!extrapolation_.is_full()) return 0.0;
    double gained = 0.0;
    if (extrapolation_.find_weights(gradient_.size())) {
      const double before = value(v);
      former_v_ = v;
      former_gradient_ = gradient_;
      std::size_t k = 0;
      for (double& entry : gradient_) entry = extrapolation_.combined(k++);
      for (const std::size_t group : active_) {
        const std::size_t offset = groups_.offset(group);
        for (std::size_t i = 0; i < groups_.members(group).size(); ++i) {
          v[offset + i] = extrapolation_.combined(k++);
        }
      }
      const double trial_intercept = extrapolation_.combined(k);
      gained = before - value(v);
      if (gained > 0.0) {
        intercept = trial_intercept;
      } else {
        gained = 0.0;
        std::swap(v, former_v_);
        std::swap(gradient_, former_gradient_);
      }
    }
    extrapolation_.restart();
    return gained;
  }

  void remember(const std::vector<double>& v, double intercept) {
    std::vector<double>& iterate = extrapolation_.next();
    iterate.assign(gradient_.begin(), gradient_.end());
    for (const std::size_t group : active_) {
      const auto vector =
          std::span(v).subspan(groups_.offset(group), groups_.members(group).size());
      iterate.insert(iterate.end(), vector.begin(), vector.end());
    }
    iterate.push_back(intercept);
  }

  // With the model's gradient g = slopes + H change, the model itself is (g^2 - slopes^2) / 2H.
  double value(const std::vector<double>& v) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < gradient_.size(); ++i) {
      sum += 0.5 * (gradient_[i] - slopes_[i]) * (gradient_[i] + slopes_[i]) / curvatures_[i];
    }
    for (const std::size_t group : active_) {
      const auto vector =
          std::span(v).subspan(groups_.offset(group), groups_.members(group).size());
      sum += lambda_ * groups_.weight(group) * norm_of(vector);
    }
    return sum;
  }

  double move_intercept(double& intercept) {
    const double slope = std::accumulate(gradient_.begin(), gradient_.end(), 0.0);
    const double change = -slope / curvature_sum_;
    intercept += change;
    for (std::size_t i = 0; i < gradient_.size(); ++i) gradient_[i] += change * curvatures_[i];
    return 0.5 * change * change * curvature_sum_;
  }

  double move_group(std::size_t place, std::span<double> v) {
    const std::size_t group = active_[place];
    const auto members = groups_.members(group);
    const double kappa = lambda_ * groups_.weight(group);
    group_gradient_.resize(members.size());
    for (std::size_t k = 0; k < members.size(); ++k) {
      group_gradient_[k] = dot(columns_.column(members[k]), gradient_);
    }
    if (norm_of(group_gradient_) <= kappa && is_zero(v)) return 0.0;

    before_.assign(v.begin(), v.end());
    Curvature& curvature = active_curvatures_[place];
    double gained = 0.0;
    if (members.size() == 1) {
      if (!curvature.known) {
        curvature.alone = weighted_square(columns_.column(members[0]), curvatures_);
      }
      gained = step_alone(group_gradient_[0], curvature.alone, kappa, v[0]);
    } else {
      // Only now: many groups are looked at and stay zero.
      if (!curvature.known) curvature.joint.decompose(columns_, members, curvatures_);
      gained = curvature.joint.step(group_gradient_, kappa, v);
    }
    curvature.known = true;
    add_change(members, v);
    return gained;
  }

  void add_change(std::span<const NodeId> members, std::span<const double> v) {
    std::fill(row_change_.begin(), row_change_.end(), 0.0);
    for (std::size_t k = 0; k < members.size(); ++k) {
      const double change = v[k] - before_[k];
      if (change == 0.0) continue;
      const double* column = columns_.column(members[k]);
      for (std::size_t i = 0; i < row_change_.size(); ++i) row_change_[i] += change * column[i];
    }
    for (std::size_t i = 0; i < row_change_.size(); ++i) {
      gradient_[i] += curvatures_[i] * row_change_[i];
    }
  }

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
