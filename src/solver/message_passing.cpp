#include "solver/message_passing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "graphsparse/objective/block_objective.hpp"
#include "solver/intercept.hpp"
#include "solver/loops.hpp"
#include "solver/support_fit.hpp"

namespace graphsparse {
namespace {

constexpr double kLeastPrior = 1e-6;
constexpr double kLargestLogOdds = 50.0;
// Of the mean squared residual of the best constant: the noise that is there at first and at least.
constexpr double kFirstNoise = 0.1;
constexpr double kLeastNoise = 1e-10;
// How far the intercept moves towards its best value.
constexpr double kInterceptShare = 0.5;

}  // namespace

MessagePassing::MessagePassing(const Problem& problem, Rows rows, const Structure& structure)
    : problem_(problem),
      rows_(rows),
      structure_(structure),
      count_(static_cast<double>(rows.size())),
      has_dispersion_(problem.loss->traits().response == Response::numbers),
      features_(static_cast<std::size_t>(problem.features())) {
  for (const RowIndex row : rows) {
    target_.push_back(problem.target[static_cast<std::size_t>(row)]);
    if (!problem.weights.empty()) weights_.push_back(problem.weight(row));
  }
  std::iota(features_.begin(), features_.end(), NodeId{0});
  const std::size_t p = features_.size();
  for (std::vector<double>* const vector : {&mean_, &variance_, &probability_, &prior_, &sums_}) {
    vector->resize(p);
  }
  const std::size_t m = rows.size();
  for (std::vector<double>* const vector : {&predictor_, &slope_, &curvature_, &message_}) {
    vector->resize(m);
  }
  measure_columns();
}

void MessagePassing::measure_columns() {
  center_.assign(features_.size(), 0.0);
  squares_.assign(features_.size(), 0.0);
  std::vector<double> sums(features_.size(), 0.0);
  problem_.design->add_moments(rows_, center_, sums, squares_);
  if (problem_.intercept) {
    for (std::size_t j = 0; j < sums.size(); ++j) center_[j] = sums[j] / count_;
    std::fill(sums.begin(), sums.end(), 0.0);
    std::fill(squares_.begin(), squares_.end(), 0.0);
    problem_.design->add_moments(rows_, center_, sums, squares_);
  }
  for (double& square : squares_) square /= count_;
}

void MessagePassing::begin(const Point* start, double damping) {
  damping_ = damping;
  is_first_ = true;
  change_ = 1.0;
  begin_at_constant();
  const double sparsity =
      std::min(static_cast<double>(structure_.sparsity()), static_cast<double>(features_.size()));
  const double share = sparsity / static_cast<double>(features_.size());
  std::fill(prior_.begin(), prior_.end(), share);
  std::fill(probability_.begin(), probability_.end(), share);
  std::fill(mean_.begin(), mean_.end(), 0.0);
  std::fill(variance_.begin(), variance_.end(), share * tau_);
  if (start != nullptr) mean_ = start->w;
  std::fill(message_.begin(), message_.end(), 0.0);
}

// The sizes of noise and coefficients that the residuals of the best constant tell.
void MessagePassing::begin_at_constant() {
  intercept_ = best_constant(problem_, rows_).intercept;
  std::fill(predictor_.begin(), predictor_.end(), intercept_);
  problem_.loss->derivatives(predictor_, target_, weights_, slope_);
  problem_.loss->second_derivatives(predictor_, target_, weights_, curvature_);
  double residuals = 0.0;
  for (std::size_t k = 0; k < slope_.size(); ++k) {
    if (curvature_[k] > 0.0) residuals += slope_[k] * slope_[k] / (curvature_[k] * curvature_[k]);
  }
  residuals /= count_;
  const double columns =
      std::accumulate(squares_.begin(), squares_.end(), 0.0) / static_cast<double>(squares_.size());
  tau_ = residuals / (static_cast<double>(structure_.sparsity()) * columns);
  smallest_dispersion_ = kLeastNoise * residuals;
  dispersion_ = has_dispersion_ ? kFirstNoise * residuals : 1.0;
}

void MessagePassing::iterate() {
  predict();
  weigh_rows();
  update_features();
  if (has_dispersion_) update_dispersion();
  spread_prior();
  is_first_ = false;
}

// Each row's predictor without what its own message told the features.
void MessagePassing::predict() {
  const double damping = is_first_ ? 0.0 : damping_;
  const double variance =
      std::transform_reduce(squares_.begin(), squares_.end(), variance_.begin(), 0.0);
  predictor_variance_ = damping * predictor_variance_ + (1.0 - damping) * variance;
  problem_.design->multiply(rows_, {features_, mean_}, slope_);
  const double shift =
      intercept_ - std::transform_reduce(center_.begin(), center_.end(), mean_.begin(), 0.0);
  for (std::size_t k = 0; k < predictor_.size(); ++k) {
    const double predictor = slope_[k] + shift - variance * message_[k];
    predictor_[k] = damping * predictor_[k] + (1.0 - damping) * predictor;
  }
}

void MessagePassing::weigh_rows() {
  problem_.loss->derivatives(predictor_, target_, weights_, slope_);
  problem_.loss->second_derivatives(predictor_, target_, weights_, curvature_);
  double precisions = 0.0;
  double messages = 0.0;
  for (std::size_t k = 0; k < slope_.size(); ++k) {
    const double scale = dispersion_ + curvature_[k] * predictor_variance_;
    message_[k] = -slope_[k] / scale;
    precisions += curvature_[k] / scale;
    messages += message_[k];
  }
  precision_ = precisions / count_;
  if (problem_.intercept && precisions > 0.0) {
    intercept_ += kInterceptShare * messages / precisions;
  }
}

void MessagePassing::update_features() {
  std::fill(sums_.begin(), sums_.end(), 0.0);
  problem_.design->add_transposed(rows_, message_, sums_);
  const double messages = std::accumulate(message_.begin(), message_.end(), 0.0);
  double moved = 0.0;
  double size = 0.0;
  double energy = 0.0;
  double selected = 0.0;
  for (std::size_t j = 0; j < mean_.size(); ++j) {
    const double information = count_ * squares_[j] * precision_;
    if (!(information > 0.0)) {  // a constant column
      mean_[j] = variance_[j] = probability_[j] = 0.0;
      continue;
    }
    const double noise = 1.0 / information;
    const double seen = mean_[j] + noise * (sums_[j] - center_[j] * messages);
    const double both = noise + tau_;
    const double prior = std::clamp(prior_[j], kLeastPrior, 1.0 - kLeastPrior);
    const double odds = 0.5 * std::log(noise / both) +
                        0.5 * seen * seen * (1.0 / noise - 1.0 / both) +
                        std::log(prior / (1.0 - prior));
    const double probability =
        1.0 / (1.0 + std::exp(-std::clamp(odds, -kLargestLogOdds, kLargestLogOdds)));
    const double shrunk = seen * tau_ / both;
    const double square = shrunk * shrunk + noise * tau_ / both;
    const double mean = probability * shrunk;
    moved += (mean - mean_[j]) * (mean - mean_[j]) * squares_[j];
    size += mean * mean * squares_[j];
    energy += probability * square;
    selected += probability;
    mean_[j] = mean;
    variance_[j] = probability * square - mean * mean;
    probability_[j] = probability;
  }
  if (selected > 0.0 && energy > 0.0) tau_ = energy / selected;
  change_ = size > 0.0 ? std::sqrt(moved / size) : std::sqrt(moved);
}

// Expectation maximization. A row without a curvature says nothing about the noise.
void MessagePassing::update_dispersion() {
  double sum = 0.0;
  for (std::size_t k = 0; k < slope_.size(); ++k) {
    if (!(curvature_[k] > 0.0)) continue;
    const double share = dispersion_ / (dispersion_ + curvature_[k] * predictor_variance_);
    sum += slope_[k] * slope_[k] / curvature_[k] * share * share +
           curvature_[k] * predictor_variance_ * share;
  }
  dispersion_ = std::max(sum / count_, smallest_dispersion_);
}

void MessagePassing::spread_prior() { structure_.spread(probability_, prior_); }

}  // namespace graphsparse

// Message passing as a solver: every few iterations the supports that the messages speak for are
// fitted, and the best fit is what a run returns.

namespace graphsparse {
namespace {

constexpr int kIterationsPerEpoch = 10;
constexpr double kSettled = 1e-6;
// Messages that do not settle, as on designs far from random ones, are passed again with more
// damping.
constexpr std::array kDamping = {0.5, 0.8, 0.95};
constexpr std::int64_t kEpochsPerTry = 20;

class MessageLoop {
 public:
  MessageLoop(const Problem& problem, Structure& structure, const std::vector<RowIndex>& rows)
      : problem_(problem),
        structure_(structure),
        rows_(rows),
        messages_(problem, rows, structure),
        all_(problem),
        fit_(problem, rows) {}

  void begin(const Point* start, double damping) { messages_.begin(start, damping); }
  const MessagePassing& messages() const { return messages_; }

  void pass() { messages_.iterate(); }
  bool is_finite() const { return std::isfinite(messages_.change()); }

  // The better one of the fits on what is most probable and on what is largest.
  void propose(Point& point) {
    roots_.clear();
    for (const double probability : messages_.probability()) {
      roots_.push_back(std::sqrt(probability));
    }
    fit_on(structure_.tail(roots_), point);
    const double value = objective(point);
    fit_on(structure_.tail(messages_.mean()), other_);
    if (other_.support != point.support && objective(other_) < value) std::swap(point, other_);
  }

 private:
  void fit_on(const Support& support, Point& point) {
    point.w.assign(static_cast<std::size_t>(problem_.features()), 0.0);
    point.support = support;
    for (const NodeId feature : support) {
      const auto j = static_cast<std::size_t>(feature);
      point.w[j] = messages_.mean()[j];
    }
    fit_.fit(point);
  }

  double objective(const Point& point) {
    all_.move_to(rows_, point);
    return all_.value(point);
  }

  const Problem& problem_;
  Structure& structure_;
  const std::vector<RowIndex>& rows_;
  MessagePassing messages_;
  BlockObjective all_;
  SupportFit fit_;
  std::vector<double> roots_;
  Point other_;
};

// Whether the observer wants to stop.
bool pass_epoch(MessageLoop& loop, const LoopInput& input, std::int64_t epoch, const Point& point,
                Result& result) {
  for (int k = 0; k < kIterationsPerEpoch && loop.is_finite(); ++k) {
    loop.pass();
    ++result.iterations;
    const Progress progress{epoch, result.iterations, false, 0.0, point};
    if (input.notify(progress) == CallbackResult::stop) return true;
  }
  return false;
}

}  // namespace

Termination run_message_passing(const Problem& problem, Structure& structure,
                                const SolverOptions& options, const LoopInput& input, Point& point,
                                Monitor& monitor, Result& result) {
  MessageLoop loop(problem, structure, input.rows);
  const Point start = point;
  double least = std::numeric_limits<double>::infinity();
  std::int64_t epoch = 0;
  for (const double damping : kDamping) {
    loop.begin(start.support.empty() ? nullptr : &start, damping);
    for (std::int64_t i = 0; i < kEpochsPerTry; ++i) {
      if (epoch == options.max_epochs) return Termination::max_epochs;
      ++epoch;
      const bool is_stopped = pass_epoch(loop, input, epoch, point, result);
      if (!loop.is_finite()) break;
      loop.propose(point);
      const auto termination = monitor.end_epoch(point, 1.0 - damping, structure.pcst_calls());
      if (monitor.objective() < least) {
        least = monitor.objective();
        const auto probability = loop.messages().probability();
        result.probability.assign(probability.begin(), probability.end());
      }
      const CallbackResult answer =
          input.notify({epoch, result.iterations, true, monitor.objective(), point});
      if (termination) return *termination;
      if (is_stopped || answer == CallbackResult::stop) return Termination::interrupted;
      if (loop.messages().change() <= kSettled) return Termination::converged;
    }
  }
  return Termination::converged;
}

}  // namespace graphsparse
