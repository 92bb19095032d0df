#include "graphsparse/solver/diagnosis.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include "graphsparse/core/random.hpp"
#include "graphsparse/objective/block_objective.hpp"
#include "solver/gradient.hpp"
#include "solver/sampler.hpp"

namespace graphsparse {
namespace {

constexpr int kPowerIterations = 500;
constexpr double kPowerTolerance = 1e-9;
// With which corollary 2 may fail.
constexpr double kFailureProbability = 0.05;
// Features in a support of M + M_T + M_H over those of one in M: s, s, and 2 s of a head.
constexpr std::int64_t kSumOfModels = 4;
// Distances below this share of the first are rounding.
constexpr double kNearlyThere = 1e-12;

double normalize(std::vector<double>& v) {
  double squares = 0.0;
  for (const double entry : v) squares += entry * entry;
  const double norm = std::sqrt(squares);
  if (norm > 0.0) {
    for (double& entry : v) entry /= norm;
  }
  return norm;
}

// The largest eigenvalue of a symmetric operator H, or of shift - H where a shift is given.
template <class Operator>
double largest_eigenvalue(Operator& operation, double shift = 0.0) {
  RandomStream stream(0, "power iteration");
  std::vector<double> v(operation.width());
  std::vector<double> next(operation.width());
  for (double& entry : v) entry = stream.normal();
  normalize(v);
  double value = 0.0;
  for (int step = 0; step < kPowerIterations; ++step) {
    operation.apply(v, next);
    if (shift > 0.0) {
      for (std::size_t j = 0; j < v.size(); ++j) next[j] = shift * v[j] - next[j];
    }
    const double last = value;
    value = normalize(next);
    std::swap(v, next);
    if (std::abs(value - last) <= kPowerTolerance * value) break;
  }
  return value;
}

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

  std::size_t width() const { return width_; }

 private:
  std::size_t rows_;
  std::size_t width_;
  double l2_;
  std::vector<double> columns_;
  std::vector<double> curvatures_;  // second derivatives over the number of rows
  std::vector<double> products_;
};

// The mean over rows of a a' with every row scaled to norm 1, as v -> mean; v has all features.
class ScaledRows {
 public:
  ScaledRows(const Problem& problem, std::span<const RowIndex> rows)
      : problem_(problem),
        rows_(rows),
        scale_(squared_row_norms(*problem.design, rows)),
        features_(static_cast<std::size_t>(problem.features())),
        products_(rows.size()) {
    std::iota(features_.begin(), features_.end(), NodeId{0});
    for (double& norm : scale_) norm = norm > 0.0 ? 1.0 / norm : 0.0;
  }

  void apply(std::span<const double> v, std::span<double> out) {
    problem_.design->multiply(rows_, {features_, v}, products_);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      products_[i] *= scale_[i] / static_cast<double>(rows_.size());
    }
    std::fill(out.begin(), out.end(), 0.0);
    problem_.design->add_transposed(rows_, products_, out);
  }

  std::size_t width() const { return features_.size(); }

 private:
  const Problem& problem_;
  Rows rows_;
  std::vector<double> scale_;  // one over the squared norms
  std::vector<NodeId> features_;
  std::vector<double> products_;
};

// The norm of its `count` largest entries.
double largest_norm(std::vector<double>& values, std::size_t count) {
  count = std::min(count, values.size());
  for (double& value : values) value *= value;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count),
                   values.end(), std::greater<>());
  return std::sqrt(
      std::accumulate(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count), 0.0));
}

std::int64_t block_count(std::span<const RowIndex> rows, std::int64_t block_size) {
  const auto size = static_cast<std::int64_t>(rows.size());
  return block_size <= 0 ? 1 : (size + block_size - 1) / block_size;
}

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
  curvature.beta = largest_eigenvalue(hessian);
  curvature.alpha = std::max(0.0, curvature.beta - largest_eigenvalue(hessian, curvature.beta));
  return curvature;
}

double restricted_smoothness(const Problem& problem, std::span<const RowIndex> rows,
                             const Point& at, const Support& support) {
  if (support.empty() || rows.empty()) return 0.0;
  SupportHessian hessian(problem, rows, at, support);
  return largest_eigenvalue(hessian);
}

Contraction contraction(const RestrictedCurvature& curvature, double eta, double c_head,
                        double c_tail) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double alpha = curvature.alpha;
  const double beta = curvature.beta;
  Contraction result{.kappa = infinity, .error_weight = infinity};
  if (!(beta > 0.0)) return result;
  const auto left_over = [&](double step) {
    return std::sqrt(std::max(0.0, alpha * beta * step * step - 2.0 * alpha * step + 1.0));
  };
  // Section 4: where alpha_0 is largest.
  const double gap = beta - c_head * c_head * alpha;
  result.tau =
      (1.0 + (gap > 0.0 ? c_head * std::sqrt(std::max(0.0, beta - alpha) / gap) : 1.0)) / beta;
  result.alpha_0 = std::clamp(c_head * alpha * result.tau - left_over(result.tau), 0.0, 1.0);
  result.beta_0 = (1.0 + c_head) * result.tau;
  const double missed = std::sqrt(1.0 - result.alpha_0 * result.alpha_0);
  result.kappa = (1.0 + c_tail) * (left_over(eta) + missed);
  if (result.alpha_0 > 0.0 && missed > 0.0) {
    result.error_weight =
        result.beta_0 / result.alpha_0 + result.alpha_0 * result.beta_0 / missed + eta;
  }
  return result;
}

double contraction_factor(const RestrictedCurvature& curvature, double eta, double c_head,
                          double c_tail) {
  return contraction(curvature, eta, c_head, c_tail).kappa;
}

double block_gradient_norm(const Problem& problem, std::span<const RowIndex> rows, const Point& at,
                           std::int64_t block_size, std::int64_t features) {
  if (rows.empty() || features <= 0) return 0.0;
  const std::int64_t blocks = block_count(rows, block_size);
  BlockObjective objective(problem);
  double sum = 0.0;
  for (std::int64_t index = 0; index < blocks; ++index) {
    const Rows block = cut_block(rows, blocks, index);
    objective.move_to(block, at);
    Gradient gradient{std::vector<double>(static_cast<std::size_t>(problem.features()), 0.0)};
    problem.design->add_transposed(block, objective.derivatives(), gradient.w);
    gradient.add_penalty(problem, at);
    sum += largest_norm(gradient.w, static_cast<std::size_t>(features));
  }
  return sum / static_cast<double>(blocks);
}

bool ClassCondition::holds() const { return mu >= kSufficientMu; }

std::optional<ClassCondition> class_condition(const Problem& problem,
                                              std::span<const RowIndex> rows,
                                              std::int64_t block_size) {
  const LossTraits traits = problem.loss->traits();
  if (traits.response != Response::classes || !traits.curvature_bound || rows.empty()) {
    return std::nullopt;
  }
  const auto count = static_cast<double>(rows.size());
  const double block = count / static_cast<double>(block_count(rows, block_size));
  ScaledRows scaled(problem, rows);
  ClassCondition condition;
  condition.theta_max = block * largest_eigenvalue(scaled);
  if (!(condition.theta_max > 0.0)) return std::nullopt;
  const auto features = static_cast<double>(problem.features());
  condition.nu =
      std::max(1.0, 4.0 * std::log(features / kFailureProbability) / condition.theta_max);
  const double smoothness =
      *traits.curvature_bound * (1.0 + condition.nu) * condition.theta_max / block;
  condition.mu = problem.l2 / (problem.l2 + smoothness);
  condition.least_l2 = smoothness * kSufficientMu / (1.0 - kSufficientMu);
  return condition;
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

// Assumption 3 asks for alpha of the objective and for beta of every block.
RestrictedCurvature RunDiagnosis::curvature_of(std::span<const RowIndex> rows,
                                               std::int64_t block_size, const Point& at,
                                               const Support& support) const {
  RestrictedCurvature curvature = restricted_curvature(problem_, rows, at, support);
  const std::int64_t blocks = block_count(rows, block_size);
  for (std::int64_t index = 0; blocks > 1 && index < blocks; ++index) {
    const Rows block = cut_block(rows, blocks, index);
    curvature.beta = std::max(curvature.beta, restricted_smoothness(problem_, block, at, support));
  }
  return curvature;
}

Diagnosis RunDiagnosis::diagnose(const Point& end, std::int64_t block_size,
                                 std::int64_t sparsity) const {
  const std::vector<RowIndex> rows = used_rows(problem_);
  Diagnosis diagnosis;
  diagnosis.curvature = curvature_of(rows, block_size, end, end.support);
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
    const RestrictedCurvature here = curvature_of(rows, block_size, point, both);
    diagnosis.curvature.alpha = std::min(diagnosis.curvature.alpha, here.alpha);
    diagnosis.curvature.beta = std::max(diagnosis.curvature.beta, here.beta);
    seen.push_back(std::move(both));
    ++diagnosis.supports;
  }
  const Contraction promised =
      contraction(diagnosis.curvature, 1.0 / diagnosis.curvature.beta, 1.0, 1.0);
  diagnosis.kappa = promised.kappa;
  const std::int64_t size = std::max<std::int64_t>(sparsity, std::ssize(end.support));
  diagnosis.gradient_norm =
      block_gradient_norm(problem_, rows, end, block_size, kSumOfModels * size);
  diagnosis.sigma_2 = promised.error_weight * diagnosis.gradient_norm;
  if (diagnosis.kappa < 1.0) diagnosis.error_term = diagnosis.sigma_2 / (1.0 - diagnosis.kappa);
  diagnosis.classes = class_condition(problem_, rows, block_size);
  if (shrinkings > 0 && first > 0.0) {
    diagnosis.observed_rate = std::pow(last / first, 1.0 / static_cast<double>(shrinkings));
  }
  return diagnosis;
}

}  // namespace graphsparse
