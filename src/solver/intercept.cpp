#include "solver/intercept.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace graphsparse {
namespace {

constexpr int kNewtonSteps = 50;
constexpr int kBracketSteps = 200;
constexpr double kTolerance = 1e-12;
// Far enough for any number a loss can be given, near enough for none to overflow on the way.
constexpr double kFarthest = 1e100;

bool is_small(double change, double intercept) {
  return std::abs(change) <= kTolerance * (1.0 + std::abs(intercept));
}

class InterceptSearch {
 public:
  InterceptSearch(Rows rows, BlockObjective& all, Point& point) : all_(all), point_(point) {
    all_.move_to(rows, point_);
  }

  // With a bound on the curvature no step goes astray. Returns whether it arrived.
  bool take_newton_steps(double curvature_bound) {
    for (int step = 0; step < kNewtonSteps; ++step) {
      look();
      const double curvature = std::max(curvature_, 0.1 * curvature_bound);
      if (!(curvature > 0.0) || !std::isfinite(slope_)) return true;
      const double change = slope_ / curvature;
      point_.intercept -= change;
      if (is_small(change, point_.intercept)) return true;
    }
    return false;
  }

  // Newton's steps between two points with slopes of different signs, else their middle. The slope
  // grows with the intercept; one that overflows counts as positive.
  void close_in() {
    if (!find_bracket()) return;
    for (int step = 0; step < kBracketSteps; ++step) {
      look();
      (slope_ > 0.0 || std::isnan(slope_) ? high_ : low_) = point_.intercept;
      double next = point_.intercept - slope_ / curvature_;
      if (!(next > low_ && next < high_)) next = 0.5 * (low_ + high_);
      const double change = next - point_.intercept;
      if (std::abs(slope_) <= flat_) return;
      point_.intercept = next;
      if (is_small(change, next)) return;
    }
  }

 private:
  void look() {
    all_.move_intercept(point_.intercept);
    const auto slopes = all_.derivatives();
    slope_ = std::accumulate(slopes.begin(), slopes.end(), 0.0);
    const auto curvatures = all_.second_derivatives();
    curvature_ = std::accumulate(curvatures.begin(), curvatures.end(), 0.0);
  }

  // Steps that double until the slope changes its sign or is gone, as it is far out where all
  // counts are 0. Where it never does there is no minimum, and the intercept stays.
  bool find_bracket() {
    const double from = point_.intercept;
    look();
    flat_ = std::isfinite(slope_) ? kTolerance * std::abs(slope_) : 0.0;
    const double sign = slope_ > 0.0 || std::isnan(slope_) ? -1.0 : 1.0;
    double last = from;
    for (double step = 1.0; step < kFarthest; step *= 2.0) {
      point_.intercept = from + sign * step;
      look();
      const bool is_beyond = sign > 0.0 ? !(slope_ < -flat_) : slope_ <= flat_;
      if (is_beyond) {
        low_ = std::min(last, point_.intercept);
        high_ = std::max(last, point_.intercept);
        return true;
      }
      last = point_.intercept;
    }
    point_.intercept = from;
    return false;
  }

  BlockObjective& all_;
  Point& point_;
  double slope_ = 0.0;
  double curvature_ = 0.0;
  double flat_ = 0.0;  // a slope of this or less is none
  double low_ = 0.0;
  double high_ = 0.0;
};

void search_intercept(const Problem& problem, Rows rows, BlockObjective& all, Point& point) {
  InterceptSearch search(rows, all, point);
  const LossTraits traits = problem.loss->traits();
  if (traits.curvature_bound) {
    const bool has_arrived = search.take_newton_steps(*traits.curvature_bound);
    // Labels of one class have no best intercept: far enough is good enough.
    if (has_arrived || traits.needs_penalty) return;
  }
  search.close_in();
}

}  // namespace

void fit_intercept(const Problem& problem, Rows rows, BlockObjective& all, Point& point) {
  search_intercept(problem, rows, all, point);
  all.move_intercept(point.intercept);
}

Point best_constant(const Problem& problem, Rows rows) {
  Point point(problem.features());
  if (!problem.intercept) return point;
  BlockObjective all(problem);
  fit_intercept(problem, rows, all, point);
  return point;
}

}  // namespace graphsparse
