#include "solver/final_point.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "graphsparse/objective/block_objective.hpp"
#include "graphsparse/solver/hooks.hpp"
#include "solver/intercept.hpp"
#include "solver/sampler.hpp"
#include "solver/support_fit.hpp"

namespace graphsparse {
namespace {

// Factors are exp(N(0, 1) * this).
constexpr double kSpread = 1.0;

}  // namespace

Point draw_restart_point(const Problem& problem, Rows rows, Structure& structure,
                         RandomStream& stream) {
  Point point = best_constant(problem, rows);
  BlockObjective all(problem);
  all.move_to(rows, point);
  std::vector<double> slopes(point.w.size(), 0.0);
  problem.design->add_transposed(rows, all.derivatives(), slopes);
  for (double& slope : slopes) slope *= std::exp(kSpread * stream.normal());
  point.support = structure.tail(slopes);
  Problem penalized = problem;
  penalized.l2 = std::max(problem.l2, smallest_penalty(problem, rows));
  SupportFit(penalized, std::vector<RowIndex>(rows.begin(), rows.end())).fit(point);
  return point;
}

namespace {

// Of the largest slope at the best model without features: a point with less is left as it is.
constexpr double kStationary = 1e-9;

class FinalPoint {
 public:
  FinalPoint(const Problem& problem, Rows rows, double found_penalty)
      : problem_(problem),
        rows_(rows),
        found_penalty_(found_penalty),
        all_(problem),
        constant_(best_constant(problem, rows)) {
    measure_slopes(constant_);
    slope_goal_ = kStationary * std::transform_reduce(
                                    gradient_.begin(), gradient_.end(), 0.0,
                                    [](double a, double b) { return std::max(a, b); },
                                    [](double slope) { return std::abs(slope); });
  }

  const Point& constant() const { return constant_; }

  double objective(const Point& point) {
    all_.move_to(rows_, point);
    return all_.value(point);
  }

  // Keeps the point where it is a minimum already, to the bit.
  void fit(Point& point) {
    if (largest_slope(point) <= slope_goal_) return;
    Point fitted = point;
    if (minimize(problem_, fitted) && is_no_worse(fitted, point)) {
      point = std::move(fitted);
      return;
    }
    // Without a minimum of its own the support has that of the penalty the run was led by.
    Problem penalized = problem_;
    penalized.l2 = found_penalty_;
    if (penalized.l2 > problem_.l2) minimize(penalized, point);
  }

 private:
  bool minimize(const Problem& problem, Point& point) const {
    SupportFit fit(problem, std::vector<RowIndex>(rows_.begin(), rows_.end()));
    return fit.minimize(point, slope_goal_);
  }

  bool is_no_worse(const Point& point, const Point& other) {
    const double limit = objective(other);
    return objective(point) <= limit + 1e-12 * std::abs(limit);
  }

  void measure_slopes(const Point& point) {
    all_.move_to(rows_, point);
    const auto slopes = all_.derivatives();
    gradient_.assign(point.w.size(), 0.0);
    problem_.design->add_transposed(rows_, slopes, gradient_);
  }

  double largest_slope(const Point& point) {
    all_.move_to(rows_, point);
    const auto slopes = all_.derivatives();
    std::vector<double> on_support(point.support.size());
    problem_.design->multiply_transposed(rows_, slopes, point.support, on_support);
    double largest =
        problem_.intercept ? std::abs(std::accumulate(slopes.begin(), slopes.end(), 0.0)) : 0.0;
    for (std::size_t i = 0; i < on_support.size(); ++i) {
      const double w = point.w[static_cast<std::size_t>(point.support[i])];
      largest = std::max(largest, std::abs(on_support[i] + problem_.penalty(point.support[i]) * w));
    }
    return largest;
  }

  const Problem& problem_;
  Rows rows_;
  double found_penalty_;
  BlockObjective all_;
  Point constant_;
  std::vector<double> gradient_;
  double slope_goal_ = 0.0;
};

// A start need not belong to the model.
Point cut_back(const Point& start, Structure& structure) {
  Point point(static_cast<NodeId>(start.w.size()));
  point.intercept = start.intercept;
  if (start.support.empty()) return point;
  point.support = structure.tail(start.w);
  for (const NodeId feature : point.support) {
    const auto j = static_cast<std::size_t>(feature);
    point.w[j] = start.w[j];
  }
  return point;
}

}  // namespace

Point fit_on_support(const Problem& problem, Rows rows, Point point) {
  FinalPoint(problem, rows, std::max(problem.l2, smallest_penalty(problem, rows))).fit(point);
  return point;
}

Point final_point(const Problem& problem, Rows rows, Structure& structure,
                  const SolverOptions& options, const Point* start, double found_penalty,
                  Point found) {
  const bool fits = ends_in_refit(options);
  const bool ends_there = returns_last_point(options);
  if (!fits && ends_there) return found;
  FinalPoint finish(problem, rows, found_penalty);
  if (fits) finish.fit(found);
  if (ends_there) return found;
  double least = finish.objective(found);
  const auto offer = [&](Point candidate) {
    const double objective = finish.objective(candidate);
    if (!(objective < least) && std::isfinite(least)) return;
    least = objective;
    found = std::move(candidate);
  };
  if (start != nullptr) {
    Point candidate = cut_back(*start, structure);
    offer(candidate);
    if (fits) {
      finish.fit(candidate);
      offer(std::move(candidate));
    }
  }
  offer(finish.constant());
  return found;
}

}  // namespace graphsparse
