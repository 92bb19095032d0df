// What the moats prove: no forest can be cheaper.
#pragma once

#include <cstdint>
#include <vector>

#include "graphsparse/pcst/pcst.hpp"

namespace graphsparse {

// Computes sums of moats along the laminar family; keeps its memory.
class MoatBound {
 public:
  explicit MoatBound(NodeId node_count) {
    heights_.reserve(2 * static_cast<std::size_t>(node_count));
  }

  // The most moat that `trees` chains of nested clusters can hold together. A forest of so many
  // trees pays for every moat except those that contain one of its trees whole, and these form at
  // most one chain a tree.
  double largest_chains(const MoatForest& moats, std::int64_t trees);

  std::size_t memory_bytes() const { return heights_.capacity() * sizeof(double); }

 private:
  std::vector<double> heights_;
};

}  // namespace graphsparse
