#include "baseline/path_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "graphsparse/core/error.hpp"

namespace graphsparse::baseline {
namespace {

constexpr double kModelAccuracy =
    0.1;  // of the gap times the relative gap, for the first Newton model
constexpr double kSufficientFall = 1e-4;  // of what the model promises
constexpr double kLeastStep = 1e-10;      // of the line search
// Falls below this share of the objective drown in its rounding; there the Newton model, whose
// falls are exact, is trusted instead of the line search.
constexpr double kRoundingOfObjective = 1e-13;
constexpr int kMostVainSteps = 20;  // of those

double norm_of(std::span<const double> values) {
  double squares = 0.0;
  for (const double value : values) squares += value * value;
  return std::sqrt(squares);
}

}  // namespace

PathSolver::PathSolver(const Problem& problem, const LatentGroups& groups,
                       const PathOptions& options)
    : problem_(problem),
      groups_(groups),
      options_(options),
      rows_(problem),
      columns_(*problem.design, rows_.rows()),
      model_(rows_, groups, columns_),
      v_(groups.variable_count(), 0.0),
      intercept_(rows_.null_intercept()),
      z_(rows_.size(), intercept_),
      in_working_set_(groups.size(), 0),
      dual_(rows_.size()),
      correlations_(static_cast<std::size_t>(problem.features()), 0.0) {
  check_groups();
  bound_on_all(0.0);
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    lambda_max_ = std::max(lambda_max_, group_ratio(group));
  }
  last_lambda_ = lambda_max_;
}

void PathSolver::check_groups() const {
  if (groups_.size() == 0) throw InputError("there are no groups; at least one is needed");
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    const auto members = groups_.members(group);
    if (members.front() >= 0 && members.back() < problem_.features()) continue;
    throw InputError(fmt::format("group {} has feature {}, but the data has {} features", group,
                                 members.front() < 0 ? members.front() : members.back(),
                                 problem_.features()));
  }
}

// |A_g'u| / d_g for the dual u: the dual norm is the largest of these.
double PathSolver::group_ratio(std::size_t group) const {
  double squares = 0.0;
  for (const NodeId feature : groups_.members(group)) {
    const double correlation = correlations_[static_cast<std::size_t>(feature)];
    squares += correlation * correlation;
  }
  return std::sqrt(squares) / groups_.weight(group);
}

// The strong rule of Tibshirani and others (2012): a group whose ratio is below 2 lambda minus the
// last penalty stays zero as good as always. The bound over all groups finds the exceptions.
void PathSolver::choose_working_set(double lambda) {
  const double least = 2.0 * lambda - last_lambda_;
  working_.groups.clear();
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    const auto vector = std::span(v_).subspan(groups_.offset(group), groups_.members(group).size());
    const bool is_wanted = group_ratio(group) >= least || norm_of(vector) > 0.0;
    in_working_set_[group] = is_wanted ? 1 : 0;
    if (is_wanted) working_.groups.push_back(group);
  }
  rebuild_working_features();
}

void PathSolver::rebuild_working_features() {
  Support& features = working_.features;
  features.clear();
  for (const std::size_t group : working_.groups) {
    const auto members = groups_.members(group);
    features.insert(features.end(), members.begin(), members.end());
  }
  std::sort(features.begin(), features.end());
  features.erase(std::unique(features.begin(), features.end()), features.end());
  columns_.fetch(features);
}

bool PathSolver::add_violators(double lambda) {
  const std::size_t before = working_.groups.size();
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    if (in_working_set_[group] != 0 || group_ratio(group) <= lambda) continue;
    in_working_set_[group] = 1;
    working_.groups.push_back(group);
  }
  if (working_.groups.size() == before) return false;
  std::sort(working_.groups.begin(), working_.groups.end());
  rebuild_working_features();
  return true;
}

// The dual point is scaled until it is feasible, so that its value is a bound wherever we are.
PathSolver::Bound PathSolver::make_bound(double lambda, double largest_ratio) const {
  Bound bound;
  bound.objective = rows_.value(z_) + lambda * penalty(v_);
  const double scale = largest_ratio > lambda ? lambda / largest_ratio : 1.0;
  bound.gap = std::max(bound.objective - rows_.dual_value(dual_, scale), 0.0);
  return bound;
}

PathSolver::Bound PathSolver::bound_on_working_set(double lambda) {
  rows_.make_dual(z_, dual_);
  for (const NodeId feature : working_.features) {
    correlations_[static_cast<std::size_t>(feature)] = dot(columns_.column(feature), dual_);
  }
  double largest = 0.0;
  for (const std::size_t group : working_.groups) largest = std::max(largest, group_ratio(group));
  return make_bound(lambda, largest);
}

PathSolver::Bound PathSolver::bound_on_all(double lambda) {
  rows_.make_dual(z_, dual_);
  std::fill(correlations_.begin(), correlations_.end(), 0.0);
  problem_.design->add_transposed(rows_.rows(), dual_, correlations_);
  double largest = 0.0;
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    largest = std::max(largest, group_ratio(group));
  }
  return make_bound(lambda, largest);
}

double PathSolver::penalty(const std::vector<double>& v) const {
  double sum = 0.0;
  for (const std::size_t group : working_.groups) {
    sum += groups_.weight(group) *
           norm_of(std::span(v).subspan(groups_.offset(group), groups_.members(group).size()));
  }
  return sum;
}

void PathSolver::compute_predictors(const std::vector<double>& v, double intercept,
                                    std::vector<double>& z) const {
  z.assign(rows_.size(), intercept);
  for (const std::size_t group : working_.groups) {
    const auto members = groups_.members(group);
    for (std::size_t k = 0; k < members.size(); ++k) {
      const double coefficient = v[groups_.offset(group) + k];
      if (coefficient == 0.0) continue;
      const double* column = columns_.column(members[k]);
      for (std::size_t i = 0; i < z.size(); ++i) z[i] += coefficient * column[i];
    }
  }
}

bool PathSolver::is_zero() const {
  return std::all_of(v_.begin(), v_.end(), [](double value) { return value == 0.0; });
}

PathPoint PathSolver::advance(double lambda) {
  PathPoint point;
  point.lambda = lambda;
  choose_working_set(lambda);
  double accuracy = kModelAccuracy;
  int vain_steps = 0;
  Bound bound = bound_on_working_set(lambda);
  while (point.iterations < options_.max_iterations) {
    was_cancelled_ = options_.cancelled && options_.cancelled();
    if (was_cancelled_) break;
    // Near lambda_max the gap of zero is within any tolerance, but zero is not the solution.
    const bool must_move = lambda < lambda_max_ && is_zero();
    if (bound.relative() <= options_.tolerance && !must_move) {
      bound = bound_on_all(lambda);
      if (bound.relative() <= options_.tolerance) break;
      add_violators(lambda);
    }
    const double last_gap = bound.gap;
    const StepKind step = newton_step(lambda, accuracy * last_gap * bound.relative(), point);
    bound = bound_on_working_set(lambda);
    if (step == StepKind::none) break;
    if (bound.gap <= 0.5 * last_gap) continue;
    accuracy *= 0.1;
    if (step == StepKind::below_rounding && ++vain_steps == kMostVainSteps) break;
  }
  bound = bound_on_all(lambda);  // the strong rule of the next penalty needs all correlations
  last_lambda_ = lambda;
  point.objective = bound.objective;
  point.gap = bound.relative();
  point.converged = point.gap <= options_.tolerance;
  fill(point);
  return point;
}

PathSolver::StepKind PathSolver::newton_step(double lambda, double accuracy, PathPoint& point) {
  const double objective = rows_.value(z_) + lambda * penalty(v_);
  full_v_ = v_;
  double full_intercept = intercept_;
  const NewtonModel::Outcome outcome =
      model_.minimize(z_, lambda, working_, accuracy, full_v_, full_intercept);
  ++point.iterations;
  point.sweeps += outcome.sweeps;
  compute_predictors(full_v_, full_intercept, full_z_);
  if (outcome.fall <= kRoundingOfObjective * objective) {
    std::swap(v_, full_v_);
    std::swap(z_, full_z_);
    intercept_ = full_intercept;
    return StepKind::below_rounding;
  }

  for (double step = 1.0; step >= kLeastStep; step *= 0.5) {
    if (step == 1.0) {
      next_v_ = full_v_;
      next_z_ = full_z_;
    } else {
      for (std::size_t k = 0; k < v_.size(); ++k) next_v_[k] = v_[k] + step * (full_v_[k] - v_[k]);
      for (std::size_t i = 0; i < z_.size(); ++i) next_z_[i] = z_[i] + step * (full_z_[i] - z_[i]);
    }
    const double next = rows_.value(next_z_) + lambda * penalty(next_v_);
    if (next > objective - kSufficientFall * step * outcome.fall) continue;
    std::swap(v_, next_v_);
    std::swap(z_, next_z_);
    intercept_ += step * (full_intercept - intercept_);
    return StepKind::checked;
  }
  return StepKind::none;
}

void PathSolver::fill(PathPoint& point) const {
  point.x = Point(problem_.features());
  point.x.intercept = intercept_;
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    const auto members = groups_.members(group);
    const auto vector = std::span(v_).subspan(groups_.offset(group), members.size());
    if (norm_of(vector) == 0.0) continue;
    point.groups.push_back(group);
    for (std::size_t k = 0; k < members.size(); ++k) {
      point.x.w[static_cast<std::size_t>(members[k])] += vector[k];
    }
  }
  for (NodeId feature = 0; feature < problem_.features(); ++feature) {
    if (point.x.w[static_cast<std::size_t>(feature)] != 0.0) point.x.support.push_back(feature);
  }
}

}  // namespace graphsparse::baseline
