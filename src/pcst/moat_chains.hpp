// Chains of nested moats: what a tree does not pay for, since they hold it whole. Everything that
// moats prove about forests subtracts some of these.
#pragma once

#include <cstdint>
#include <vector>

#include "graphsparse/pcst/pcst.hpp"

namespace graphsparse {

// Keeps its memory.
class MoatChains {
 public:
  explicit MoatChains(NodeId node_count) {
    heights_.reserve(2 * static_cast<std::size_t>(node_count));
  }

  // Splits the family of moats into disjoint chains that go on with the taller part below. Nodes
  // that growth never touched need no chain as long as at most g are asked for, g being the number
  // of trees it grew: g + 1 others of their kind, with larger moats, have been touched.
  void split(const MoatForest& moats);

  // The most that `count` disjoint chains hold together.
  double tallest(std::int64_t count);

  std::size_t memory_bytes() const { return heights_.capacity() * sizeof(double); }

 private:
  std::vector<double> heights_;
};

}  // namespace graphsparse
