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

// Counts the connected components of the subgraphs that sets of nodes induce. Each count costs in
// proportion to the set and allocates nothing once the largest set has been seen.
class InducedComponents {
 public:
  explicit InducedComponents(const Graph& graph)
      : graph_(graph), waiting_(static_cast<std::size_t>(graph.node_count()), 0) {}
  explicit InducedComponents(const Graph&& graph) = delete;

  // The nodes must be distinct.
  std::int64_t count(std::span<const NodeId> nodes);

 private:
  const Graph& graph_;
  std::vector<unsigned char> waiting_;  // 1 for each node of the set not yet reached
  std::vector<NodeId> stack_;
};

// The same for one set.
std::int64_t count_induced_components(const Graph& graph, std::span<const NodeId> nodes);

}  // namespace graphsparse
