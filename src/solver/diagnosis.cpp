#include "graphsparse/solver/diagnosis.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "graphsparse/core/random.hpp"
#include "graphsparse/objective/block_objective.hpp"

namespace graphsparse {
namespace {

constexpr int kPowerIterations = 500;
constexpr double kPowerTolerance = 1e-9;
// Distances below this share of the first are rounding.
constexpr double kNearlyThere = 1e-12;

// v -> (1/m) A_S' D A_S v + l2 v.
class SupportHessian {
 public:
  SupportHessian(const Problem& problem, std::span<const RowIndex> rows, const Point& at,
                 const Support& support)
      : rows_(rows.size()),
        width_(support.size()),
        l2_(problem.l2),
        columns_(rows.size() * support.size()),
        products_(rows.size()) {
    problem.design->gather(rows, support, columns_);
    BlockObjective objective(problem);
    objective.move_to(rows, at);
    const std::span<const double> curvatures = objective.second_derivatives();
    curvatures_.assign(curvatures.begin(), curvatures.end());
  }

  void apply(std::span<const double> v, std::span<double> out) {
    std::fill(products_.begin(), products_.end(), 0.0);
    for (std::size_t j = 0; j < width_; ++j) {
      const double* column = columns_.data() + j * rows_;
      for (std::size_t i = 0; i < rows_; ++i) products_[i] += v[j] * column[i];
    }
    for (std::size_t i = 0; i < rows_; ++i) products_[i] *= curvatures_[i];
    for (std::size_t j = 0; j < width_; ++j) {
      const double* column = columns_.data() + j * rows_;
      double sum = l2_ * v[j];
      for (std::size_t i = 0; i < rows_; ++i) sum += column[i] * products_[i];
      out[j] = sum;
    }
  }

  // The largest eigenvalue of H, or of shift - H where a shift is given.
  double largest_eigenvalue(double shift = 0.0) {
    RandomStream stream(0, "power iteration");
    std::vector<double> v(width_);
    std::vector<double> next(width_);
    for (double& entry : v) entry = stream.normal();
    normalize(v);
    double value = 0.0;
    for (int step = 0; step < kPowerIterations; ++step) {
      apply(v, next);
      if (shift > 0.0) {
        for (std::size_t j = 0; j < width_; ++j) next[j] = shift * v[j] - next[j];
      }
      const double last = value;
      value = normalize(next);
      std::swap(v, next);
      if (std::abs(value - last) <= kPowerTolerance * value) break;
    }
    return value;
  }

 private:
  static double normalize(std::vector<double>& v) {
    double squares = 0.0;
    for (const double entry : v) squares += entry * entry;
    const double norm = std::sqrt(squares);
    if (norm > 0.0) {
      for (double& entry : v) entry /= norm;
    }
    return norm;
  }

  std::size_t rows_;
  std::size_t width_;
  double l2_;
  std::vector<double> columns_;
  std::vector<double> curvatures_;  // second derivatives over the number of rows
  std::vector<double> products_;
};

double distance(const Point& a, const Point& b) {
  double squares = 0.0;
  for (std::size_t j = 0; j < a.w.size(); ++j) squares += (a.w[j] - b.w[j]) * (a.w[j] - b.w[j]);
  return std::sqrt(squares);
}

}  // namespace

RestrictedCurvature restricted_curvature(const Problem& problem, std::span<const RowIndex> rows,
                                         const Point& at, const Support& support) {
  if (support.empty() || rows.empty()) return {};
  SupportHessian hessian(problem, rows, at, support);
  RestrictedCurvature curvature;
  curvature.beta = hessian.largest_eigenvalue();
  curvature.alpha = std::max(0.0, curvature.beta - hessian.largest_eigenvalue(curvature.beta));
  return curvature;
}

double contraction_factor(const RestrictedCurvature& curvature, double eta, double c_head,
                          double c_tail) {
  const double alpha = curvature.alpha;
  const double beta = curvature.beta;
  if (!(beta > 0.0)) return std::numeric_limits<double>::infinity();
  const auto left_over = [&](double step) {
    return std::sqrt(std::max(0.0, alpha * beta * step * step - 2.0 * alpha * step + 1.0));
  };
  // Section 4: where alpha_0 is largest.
  const double gap = beta - c_head * c_head * alpha;
  const double tau =
      (1.0 + (gap > 0.0 ? c_head * std::sqrt(std::max(0.0, beta - alpha) / gap) : 1.0)) / beta;
  const double alpha_0 = std::clamp(c_head * alpha * tau - left_over(tau), 0.0, 1.0);
  return (1.0 + c_tail) * (left_over(eta) + std::sqrt(1.0 - alpha_0 * alpha_0));
}

double graph_iht_factor(double delta, double c_tail) {
  return (1.0 + c_tail) * (std::sqrt(delta) + 2.0 * std::sqrt(1.0 - delta)) * std::sqrt(delta);
}

double graph_sto_iht_factor(double delta, double c_tail) {
  return (1.0 + c_tail) *
         (std::sqrt(2.0 / (1.0 + delta)) + 2.0 * std::sqrt(2.0 * (1.0 - delta)) / (1.0 + delta)) *
         std::sqrt(delta);
}

double largest_delta(double (*factor)(double delta, double c_tail), double c_tail) {
  double low = 0.0;
  double high = 0.25;  // both factors grow up to there, and exceed 1
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2.0;
    (factor(middle, c_tail) < 1.0 ? low : high) = middle;
  }
  return low;
}

RunDiagnosis::RunDiagnosis(const Problem& problem, std::int64_t supports_at_most)
    : problem_(problem), most_(static_cast<std::size_t>(supports_at_most)) {}

Observer RunDiagnosis::observer(Observer next) {
  return [this, next = std::move(next)](const Progress& progress) {
    if (progress.epoch_ended) {
      if (visited_.size() == most_) visited_.erase(visited_.begin());
      visited_.push_back(progress.point);
    }
    return next ? next(progress) : CallbackResult::proceed;
  };
}

Diagnosis RunDiagnosis::diagnose(const Point& end) const {
  const std::vector<RowIndex> rows = used_rows(problem_);
  Diagnosis diagnosis;
  diagnosis.curvature = restricted_curvature(problem_, rows, end, end.support);
  diagnosis.supports = 1;
  std::vector<Support> seen = {end.support};
  double first = 0.0;
  double last = 0.0;
  int shrinkings = 0;
  for (const Point& point : visited_) {
    const double left = distance(point, end);
    if (first == 0.0) {
      first = left;
      last = left;
    } else if (left > kNearlyThere * first) {
      last = left;
      ++shrinkings;
    }
    // Differences of the point and its goal live on both supports together.
    Support both;
    std::set_union(point.support.begin(), point.support.end(), end.support.begin(),
                   end.support.end(), std::back_inserter(both));
    if (std::find(seen.begin(), seen.end(), both) != seen.end()) continue;
    const RestrictedCurvature here = restricted_curvature(problem_, rows, point, both);
    diagnosis.curvature.alpha = std::min(diagnosis.curvature.alpha, here.alpha);
    diagnosis.curvature.beta = std::max(diagnosis.curvature.beta, here.beta);
    seen.push_back(std::move(both));
    ++diagnosis.supports;
  }
  diagnosis.kappa =
      contraction_factor(diagnosis.curvature, 1.0 / diagnosis.curvature.beta, 1.0, 1.0);
  if (shrinkings > 0 && first > 0.0) {
    diagnosis.observed_rate = std::pow(last / first, 1.0 / static_cast<double>(shrinkings));
  }
  return diagnosis;
}

}  // namespace graphsparse
