#include "graphsparse/fit/end_forecast.hpp"

#include <algorithm>
#include <cmath>

#include "fit/method.hpp"
#include "graphsparse/fit/options.hpp"
#include "graphsparse/fit/restarts.hpp"

namespace graphsparse {
namespace {

// Epochs that must be seen before a rate is told from them.
constexpr std::size_t kFewestChanges = 6;

}  // namespace

EndForecast::EndForecast(const FitSpec& spec)
    : max_epochs_(static_cast<double>(spec.max_epochs.value_or(1))),
      tolerance_(spec.tolerance.value_or(0.0)),
      time_limit_(spec.time_limit),
      start_(std::chrono::steady_clock::now()) {
  if (is_convex(spec)) return;
  const SolverOptions options = solver_options(spec);
  patience_ = static_cast<double>(options.patience);
  min_improvement_ = options.min_relative_improvement;
  runs_ = static_cast<double>(runs_of_effort(spec.effort));
}

double EndForecast::raise(double share) {
  if (time_limit_ && runs_ > 1.0) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    share = std::max(share, elapsed.count() / *time_limit_);
  }
  share_ = std::clamp(share, share_, 1.0);
  return share_;
}

void EndForecast::look_at_epoch(const Progress& progress) {
  const auto epoch = static_cast<double>(progress.epoch);
  const double goal = gained_objective_ - min_improvement_ * std::abs(gained_objective_);
  if (gained_epoch_ == 0.0 || progress.objective < goal) {
    gained_objective_ = progress.objective;
    gained_epoch_ = epoch;
  }
  const std::vector<double>& w = progress.point.w;
  if (!last_point_.empty()) {
    double change = 0.0;
    double norm = 0.0;
    for (std::size_t j = 0; j < w.size(); ++j) {
      change += (w[j] - last_point_[j]) * (w[j] - last_point_[j]);
      norm += w[j] * w[j];
    }
    if (change > 0.0 && norm > 0.0) log_changes_.push_back(0.5 * std::log(change / norm));
  }
  last_point_ = w;
}

// The line through the later half of the changes, as far as the tolerance.
double EndForecast::epoch_where_steps_vanish() const {
  const double never = max_epochs_;
  if (tolerance_ <= 0.0 || log_changes_.size() < kFewestChanges) return never;
  const std::size_t begin = log_changes_.size() / 2;
  const auto count = static_cast<double>(log_changes_.size() - begin);
  double mean = 0.0;
  for (std::size_t k = begin; k < log_changes_.size(); ++k) mean += log_changes_[k] / count;
  const double middle = 0.5 * (count - 1.0);
  double along = 0.0;
  double squares = 0.0;
  for (std::size_t k = begin; k < log_changes_.size(); ++k) {
    const double place = static_cast<double>(k - begin) - middle;
    along += place * (log_changes_[k] - mean);
    squares += place * place;
  }
  const double slope = along / squares;
  if (slope >= 0.0) return never;
  const double left = (std::log(tolerance_) - mean) / slope - middle;
  return static_cast<double>(log_changes_.size()) + std::max(left, 0.0);
}

double EndForecast::after(const Progress& progress) {
  if (progress.epoch_ended) look_at_epoch(progress);
  const auto done = static_cast<double>(progress.epoch) - (progress.epoch_ended ? 0.0 : 1.0);
  double end = std::min(max_epochs_, epoch_where_steps_vanish());
  if (patience_ > 0.0) end = std::min(end, gained_epoch_ + patience_);
  return raise(done / std::max({end, done, 1.0}) / runs_);
}

double EndForecast::after_runs(std::int64_t done) {
  return raise(static_cast<double>(done) / runs_);
}

}  // namespace graphsparse
