// What the objective says of a point, whoever found it.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "graphsparse/objective/block_objective.hpp"
#include "graphsparse/objective/problem.hpp"
#include "graphsparse/solver/hooks.hpp"
#include "graphsparse/solver/solver.hpp"
#include "solver/support_average.hpp"

namespace graphsparse {

// Objective and residual norm of the result's point over these rows, and the message that names
// them.
void measure(const Problem& problem, Rows rows, Result& result);

// Looks at the whole data once per epoch: history, the best point so far, and whether to stop.

class ConjugateSteps;

class Monitor {
 public:
  Monitor(const Problem& problem, std::vector<RowIndex> rows, const SolverOptions& options,
          const Point& start);
  ~Monitor();

  // Improves the intercept of the point, then checks whether to stop.
  std::optional<Termination> end_epoch(Point& point, double step, std::int64_t pcst_calls);

  double objective() const { return objective_; }

  // What the run found; the point is where the loop ended.
  Point finish(Termination termination, const Point& point, Structure& structure);
  SupportAverage& seen() { return average_; }
  std::vector<EpochRecord> take_history() { return std::move(history_); }

 private:
  void measure(const Point& point);
  void measure_here(const Point& point);  // where all rows have been moved to the point already
  void keep_if_best(const Point& point);
  void average(Structure& structure, Point& point);
  std::optional<Termination> check_termination(Point& point);
  bool is_fitted(const Point& point) const;
  bool has_stalled(const Point& point);
  bool repeats(const Point& point);
  bool is_finished_by_fit(Point& point);
  bool fits_exactly(const Point& point);
  void polish(Point& point);

  const Problem& problem_;
  std::vector<RowIndex> rows_;
  SolverOptions options_;
  const StopTest* stop_test_ = nullptr;  // null: the monitor's own tests
  bool has_intercept_rule_ = false;
  bool keeps_best_;
  BlockObjective all_;
  double objective_ = 0.0;
  double residual_norm_ = 0.0;
  double target_norm_ = 0.0;
  double first_objective_ = 0.0;

  Point best_;
  double best_objective_ = 0.0;
  double progress_objective_ = 0.0;  // the last one that counted as progress
  std::int64_t progress_epoch_ = 0;
  Point last_;
  Point mark_;  // the point at the last epoch that was a power of two
  SupportAverage average_;
  std::unique_ptr<ConjugateSteps> fit_;  // null unless the options ask for it
  Support last_support_;
  int still_epochs_ = 0;   // for how many the support has been this one
  Support tried_support_;  // the one last fitted

  std::vector<EpochRecord> history_;
  std::int64_t pcst_calls_ = 0;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace graphsparse
