#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "graphsparse/objective/block_objective.hpp"
#include "graphsparse/solver/hooks.hpp"
#include "solver/intercept.hpp"
#include "solver/loops.hpp"
#include "solver/monitor.hpp"
#include "solver/sampler.hpp"
#include "solver/step.hpp"
#include "solver/support_fit.hpp"

namespace graphsparse {
// The paper's algorithm 1 with parts that can be swapped: choose rows, estimate the gradient,
// restrict it (head), step, project (tail), tell the observer.

namespace {

// How far the intercept moves towards its best value on a block; the monitor finds the best value
// on all rows once per epoch.
constexpr double kInterceptShare = 0.5;
// And how far at most at once, where the curvature has no bound.
constexpr double kFarthestIntercept = 1.0;

// The hooks' parts, or the solver's own.
std::unique_ptr<Sampler> choose_sampler(const Problem& problem, const std::vector<RowIndex>& rows,
                                        std::int64_t block_size, const SolverOptions& options) {
  std::unique_ptr<Sampler> sampler;
  if (options.hooks != nullptr) {
    sampler = options.hooks->make_sampler(problem, rows, block_size, options);
  }
  return sampler ? std::move(sampler) : make_sampler(problem, rows, block_size, options);
}

std::unique_ptr<StepPolicy> choose_step_policy(const Problem& problem,
                                               const SolverOptions& options) {
  std::unique_ptr<StepPolicy> policy;
  if (options.hooks != nullptr) policy = options.hooks->make_step_policy(problem, options);
  return policy ? std::move(policy) : make_step_policy(problem, options);
}

class ThresholdingLoop {
 public:
  ThresholdingLoop(const Problem& problem, Structure& structure, const SolverOptions& options,
                   const std::vector<RowIndex>& rows, std::int64_t block_size)
      : problem_(problem),
        structure_(structure),
        options_(options),
        block_(problem),
        sampler_(choose_sampler(problem, rows, block_size, options)),
        estimator_(make_estimator(problem, rows, block_size, options)),
        policy_(choose_step_policy(problem, options)),
        trial_(structure),
        unit_step_(unit_step(problem, rows)),
        has_curvature_bound_(problem.loss->traits().curvature_bound.has_value()) {
    if (options.refit) refit_ = std::make_unique<SupportFit>(problem, rows);
    if (options.hooks != nullptr) intercept_rule_ = options.hooks->intercept_rule();
  }

  std::int64_t blocks_an_epoch() const { return sampler_->blocks_an_epoch(); }
  void begin_epoch(const Point& point, std::int64_t epoch) {
    estimator_->begin_epoch(point, epoch);
  }
  double last_step() const { return last_step_; }

  void iterate(std::int64_t epoch, std::int64_t index, std::int64_t iteration, Point& point) {
    const Rows rows = sampler_->block(epoch, index);
    block_.move_to(rows, point, sampler_->factors());
    estimator_->estimate(block_, point, gradient_);
    if (intercept_rule_ != nullptr) intercept_rule_->change(block_, gradient_);
    if (!problem_.intercept) gradient_.intercept = 0.0;
    gradient_.add_penalty(problem_, point);
    if (!gradient_.is_finite()) return;  // the monitor calls it divergence
    if (options_.head) keep_only(structure_.head(gradient_.w));
    trial_.forget();
    StepContext context{problem_, block_, point, gradient_, trial_, unit_step_, iteration};
    last_step_ = policy_->choose(context);
    trial_.make(point, gradient_, last_step_);
    if (refit_ && !has_curvature_bound_) {
      // Where the curvature grows without bound a fit had better not begin far out.
      trial_.accept_support(point);
    } else {
      const double intercept_change = intercept_step() * gradient_.intercept;
      trial_.accept(point);
      point.intercept -= intercept_change;
    }
    if (refit_) refit_->fit(point);
  }

 private:
  void keep_only(const Support& support) {
    auto kept = support.begin();
    for (std::size_t j = 0; j < gradient_.w.size(); ++j) {
      if (kept != support.end() && *kept == static_cast<NodeId>(j)) {
        ++kept;
      } else {
        gradient_.w[j] = 0.0;
      }
    }
  }

  // Features may be scaled in any way, the intercept's column is all ones: it has a step of its
  // own.
  double intercept_step() {
    if (!problem_.intercept) return 0.0;
    if (intercept_rule_ != nullptr) return intercept_rule_->step(last_step_);
    ones_.assign(block_.rows().size(), 1.0);
    const double curvature = block_.curvature_along(ones_);
    const double share = options_.sampler == SamplerKind::all_rows ? 1.0 : kInterceptShare;
    const double step = curvature > 0.0 ? share / curvature : 0.0;
    if (has_curvature_bound_) return step;
    const double most = kFarthestIntercept / std::max(std::abs(gradient_.intercept), 1e-300);
    return std::min(step, most);
  }

  const Problem& problem_;
  Structure& structure_;
  const SolverOptions& options_;
  BlockObjective block_;
  std::unique_ptr<Sampler> sampler_;
  std::unique_ptr<GradientEstimator> estimator_;
  std::unique_ptr<StepPolicy> policy_;
  const InterceptRule* intercept_rule_ = nullptr;  // null: the loop's own
  std::unique_ptr<SupportFit> refit_;
  ProjectedStep trial_;
  double unit_step_;
  bool has_curvature_bound_;
  Gradient gradient_;
  double last_step_ = 0.0;
  std::vector<double> ones_;
};

}  // namespace

Termination run_thresholding(const Problem& problem, Structure& structure,
                             const SolverOptions& options, const LoopInput& input, Point& point,
                             Monitor& monitor, Result& result) {
  ThresholdingLoop loop(problem, structure, options, input.rows, input.block_size);
  for (std::int64_t epoch = 0; epoch < options.max_epochs; ++epoch) {
    loop.begin_epoch(point, epoch);
    for (std::int64_t index = 0; index < loop.blocks_an_epoch(); ++index) {
      loop.iterate(epoch, index, result.iterations, point);
      ++result.iterations;
      if (input.notify({epoch + 1, result.iterations, false, 0.0, point}) == CallbackResult::stop) {
        monitor.end_epoch(point, loop.last_step(), structure.pcst_calls());
        return Termination::interrupted;
      }
    }
    const auto termination = monitor.end_epoch(point, loop.last_step(), structure.pcst_calls());
    const CallbackResult answer =
        input.notify({epoch + 1, result.iterations, true, monitor.objective(), point});
    if (termination) return *termination;
    if (answer == CallbackResult::stop) return Termination::interrupted;
  }
  return Termination::max_epochs;
}

// One projection of the slopes at the best model without features, which for two classes are the
// differences of their means, and the fit on it.

Termination run_screening(const Problem& problem, Structure& structure,
                          const SolverOptions& options, const LoopInput& input, Point& point,
                          Monitor& monitor, Result& result) {
  if (options.max_epochs == 0) return Termination::max_epochs;
  const Point constant = best_constant(problem, input.rows);
  BlockObjective all(problem);
  all.move_to(input.rows, constant);
  std::vector<double> slopes(constant.w.size(), 0.0);
  problem.design->add_transposed(input.rows, all.derivatives(), slopes);
  point = constant;
  point.support = structure.tail(slopes);
  SupportFit(problem, input.rows).fit(point);
  ++result.iterations;
  monitor.end_epoch(point, 1.0, structure.pcst_calls());
  const bool is_stopped =
      input.notify({1, 1, true, monitor.objective(), point}) == CallbackResult::stop;
  return is_stopped ? Termination::interrupted : Termination::converged;
}

}  // namespace graphsparse
