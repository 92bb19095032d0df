// How far a fit is, by whatever seems to end it first: the epochs, the patience, the tolerance, the
// runs or the time limit.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "graphsparse/core/fit_spec.hpp"
#include "graphsparse/solver/solver.hpp"

namespace graphsparse {

class EndForecast {
 public:
  // A spec with its defaults filled in.
  explicit EndForecast(const FitSpec& spec);

  // For the observer of a fit, after each iteration: a share from 0 to 1 that never falls.
  double after(const Progress& progress);
  double after_runs(std::int64_t done);

 private:
  double epoch_where_steps_vanish() const;
  double raise(double share);
  void look_at_epoch(const Progress& progress);

  double max_epochs_;
  double tolerance_;
  double patience_ = 0.0;  // 0: none
  double min_improvement_ = 0.0;
  double runs_ = 1.0;
  std::optional<double> time_limit_;
  std::chrono::steady_clock::time_point start_;

  double share_ = 0.0;
  double gained_objective_ = std::numeric_limits<double>::infinity();
  double gained_epoch_ = 0.0;
  std::vector<double> last_point_;
  std::vector<double> log_changes_;  // of each epoch from the second one on
};

}  // namespace graphsparse
