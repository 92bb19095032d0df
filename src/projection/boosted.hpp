// The boosted head projection of Hegde, Indyk and Schmidt ("Fast recovery from a union of
// subspaces", NIPS 2016): heads of what the heads before have left over, united until a wanted
// factor is proven.
#pragma once

#include <memory>

#include "graphsparse/projection/projection.hpp"

namespace graphsparse {

// Heads of the method until options.factor is reached.
std::unique_ptr<Projection> make_boosted_head(const ProjectionMethod& method, const Graph& graph,
                                              const ProjectionOptions& options);

}  // namespace graphsparse
