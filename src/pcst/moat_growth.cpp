#include "pcst/moat_growth.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace graphsparse {

// Parts come before the whole, so a height is complete when its turn comes. Of two parts the taller
// is taken over by the whole; the other's chain ends and stays where it is. The tallest chains of
// this kind are together the best choice of disjoint ones.
void MoatChains::split(const MoatForest& moats) {
  heights_.assign(moats.clusters.size(), 0.0);
  for (std::size_t at = 0; at < moats.clusters.size(); ++at) {
    const MoatForest::Cluster& cluster = moats.clusters[at];
    heights_[at] += cluster.moat;
    if (cluster.parent < 0) continue;
    double& taken_over = heights_[static_cast<std::size_t>(cluster.parent)];
    if (heights_[at] > taken_over) std::swap(heights_[at], taken_over);
  }
}

double MoatChains::tallest(std::int64_t count) {
  if (heights_.empty() || count <= 0) return 0.0;
  if (count == 1) return *std::max_element(heights_.begin(), heights_.end());
  const auto taken =
      static_cast<std::ptrdiff_t>(std::min(count, static_cast<std::int64_t>(heights_.size())));
  std::partial_sort(heights_.begin(), heights_.begin() + taken, heights_.end(), std::greater<>());
  return std::accumulate(heights_.begin(), heights_.begin() + taken, 0.0);
}

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
