// How the intercept moves in an iteration where it does not follow the solver's own rule.
#pragma once

#include "graphsparse/objective/block_objective.hpp"
#include "solver/gradient.hpp"

namespace graphsparse {

class InterceptRule {
 public:
  virtual ~InterceptRule() = default;

  // Changes the intercept's entry of the block's gradient before a step is chosen.
  virtual void change(const BlockObjective& block, Gradient& gradient) const = 0;

  // What that entry is multiplied by, given the step of the features.
  virtual double step(double feature_step) const = 0;
};

// The best intercept for given coefficients, and the best model without features: what no result
// may be worse than.

// Moves the point's intercept to the minimum over the rows; `all` is moved along.
void fit_intercept(const Problem& problem, Rows rows, BlockObjective& all, Point& point);

// No features, and the best intercept where the problem has one.
Point best_constant(const Problem& problem, Rows rows);

}  // namespace graphsparse
