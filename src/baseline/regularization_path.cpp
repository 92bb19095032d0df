#include "graphsparse/baseline/regularization_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "baseline/newton_model.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/data/standardized_matrix.hpp"

namespace graphsparse {
namespace {

constexpr double kModelAccuracy =
    0.1;  // of the gap times the relative gap, for the first Newton model
constexpr double kSufficientFall = 1e-4;  // of what the model promises
constexpr double kLeastStep = 1e-10;      // of the line search
// Falls below this share of the objective drown in its rounding; there the Newton model, whose
// falls are exact, is trusted instead of the line search.
constexpr double kRoundingOfObjective = 1e-13;
constexpr int kMostVainSteps = 20;  // of those

using baseline::ColumnStore;
using baseline::dot;
using baseline::LogisticRows;
using baseline::NewtonModel;
using baseline::norm_of;
using baseline::WorkingSet;

// One penalty after the other, each solution from the one before: which groups to look at, Newton
// steps on these, and the duality gap that says when it is enough.
class PathSolver {
 public:
  // All must outlive it. Throws InputError.
  PathSolver(const Problem& problem, const LatentGroups& groups, const PathOptions& options)
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
        correlations_(problem.features(), 0.0) {
    check_groups();
    bound_on_all(0.0);
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      lambda_max_ = std::max(lambda_max_, group_ratio(group));
    }
    last_lambda_ = lambda_max_;
  }

  double lambda_max() const { return lambda_max_; }

  // The solution for the next, smaller penalty.
  PathPoint advance(double lambda) {
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

  bool was_cancelled() const { return was_cancelled_; }

 private:
  struct Bound {
    double objective = 0.0;
    double gap = 0.0;  // absolute

    double relative() const { return gap / objective; }
  };

  // The strong rule of Tibshirani and others (2012): a group whose ratio is below 2 lambda minus
  // the last penalty stays zero as good as always. The bound over all groups finds the exceptions.
  void choose_working_set(double lambda) {
    const double least = 2.0 * lambda - last_lambda_;
    working_.groups.clear();
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      const auto vector =
          std::span(v_).subspan(groups_.offset(group), groups_.members(group).size());
      const bool is_wanted = group_ratio(group) >= least || norm_of(vector) > 0.0;
      in_working_set_[group] = is_wanted ? 1 : 0;
      if (is_wanted) working_.groups.push_back(group);
    }
    rebuild_working_features();
  }

  void rebuild_working_features() {
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

  bool add_violators(double lambda) {
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

  // |A_g'u| / d_g for the dual u: the dual norm is the largest of these.
  double group_ratio(std::size_t group) const {
    double squares = 0.0;
    for (const NodeId feature : groups_.members(group)) {
      const double correlation = correlations_[feature];
      squares += correlation * correlation;
    }
    return std::sqrt(squares) / groups_.weight(group);
  }

  Bound bound_on_working_set(double lambda) {
    rows_.make_dual(z_, dual_);
    for (const NodeId feature : working_.features) {
      correlations_[feature] = dot(columns_.column(feature), dual_);
    }
    double largest = 0.0;
    for (const std::size_t group : working_.groups) largest = std::max(largest, group_ratio(group));
    return make_bound(lambda, largest);
  }

  Bound bound_on_all(double lambda) {
    rows_.make_dual(z_, dual_);
    std::fill(correlations_.begin(), correlations_.end(), 0.0);
    problem_.design->add_transposed(rows_.rows(), dual_, correlations_);
    double largest = 0.0;
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      largest = std::max(largest, group_ratio(group));
    }
    return make_bound(lambda, largest);
  }

  // The dual point is scaled until it is feasible, so that its value is a bound wherever we are.
  Bound make_bound(double lambda, double largest_ratio) const {
    Bound bound;
    bound.objective = rows_.value(z_) + lambda * penalty(v_);
    const double scale = largest_ratio > lambda ? lambda / largest_ratio : 1.0;
    bound.gap = std::max(bound.objective - rows_.dual_value(dual_, scale), 0.0);
    return bound;
  }

  enum class StepKind {
    none,            // no step makes the objective smaller
    checked,         // it became smaller
    below_rounding,  // it became smaller by less than can be seen
  };
  StepKind newton_step(double lambda, double accuracy, PathPoint& point) {
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
        for (std::size_t k = 0; k < v_.size(); ++k)
          next_v_[k] = v_[k] + step * (full_v_[k] - v_[k]);
        for (std::size_t i = 0; i < z_.size(); ++i)
          next_z_[i] = z_[i] + step * (full_z_[i] - z_[i]);
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

  double penalty(const std::vector<double>& v) const {
    double sum = 0.0;
    for (const std::size_t group : working_.groups) {
      sum += groups_.weight(group) *
             norm_of(std::span(v).subspan(groups_.offset(group), groups_.members(group).size()));
    }
    return sum;
  }

  void compute_predictors(const std::vector<double>& v, double intercept,
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

  bool is_zero() const {
    return std::all_of(v_.begin(), v_.end(), [](double value) { return value == 0.0; });
  }

  void check_groups() const {
    if (groups_.size() == 0) throw InputError("there are no groups; at least one is needed");
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      const auto members = groups_.members(group);
      if (members.front() >= 0 && members.back() < problem_.features()) continue;
      throw InputError(fmt::format("group {} has feature {}, but the data has {} features", group,
                                   members.front() < 0 ? members.front() : members.back(),
                                   problem_.features()));
    }
  }

  void fill(PathPoint& point) const {
    point.x = Point(problem_.features());
    point.x.intercept = intercept_;
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      const auto members = groups_.members(group);
      const auto vector = std::span(v_).subspan(groups_.offset(group), members.size());
      if (norm_of(vector) == 0.0) continue;
      point.groups.push_back(group);
      for (std::size_t k = 0; k < members.size(); ++k) {
        point.x.w[members[k]] += vector[k];
      }
    }
    for (NodeId feature = 0; feature < problem_.features(); ++feature) {
      if (point.x.w[feature] != 0.0) point.x.support.push_back(feature);
    }
  }

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

}  // namespace

Support most_correlated_features(const Problem& problem, const Support& candidates,
                                 std::int64_t count) {
  if (count >= static_cast<std::int64_t>(candidates.size())) return candidates;
  const std::vector<RowIndex> rows = used_rows(problem);
  std::vector<double> target;
  double mean = 0.0;
  for (const RowIndex row : rows) {
    target.push_back(problem.target[row]);
    mean += target.back() / static_cast<double>(rows.size());
  }
  for (double& value : target) value -= mean;
  // With standardized columns a correlation is a product, up to a factor they all share.
  const StandardizedMatrix standardized(*problem.design,
                                        learn_standardization(*problem.design, rows));
  std::vector<double> products(problem.features(), 0.0);
  standardized.add_transposed(rows, target, products);
  const auto size_of = [&](NodeId feature) { return std::abs(products[feature]); };
  Support kept = candidates;
  std::stable_sort(kept.begin(), kept.end(),
                   [&](NodeId a, NodeId b) { return size_of(a) > size_of(b); });
  kept.resize(std::max<std::int64_t>(count, 0));
  std::sort(kept.begin(), kept.end());
  return kept;
}

namespace {

void check_options(const PathOptions& options) {
  if (!(options.tolerance > 0.0)) {
    throw InputError(fmt::format("the tolerance is {}; it must be above 0", options.tolerance));
  }
  if (options.max_iterations < 1) throw InputError("max_iterations must be at least 1");
  double last = INFINITY;
  for (const double lambda : options.lambdas) {
    if (!std::isfinite(lambda) || lambda <= 0.0) {
      throw InputError(fmt::format("lambda is {}; it must be a finite number above 0", lambda));
    }
    if (lambda > last) throw InputError("the penalties of a path must decrease");
    last = lambda;
  }
  if (!options.lambdas.empty()) return;
  if (options.count < 1) throw InputError("a path needs at least one penalty");
  if (!(options.lowest_ratio > 0.0) || options.lowest_ratio > 1.0) {
    throw InputError(
        fmt::format("lowest_ratio is {}; it must be above 0 and at most 1", options.lowest_ratio));
  }
}

}  // namespace

std::vector<double> geometric_lambdas(double high, double low, std::int64_t count) {
  std::vector<double> lambdas;
  for (std::int64_t k = 0; k < count; ++k) {
    const double share = count == 1 ? 0.0 : static_cast<double>(k) / static_cast<double>(count - 1);
    lambdas.push_back(high * std::pow(low / high, share));
  }
  return lambdas;
}

RegularizationPath follow_path(const Problem& problem, const LatentGroups& groups,
                               const PathOptions& options) {
  check_options(options);
  PathSolver solver(problem, groups, options);
  RegularizationPath path;
  path.lambda_max = solver.lambda_max();
  if (path.lambda_max <= 0.0 && options.lambdas.empty()) {
    throw InputError(
        "no feature of any group tells the classes apart: every penalty gives zero, so that there "
        "is no path");
  }
  const std::vector<double> lambdas =
      options.lambdas.empty()
          ? geometric_lambdas(path.lambda_max, options.lowest_ratio * path.lambda_max,
                              options.count)
          : options.lambdas;
  for (const double lambda : lambdas) {
    path.points.push_back(solver.advance(lambda));
    if (solver.was_cancelled()) break;
  }
  return path;
}

double largest_lambda(const Problem& problem, const LatentGroups& groups) {
  const PathOptions options;
  return PathSolver(problem, groups, options).lambda_max();
}

std::span<const BaselineRow> baseline_table() {
  static constexpr std::array<BaselineRow, 2> kTable = {{
      {"l1-logistic", "logistic regression with the lasso; convex, takes --lambda", "logistic",
       false},
      {"group-lasso", "the same with the latent group lasso; --feature-groups FILE or edges",
       "logistic", true},
  }};
  return kTable;
}

const BaselineRow* find_baseline(std::string_view name) {
  const auto table = baseline_table();
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const BaselineRow& row) { return row.name == name; });
  return found == table.end() ? nullptr : &*found;
}

}  // namespace graphsparse
