#include "solver/restart_point.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "graphsparse/objective/block_objective.hpp"
#include "solver/intercept.hpp"
#include "solver/row_norms.hpp"
#include "solver/support_fit.hpp"

namespace graphsparse {
namespace {

// Factors are exp(N(0, 1) * this).
constexpr double kSpread = 1.0;

}  // namespace

Point draw_restart_point(const Problem& problem, Rows rows, Structure& structure,
                         RandomStream& stream) {
  Point point = best_constant(problem, rows);
  BlockObjective all(problem);
  all.move_to(rows, point);
  std::vector<double> slopes(point.w.size(), 0.0);
  problem.design->add_transposed(rows, all.derivatives(), slopes);
  for (double& slope : slopes) slope *= std::exp(kSpread * stream.normal());
  point.support = structure.tail(slopes);
  Problem penalized = problem;
  penalized.l2 = std::max(problem.l2, smallest_penalty(problem, rows));
  SupportFit(penalized, std::vector<RowIndex>(rows.begin(), rows.end())).fit(point);
  return point;
}

}  // namespace graphsparse
