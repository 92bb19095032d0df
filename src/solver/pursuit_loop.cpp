// CoSaMP (Needell and Tropp 2009) for any model: head of the gradient, union with the support,
// minimize there, tail. With the graph model it is GraphCoSaMP (Hegde, Indyk and Schmidt 2015).
#include <algorithm>
#include <iterator>
#include <memory>

#include "solver/conjugate_steps.hpp"
#include "solver/gradient.hpp"
#include "solver/loops.hpp"
#include "solver/support_fit.hpp"

namespace graphsparse {
namespace {

class PursuitLoop {
 public:
  PursuitLoop(const Problem& problem, Structure& structure, const SolverOptions& options,
              const std::vector<RowIndex>& rows)
      : problem_(problem),
        structure_(structure),
        options_(options),
        rows_(rows),
        all_(problem),
        estimator_(make_estimator(problem, rows, static_cast<std::int64_t>(rows.size()), options)),
        merged_fit_(problem, rows),
        tail_fit_(problem, rows) {
    if (options.fit_steps > 0 && problem.loss->traits().is_quadratic) {
      steps_ = std::make_unique<ConjugateSteps>(problem, rows);
    }
  }

  void iterate(Point& point) {
    all_.move_to(rows_, point);
    estimator_->estimate(all_, point, gradient_);
    gradient_.add_penalty(problem_, point);
    if (!gradient_.is_finite()) return;  // the monitor calls it divergence
    const Support& head = structure_.head(gradient_.w);
    merged_.clear();
    std::set_union(head.begin(), head.end(), point.support.begin(), point.support.end(),
                   std::back_inserter(merged_));
    point.support = merged_;
    if (steps_) {
      steps_->begin(point, all_, &gradient_);
      steps_->take(options_.fit_steps);
      steps_->store(point);
    } else {
      merged_fit_.fit(point);
    }
    const Support& tail = structure_.tail(point.w);
    auto kept = tail.begin();
    for (const NodeId feature : merged_) {
      while (kept != tail.end() && *kept < feature) ++kept;
      if (kept == tail.end() || *kept != feature) point.w[feature] = 0.0;
    }
    point.support = tail;
    if (options_.refit) tail_fit_.fit(point);
  }

 private:
  const Problem& problem_;
  Structure& structure_;
  const SolverOptions& options_;
  const std::vector<RowIndex>& rows_;
  BlockObjective all_;
  std::unique_ptr<GradientEstimator> estimator_;
  SupportFit merged_fit_;
  std::unique_ptr<ConjugateSteps> steps_;  // instead of it; null where the options ask for the fit
  SupportFit tail_fit_;
  Gradient gradient_;
  Support merged_;
};

}  // namespace

Termination run_pursuit(const Problem& problem, Structure& structure, const SolverOptions& options,
                        const LoopInput& input, Point& point, Monitor& monitor, Result& result) {
  PursuitLoop loop(problem, structure, options, input.rows);
  for (std::int64_t epoch = 0; epoch < options.max_epochs; ++epoch) {
    loop.iterate(point);
    ++result.iterations;
    const CallbackResult at_once = input.notify({epoch + 1, result.iterations, false, 0.0, point});
    const auto termination = monitor.end_epoch(point, 1.0, structure.pcst_calls());
    const CallbackResult answer =
        input.notify({epoch + 1, result.iterations, true, monitor.objective(), point});
    if (termination) return *termination;
    if (at_once == CallbackResult::stop || answer == CallbackResult::stop)
      return Termination::interrupted;
  }
  return Termination::max_epochs;
}

}  // namespace graphsparse
