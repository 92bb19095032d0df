#include "pcst/moat_growth.hpp"

namespace graphsparse {
namespace {

// Real and random graphs need one to three edge events an edge, the worst families we know about
// sixteen.
constexpr std::int64_t kPatience = 20;

}  // namespace

const GrowthState& MoatGrowth::grow(std::span<const double> prizes, const PcstOptions& options) {
  const std::int64_t patience =
      kPatience * (std::int64_t{graph_.edge_count()} + graph_.node_count());
  state_.start(prizes, options);
  if (options.authors_ties && options.root == kNoNode) {
    if (!authors_growth_) authors_growth_ = std::make_unique<AuthorsGrowth>(graph_);
    authors_growth_->grow(state_, options.components);
    state_.finish();
    return state_;
  }
  if (!queue_growth_.grow(state_, options, patience)) {
    // An input that is out to waste time: growth with a proven bound, at the price of more memory.
    if (!heap_growth_) heap_growth_ = std::make_unique<HeapGrowth>(graph_);
    state_.start(prizes, options);
    heap_growth_->grow(state_, options.components);
  }
  state_.finish();
  return state_;
}

}  // namespace graphsparse
