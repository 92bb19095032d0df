// One projection of the slopes at the best model without features, which for two classes are the
// differences of their means, and the fit on it.
#include <vector>

#include "graphsparse/objective/block_objective.hpp"
#include "solver/intercept.hpp"
#include "solver/loops.hpp"
#include "solver/support_fit.hpp"

namespace graphsparse {

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
