// Connected components, of a whole graph or of a set of its nodes.
#pragma once

#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <vector>

#include "graphsparse/core/id_vector.hpp"
#include "graphsparse/graph/graph.hpp"

namespace graphsparse {

struct Components {
  IdVector<NodeId> label;       // of each node; components are numbered by their smallest node
  IdVector<std::int64_t> size;  // of each component

  std::int64_t count() const { return std::ssize(size); }
};

Components connected_components(const Graph& graph);

// Counts the connected components of the subgraphs that sets of nodes induce. Each count costs in
// proportion to the set and allocates nothing once the largest set has been seen.
class InducedComponents {
 public:
  explicit InducedComponents(const Graph& graph) : graph_(graph), waiting_(graph.node_count(), 0) {}
  explicit InducedComponents(const Graph&& graph) = delete;

  // The nodes must be distinct. Stops at the first component beyond `most`.
  std::int64_t count(std::span<const NodeId> nodes,
                     std::int64_t most = std::numeric_limits<std::int64_t>::max());

 private:
  const Graph& graph_;
  IdVector<unsigned char> waiting_;  // 1 for each node of the set not yet reached
  std::vector<NodeId> stack_;
};

// The same for one set.
std::int64_t count_induced_components(const Graph& graph, std::span<const NodeId> nodes);

}  // namespace graphsparse
