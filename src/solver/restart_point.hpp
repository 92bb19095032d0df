// Where a restart begins.
#pragma once

#include "graphsparse/core/random.hpp"
#include "graphsparse/objective/problem.hpp"
#include "graphsparse/structure/structure.hpp"

namespace graphsparse {

// The minimum on a support drawn at random: the tail projection of the slopes at the best model
// without features, each times a random factor.
Point draw_restart_point(const Problem& problem, Rows rows, Structure& structure,
                         RandomStream& stream);

}  // namespace graphsparse
