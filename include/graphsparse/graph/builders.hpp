// Graphs made from a formula.
#pragma once

#include <cstdint>

#include "graphsparse/graph/graph.hpp"

namespace graphsparse {

// The width x height grid with unit costs and 4 neighbours; node row * width + column. Edges in the
// order of their first node, for each first the one to the right, then the one down.
Graph make_grid(std::int64_t width, std::int64_t height);

// The path 0 - 1 - ... - (n-1) with unit costs.
Graph make_path(std::int64_t node_count);

// The same graph with every cost 1.
Graph with_unit_costs(const Graph& graph);

}  // namespace graphsparse
