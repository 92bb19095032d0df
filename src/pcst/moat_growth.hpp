// The growth phase of Goemans and Williamson: moats grow around all clusters that still have prizes
// to spend; an edge that two moats fill is bought and merges its clusters. docs/pcst.md explains
// the laziness and the bound on the work.
#pragma once

#include <memory>
#include <span>

#include "pcst/authors_growth.hpp"
#include "pcst/growth_state.hpp"
#include "pcst/heap_growth.hpp"
#include "pcst/queue_growth.hpp"

namespace graphsparse {

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
