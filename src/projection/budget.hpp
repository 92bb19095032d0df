// Head and tail projections for the weighted graph model of Hegde, Indyk and Schmidt (ICML 2015):
// supports of at most `high` nodes in at most g trees whose edges cost at most the budget. The
// result may be larger and costlier than the model allows, by constant factors; what it keeps or
// loses is within proven factors of the best in the model (docs/budget.md).
#pragma once

#include <memory>

#include "graphsparse/projection/projection.hpp"

namespace graphsparse {

// Throws InputError without a finite, non-negative options.budget.
std::unique_ptr<Projection> make_budget_projection(const Graph& graph,
                                                   const ProjectionOptions& options);

}  // namespace graphsparse
