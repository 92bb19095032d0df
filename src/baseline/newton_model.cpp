#include "baseline/newton_model.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace graphsparse::baseline {

// Minimizes |sum_k weight_k (x_k+1 - x_k)| under sum_k weight_k = 1.
bool Extrapolation::find_weights(std::size_t compared) {
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
  for (int i = 0; i < size; ++i) weights_[static_cast<std::size_t>(i)] = solution(i) / sum;
  return true;
}

double Extrapolation::combined(std::size_t k) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < kDifferences; ++i) sum += weights_[i] * iterates_[i + 1][k];
  return sum;
}

namespace {

constexpr std::int64_t kMostSweeps = 2000;

double norm_of(std::span<const double> values) {
  double squares = 0.0;
  for (const double value : values) squares += value * value;
  return std::sqrt(squares);
}

bool is_zero(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return value == 0.0; });
}

}  // namespace

NewtonModel::NewtonModel(const LogisticRows& rows, const LatentGroups& groups,
                         const ColumnStore& columns)
    : rows_(rows),
      groups_(groups),
      columns_(columns),
      slopes_(rows.size()),
      gradient_(rows.size()),
      curvatures_(rows.size()),
      is_active_(groups.size(), 0),
      row_change_(rows.size()) {}

NewtonModel::Outcome NewtonModel::minimize(std::span<const double> z, double lambda,
                                           const WorkingSet& working, double accuracy,
                                           std::vector<double>& v, double& intercept) {
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

void NewtonModel::start(std::span<const double> z, const WorkingSet& working,
                        const std::vector<double>& v) {
  rows_.slopes(z, slopes_);
  gradient_ = slopes_;
  rows_.curvatures(z, curvatures_);
  curvature_sum_ = std::accumulate(curvatures_.begin(), curvatures_.end(), 0.0);
  for (const std::size_t group : active_) is_active_[group] = 0;
  active_.clear();
  for (const std::size_t group : working.groups) {
    const auto vector = std::span(v).subspan(groups_.offset(group), groups_.members(group).size());
    if (!is_zero(vector)) activate(group);
  }
  const NodeId feature_end = working.features.empty() ? 0 : working.features.back() + 1;
  correlations_.resize(std::max(correlations_.size(), static_cast<std::size_t>(feature_end)));
}

void NewtonModel::activate(std::size_t group) {
  is_active_[group] = 1;
  active_.push_back(group);
  if (active_curvatures_.size() < active_.size()) active_curvatures_.emplace_back();
  active_curvatures_[active_.size() - 1].known = false;
}

bool NewtonModel::activate_violators(const WorkingSet& working) {
  for (const NodeId feature : working.features) {
    correlations_[static_cast<std::size_t>(feature)] = dot(columns_.column(feature), gradient_);
  }
  const std::size_t before = active_.size();
  for (const std::size_t group : working.groups) {
    if (is_active_[group] != 0) continue;
    double squares = 0.0;
    for (const NodeId feature : groups_.members(group)) {
      const double correlation = correlations_[static_cast<std::size_t>(feature)];
      squares += correlation * correlation;
    }
    if (std::sqrt(squares) > lambda_ * groups_.weight(group)) activate(group);
  }
  return active_.size() > before;
}

double NewtonModel::sweep(std::vector<double>& v, double& intercept) {
  double gained = rows_.has_intercept() ? move_intercept(intercept) : 0.0;
  for (std::size_t place = 0; place < active_.size(); ++place) {
    const std::size_t group = active_[place];
    gained += move_group(
        place, std::span(v).subspan(groups_.offset(group), groups_.members(group).size()));
  }
  return gained;
}

// With the model's gradient g = slopes + H change, the model itself is (g^2 - slopes^2) / 2H.
double NewtonModel::value(const std::vector<double>& v) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < gradient_.size(); ++i) {
    sum += 0.5 * (gradient_[i] - slopes_[i]) * (gradient_[i] + slopes_[i]) / curvatures_[i];
  }
  for (const std::size_t group : active_) {
    const auto vector = std::span(v).subspan(groups_.offset(group), groups_.members(group).size());
    sum += lambda_ * groups_.weight(group) * norm_of(vector);
  }
  return sum;
}

void NewtonModel::remember(const std::vector<double>& v, double intercept) {
  std::vector<double>& iterate = extrapolation_.next();
  iterate.assign(gradient_.begin(), gradient_.end());
  for (const std::size_t group : active_) {
    const auto vector = std::span(v).subspan(groups_.offset(group), groups_.members(group).size());
    iterate.insert(iterate.end(), vector.begin(), vector.end());
  }
  iterate.push_back(intercept);
}

// The gradient is affine in vectors and intercept, so that it is combined as they are; judged by
// it, the scales of the features do not matter.
double NewtonModel::extrapolate(std::vector<double>& v, double& intercept) {
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

double NewtonModel::move_intercept(double& intercept) {
  const double slope = std::accumulate(gradient_.begin(), gradient_.end(), 0.0);
  const double change = -slope / curvature_sum_;
  intercept += change;
  for (std::size_t i = 0; i < gradient_.size(); ++i) gradient_[i] += change * curvatures_[i];
  return 0.5 * change * change * curvature_sum_;
}

double NewtonModel::move_group(std::size_t place, std::span<double> v) {
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

void NewtonModel::add_change(std::span<const NodeId> members, std::span<const double> v) {
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

}  // namespace graphsparse::baseline
