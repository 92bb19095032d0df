#include "projection/component_places.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace graphsparse {
namespace {

// Instead of a worth.
constexpr double kFresh = -1.0;
constexpr double kUnseen = -2.0;

}  // namespace

ComponentPlaces::ComponentPlaces(const Graph& graph, std::int64_t pieces)
    : components_(connected_components(graph)),
      pieces_(static_cast<std::size_t>(std::min(pieces, components_.count()))),
      by_size_(components_.size.size()) {
  std::iota(by_size_.begin(), by_size_.end(), 0);
  const auto size_of = [this](NodeId label) {
    return components_.size[static_cast<std::size_t>(label)];
  };
  std::ranges::stable_sort(by_size_, std::greater<>(), size_of);
  for (const NodeId label : by_size().first(pieces_)) capacity_ += size_of(label);
}

std::span<const double> ComponentPlaces::load(std::span<const double> prizes, std::int64_t low) {
  const std::int64_t least =
      pieces_ == 1 ? low : components_.size[static_cast<std::size_t>(by_size_[pieces_ - 1])];
  masked_prizes_.assign(prizes.size(), 0.0);
  peak_.assign(components_.size.size(), kNoNode);
  for (std::size_t at = 0; at < prizes.size(); ++at) {
    const auto node = static_cast<NodeId>(at);
    NodeId& peak = peak_[label_of(node)];
    if (peak == kNoNode || prizes[at] > prizes[static_cast<std::size_t>(peak)]) peak = node;
    if (components_.size[label_of(node)] >= least) masked_prizes_[at] = prizes[at];
  }
  return masked_prizes_;
}

void ComponentPlaces::rank_worth(std::span<const double> prizes, std::span<const NodeId> fresh,
                                 std::span<const NodeId> found) {
  worth_.assign(components_.size.size(), kUnseen);
  for (const NodeId label : fresh) worth_[static_cast<std::size_t>(label)] = kFresh;
  most_worth_.clear();
  for (const NodeId node : found) {
    double& worth = worth_[label_of(node)];
    if (worth == kFresh) continue;
    if (worth == kUnseen) {
      most_worth_.push_back(label_of(node));
      worth = 0.0;
    }
    worth += prizes[static_cast<std::size_t>(node)];
  }
  std::ranges::sort(most_worth_, std::greater<>(),
                    [this](std::size_t label) { return worth_[label]; });
}

void ComponentPlaces::choose(std::span<const double> prizes, std::span<const NodeId> fresh,
                             std::span<const NodeId> found, std::size_t skipped,
                             std::vector<NodeId>& places) {
  rank_worth(prizes, fresh, found);
  places.clear();
  for (const NodeId label : fresh) places.push_back(peak_[static_cast<std::size_t>(label)]);
  for (std::size_t at = skipped; at < most_worth_.size() && places.size() < pieces_; ++at) {
    places.push_back(peak_[most_worth_[at]]);
  }
  std::ranges::sort(places);
}

}  // namespace graphsparse
