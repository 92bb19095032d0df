// What every projection does the same way: checking its input and filling in the plain facts of its
// result.
#pragma once

#include <span>

#include "graphsparse/graph/components.hpp"
#include "graphsparse/graph/graph.hpp"
#include "graphsparse/projection/projection.hpp"

namespace graphsparse {

// Throws InputError unless x has one finite entry a node whose squares can be summed.
void check_vector(const Graph& graph, std::span<const double> x);

// Given the support, fills captured, lost, components and within_range.
void finish_result(std::span<const double> x, const ProjectionOptions& options,
                   InducedComponents& counter, ProjectionResult& result);

}  // namespace graphsparse
