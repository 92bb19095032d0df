// What the objective says of a point, whoever found it.
#pragma once

#include "graphsparse/objective/problem.hpp"
#include "graphsparse/solver/solver.hpp"

namespace graphsparse {

// Objective and residual norm of the result's point over these rows, and the message that names
// them.
void measure(const Problem& problem, Rows rows, Result& result);

}  // namespace graphsparse
