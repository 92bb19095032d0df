// Chains of nested moats: what a tree does not pay for, since they hold it whole. Everything that
// moats prove about forests subtracts some of these.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "graphsparse/pcst/pcst.hpp"
#include "pcst/authors_growth.hpp"
#include "pcst/growth_state.hpp"
#include "pcst/heap_growth.hpp"
#include "pcst/queue_growth.hpp"

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

// The growth phase of Goemans and Williamson: moats grow around all clusters that still have prizes
// to spend; an edge that two moats fill is bought and merges its clusters. docs/pcst.md explains
// the laziness and the bound on the work.

class MoatGrowth {
 public:
  explicit MoatGrowth(const Graph& graph) : graph_(graph), state_(graph), queue_growth_(graph) {}

  // `prizes` have been checked. The outcome stays until the next call.
  const GrowthState& grow(std::span<const double> prizes, const PcstOptions& options);

  const GrowthState& state() const { return state_; }

  std::size_t memory_bytes() const {
    return state_.memory_bytes() + queue_growth_.memory_bytes() +
           (heap_growth_ ? heap_growth_->memory_bytes() : 0) +
           (authors_growth_ ? authors_growth_->memory_bytes() : 0);
  }

 private:
  const Graph& graph_;
  GrowthState state_;
  QueueGrowth queue_growth_;
  std::unique_ptr<HeapGrowth> heap_growth_;        // made when first needed, which is hardly ever
  std::unique_ptr<AuthorsGrowth> authors_growth_;  // made when first asked for
};

}  // namespace graphsparse
