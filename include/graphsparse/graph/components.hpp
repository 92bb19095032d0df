// Connected components, of a whole graph or of a set of its nodes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphsparse/graph/graph.hpp"

namespace graphsparse {

struct Components {
  std::vector<NodeId> label;       // of each node; components are numbered by their smallest node
  std::vector<std::int64_t> size;  // of each component

  std::int64_t count() const { return static_cast<std::int64_t>(size.size()); }
};

Components connected_components(const Graph& graph);

// The number of connected components of the subgraph induced by `nodes`, which must be distinct.
std::int64_t count_induced_components(const Graph& graph, std::span<const NodeId> nodes);

}  // namespace graphsparse
