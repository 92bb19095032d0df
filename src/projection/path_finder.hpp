// Shortest ways from one node, and among these the ones with the largest prizes. Keeps its memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"

namespace graphsparse {

class PathFinder {
 public:
  explicit PathFinder(const Graph& graph)
      : graph_(graph), records_(static_cast<std::size_t>(graph.node_count())) {}

  // Looks at all nodes on ways of at most `most_nodes` nodes.
  void start(std::span<const double> prizes, NodeId from, std::int64_t most_nodes);

  // The nodes of the way to `to`; false if there is none so short.
  bool path_to(NodeId to, std::vector<NodeId>& nodes) const;

 private:
  struct Record {
    std::uint32_t run = 0;
    std::int32_t count = 0;  // nodes on the way here
    double prizes = 0.0;     // of these nodes
    NodeId before = kNoNode;
  };

  const Graph& graph_;
  std::vector<Record> records_;
  std::uint32_t run_ = 0;
  std::vector<NodeId> reached_;  // by distance
};

}  // namespace graphsparse
