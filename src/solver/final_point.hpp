// Where a restart begins, and what a run returns.
#pragma once

#include "graphsparse/core/random.hpp"
#include "graphsparse/objective/problem.hpp"
#include "graphsparse/solver/options.hpp"
#include "graphsparse/structure/structure.hpp"

namespace graphsparse {

// Where a restart begins: the minimum on a support drawn at random: the tail projection of the
// slopes at the best model without features, each times a random factor.
Point draw_restart_point(const Problem& problem, Rows rows, Structure& structure,
                         RandomStream& stream);

// What a run returns for what it found.

// The point found, fitted on its support by solvers that refit; but where the start (cut back to
// the model, and fitted too) or the best model without features is better, that one. Options that
// ask for the last point get it. `start` may be null; `found_penalty` is the l2 it was found with.
Point final_point(const Problem& problem, Rows rows, Structure& structure,
                  const SolverOptions& options, const Point* start, double found_penalty,
                  Point found);

// The minimum on the support of a point, from there.
Point fit_on_support(const Problem& problem, Rows rows, Point point);

}  // namespace graphsparse
