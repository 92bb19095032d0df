#include "solver/monitor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "graphsparse/objective/block_objective.hpp"
#include "solver/conjugate_steps.hpp"
#include "solver/intercept.hpp"

namespace graphsparse {

void measure(const Problem& problem, Rows rows, Result& result) {
  BlockObjective all(problem);
  all.move_to(rows, result.x);
  result.objective = all.value(result.x);
  double squares = 0.0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const double residual = all.target()[k] - all.predictors()[k];
    squares += residual * residual;
  }
  result.residual_norm = std::sqrt(squares);
  result.message = fmt::format("{} after {} epochs, objective {:.6g}",
                               to_string(result.termination), result.epochs, result.objective);
}

namespace {

// So much worse than doing nothing is divergence.
constexpr double kHopeless = 1e8;
// How an exact fit is told from a wrong support: every few steps the residual has halved.
constexpr int kFitSteps = 10;
constexpr int kFitRounds = 40;
constexpr double kSlowestFit = 0.5;
// A support that is the same twice in a row is often still on its way; trying it costs some epochs.
constexpr int kStillEpochs = 2;
constexpr double kPolish = 0.01;  // of the tolerance: these steps cost little

double squared_norm(const Point& point) {
  double sum = 0.0;
  for (const NodeId feature : point.support) {
    const double w = point.w[feature];
    sum += w * w;
  }
  return sum;
}

double squared_distance(const Point& a, const Point& b) {
  double sum = 0.0;
  for (const NodeId feature : a.support) {
    sum += (a.w[feature] - b.w[feature]) * (a.w[feature] - b.w[feature]);
  }
  for (const NodeId feature : b.support) {
    if (!std::binary_search(a.support.begin(), a.support.end(), feature))
      sum += b.w[feature] * b.w[feature];
  }
  return sum;
}

// Copies what differs; p numbers need not be touched.
void copy(const Point& from, Point& to) {
  for (const NodeId feature : to.support) to.w[feature] = 0.0;
  for (const NodeId feature : from.support) {
    to.w[feature] = from.w[feature];
  }
  to.support = from.support;
  to.intercept = from.intercept;
}

}  // namespace

Monitor::Monitor(const Problem& problem, std::vector<RowIndex> rows, const SolverOptions& options,
                 const Point& start)
    : problem_(problem),
      rows_(std::move(rows)),
      options_(options),
      keeps_best_(!returns_last_point(options)),
      all_(problem),
      best_(start),
      last_(start),
      mark_(options.stop_at_repetition ? start : Point(0)),
      begin_(std::chrono::steady_clock::now()) {
  if (options.hooks != nullptr) {
    stop_test_ = options.hooks->stop_test();
    has_intercept_rule_ = options.hooks->intercept_rule() != nullptr;
  }
  if (options.polish_on_support && problem.loss->traits().is_quadratic && problem.l2 == 0.0) {
    fit_ = std::make_unique<ConjugateSteps>(problem, rows_);
  }
  measure(start);
  double squares = 0.0;
  for (const double y : all_.target()) squares += y * y;
  target_norm_ = std::sqrt(squares);
  first_objective_ = objective_;
  best_objective_ = objective_;
}

Monitor::~Monitor() = default;

void Monitor::measure(const Point& point) {
  all_.move_to(rows_, point);
  measure_here(point);
}

void Monitor::measure_here(const Point& point) {
  objective_ = all_.value(point);
  double squares = 0.0;
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const double residual = all_.target()[k] - all_.predictors()[k];
    squares += residual * residual;
  }
  residual_norm_ = std::sqrt(squares);
}

std::optional<Termination> Monitor::end_epoch(Point& point, double step, std::int64_t pcst_calls) {
  // A refit has found the intercept together with the coefficients.
  if (problem_.intercept && !has_intercept_rule_ && !options_.refit) {
    fit_intercept(problem_, rows_, all_, point);
    measure_here(point);
  } else {
    measure(point);
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin_;
  history_.push_back({static_cast<std::int64_t>(history_.size()) + 1, objective_,
                      static_cast<std::int64_t>(point.support.size()), step, elapsed.count(),
                      pcst_calls - pcst_calls_});
  pcst_calls_ = pcst_calls;
  return check_termination(point);
}

std::optional<Termination> Monitor::check_termination(Point& point) {
  const double norm = std::sqrt(squared_norm(point));
  if (!std::isfinite(objective_) || !std::isfinite(norm)) return Termination::diverged;
  const EpochState state{norm, residual_norm_};
  if (stop_test_ != nullptr) {
    if (stop_test_->has_diverged(state)) return Termination::diverged;
  } else if (objective_ > kHopeless * (std::abs(first_objective_) + 1.0)) {
    return Termination::diverged;
  }
  keep_if_best(point);
  if (options_.average) average_.offer(point, objective_);
  if (options_.stop_at_repetition && repeats(point)) return Termination::converged;
  if (fit_ && is_finished_by_fit(point)) return Termination::converged;
  if (stop_test_ != nullptr) {
    if (stop_test_->has_converged(state)) return Termination::converged;
  } else if (is_fitted(point) || has_stalled(point)) {
    return Termination::converged;
  }
  const auto epoch = static_cast<std::int64_t>(history_.size());
  if (options_.patience > 0 && epoch - progress_epoch_ >= options_.patience) {
    return Termination::converged;
  }
  return std::nullopt;
}

void Monitor::keep_if_best(const Point& point) {
  const bool is_first = history_.size() == 1;
  if (!is_first && objective_ >= best_objective_) return;
  const double goal =
      progress_objective_ - options_.min_relative_improvement * std::abs(progress_objective_);
  if (is_first || objective_ < goal) {
    progress_objective_ = objective_;
    progress_epoch_ = static_cast<std::int64_t>(history_.size());
  }
  best_objective_ = objective_;
  if (keeps_best_) copy(point, best_);
}

// While the support stands still an iteration only polishes the coefficients, at its own slow rate;
// conjugate gradients get there at once. Where they leave a residual the run goes on as if nothing
// had been tried.
bool Monitor::is_finished_by_fit(Point& point) {
  still_epochs_ = point.support == last_support_ ? still_epochs_ + 1 : 0;
  last_support_ = point.support;
  if (still_epochs_ < kStillEpochs || point.support == tried_support_) return false;
  tried_support_ = point.support;
  if (!fits_exactly(point)) return false;
  fit_->store(point);
  measure(point);
  history_.back().objective = objective_;
  keep_if_best(point);
  return true;
}

// A residual that no longer falls is one of a wrong support.
bool Monitor::fits_exactly(const Point& point) {
  if (point.support.size() >= rows_.size()) return false;
  fit_->begin(point, all_);
  const double goal = kPolish * options_.tolerance * target_norm_;
  double residual = fit_->residual_norm();
  for (int rounds = 0; rounds < kFitRounds && residual > goal; ++rounds) {
    fit_->take(kFitSteps);
    const double last = std::exchange(residual, fit_->residual_norm());
    if (residual > kSlowestFit * last) return false;
  }
  return residual <= goal;
}

// As many free coefficients as rows fit anything: that proves nothing about the support.
bool Monitor::is_fitted(const Point& point) const {
  return problem_.loss->traits().has_residual && problem_.l2 == 0.0 &&
         residual_norm_ <= options_.tolerance * target_norm_ && point.support.size() < rows_.size();
}

bool Monitor::has_stalled(const Point& point) {
  const double change = squared_distance(point, last_);
  copy(point, last_);
  // A random step leaves a support that a fixed one would stay on, and messages may still move.
  const bool may_move =
      options_.step == StepKind::random || options_.loop == LoopKind::message_passing;
  if (may_move) return false;
  return change <= options_.tolerance * options_.tolerance * squared_norm(point);
}

// Brent's way to find a cycle of any length with one point remembered.
bool Monitor::repeats(const Point& point) {
  const bool is_back = point.support == mark_.support && point.intercept == mark_.intercept &&
                       squared_distance(point, mark_) == 0.0;
  if (std::has_single_bit(history_.size())) copy(point, mark_);
  return is_back;
}

// The point, which was measured, is the best one.
void Monitor::average(Structure& structure, Point& point) {
  const auto rows = static_cast<double>(rows_.size());
  const double freedom = rows - static_cast<double>(point.support.size());
  if (average_.size() < 2 || freedom < 1.0 || is_fitted(point)) return;
  const double scale = likelihood_scale(*problem_.loss, all_, average_.best_objective(), freedom);
  average_.combine(structure, rows, scale, point);
}

// What a run with noise ends at still carries the last blocks' noise, which a fit averages out.
void Monitor::polish(Point& point) {
  measure(point);
  if (point.support.size() >= rows_.size() || is_fitted(point)) return;
  const double before = objective_;
  fit_->begin(point, all_);
  fit_->take(kFitSteps);
  Point fitted = point;
  fit_->store(fitted);
  measure(fitted);
  if (objective_ < before) point = std::move(fitted);
}

Point Monitor::finish(Termination termination, const Point& point, Structure& structure) {
  const bool has_best = keeps_best_ && !history_.empty();
  Point found = has_best ? best_ : point;
  if (fit_ && termination != Termination::diverged) polish(found);
  measure(found);
  if (options_.average) average(structure, found);
  return found;
}

}  // namespace graphsparse
