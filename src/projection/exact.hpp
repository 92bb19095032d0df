// The exact projection: the best support there is, for forests of any size and for any graph of at
// most 20 nodes. It answers "is this right?" for the other methods (docs/exact.md).
#pragma once

#include <memory>

#include "graphsparse/projection/projection.hpp"

namespace graphsparse {

// Throws InputError for a larger graph with a cycle, or where the table would grow out of bounds.
std::unique_ptr<Projection> make_exact_projection(const Graph& graph,
                                                  const ProjectionOptions& options);

}  // namespace graphsparse
