// The best intercept for given coefficients, and the best model without features: what no result
// may be worse than.
#pragma once

#include "graphsparse/objective/block_objective.hpp"

namespace graphsparse {

// Moves the point's intercept to the minimum over the rows; `all` is moved along.
void fit_intercept(const Problem& problem, Rows rows, BlockObjective& all, Point& point);

// No features, and the best intercept where the problem has one.
Point best_constant(const Problem& problem, Rows rows);

}  // namespace graphsparse
