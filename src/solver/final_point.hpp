// What a run returns for what it found.
#pragma once

#include "graphsparse/objective/problem.hpp"
#include "graphsparse/solver/options.hpp"
#include "graphsparse/structure/structure.hpp"

namespace graphsparse {

// The point found, fitted on its support by solvers that refit; but where the start (cut back to
// the model, and fitted too) or the best model without features is better, that one. Options that
// ask for the last point get it. `start` may be null; `found_penalty` is the l2 it was found with.
Point final_point(const Problem& problem, Rows rows, Structure& structure,
                  const SolverOptions& options, const Point* start, double found_penalty,
                  Point found);

// The minimum on the support of a point, from there.
Point fit_on_support(const Problem& problem, Rows rows, Point point);

}  // namespace graphsparse
