#include "projection/tree_thinner.hpp"

#include <algorithm>
#include <utility>

namespace graphsparse {
namespace {

constexpr int kPriceSteps = 40;

std::size_t at(NodeId node) { return static_cast<std::size_t>(node); }

}  // namespace

TreeThinner::TreeThinner(const Graph& graph)
    : graph_(graph),
      order_(graph),
      place_of_node_(static_cast<std::size_t>(graph.node_count())),
      kept_(static_cast<std::size_t>(graph.node_count()), 0) {}

void TreeThinner::thin(std::span<const double> prizes, std::int64_t size, std::int64_t at_most,
                       std::vector<NodeId>& nodes, std::vector<EdgeId>& edges) {
  number_places(prizes, nodes, edges);
  double low = 0.0;
  double high = 0.0;
  for (const double prize : prize_at_) high = std::max(high, prize);
  // The number of nodes falls as the price rises.
  for (int step = 0; step < kPriceSteps; ++step) {
    const double middle = 0.5 * (low + high);
    const std::int64_t count = weigh(middle);
    (count >= size ? low : high) = middle;
    if (count >= size && count <= at_most) break;
  }
  if (low > 0.0 && weigh(low) >= size) keep_best_subtrees(nodes, edges);
  if (static_cast<std::int64_t>(nodes.size()) > at_most) {
    drop_cheapest_leaves(prizes, at_most, nodes, edges);
  }
}

void TreeThinner::number_places(std::span<const double> prizes, std::span<const NodeId> nodes,
                                std::span<const EdgeId> edges) {
  order_.arrange(nodes, edges, kNoNode);
  const std::span<const NodeId> below = order_.nodes_below();
  below_count_ = below.size();
  node_at_.assign(below.begin(), below.end());
  for (const NodeId node : nodes) {
    if (order_.is_top(node)) node_at_.push_back(node);
  }
  const std::size_t count = node_at_.size();
  prize_at_.resize(count);
  above_.resize(count);
  top_.resize(count);
  payoff_.resize(count);
  count_.resize(count);
  best_.resize(count);
  for (std::size_t place = 0; place < count; ++place) {
    place_of_node_[at(node_at_[place])] = static_cast<Place>(place);
    prize_at_[place] = prizes[at(node_at_[place])];
  }
  for (std::size_t place = count; place-- > 0;) {
    above_[place] = is_top(place) ? static_cast<Place>(place)
                                  : place_of_node_[at(order_.above(node_at_[place]))];
    top_[place] = is_top(place) ? static_cast<Place>(place) : top_[above_[place]];
  }
}

// Finds the best subtree of each tree; returns how many nodes they have together.
std::int64_t TreeThinner::weigh(double price) {
  const std::size_t count = node_at_.size();
  for (std::size_t place = 0; place < count; ++place) payoff_[place] = prize_at_[place] - price;
  std::fill(count_.begin(), count_.end(), 1);
  for (std::size_t place = 0; place < below_count_; ++place) {
    if (payoff_[place] <= 0.0) continue;
    payoff_[above_[place]] += payoff_[place];
    count_[above_[place]] += count_[place];
  }
  for (std::size_t top = below_count_; top < count; ++top) best_[top] = static_cast<Place>(top);
  for (std::size_t place = below_count_; place-- > 0;) {
    Place& best = best_[top_[place]];
    if (payoff_[place] > payoff_[best]) best = static_cast<Place>(place);
  }
  std::int64_t total = 0;
  for (std::size_t top = below_count_; top < count; ++top) {
    if (payoff_[best_[top]] > 0.0) total += count_[best_[top]];
  }
  return total;
}

void TreeThinner::keep_best_subtrees(std::vector<NodeId>& nodes, std::vector<EdgeId>& edges) {
  is_kept_.assign(node_at_.size(), 0);
  for (std::size_t top = below_count_; top < node_at_.size(); ++top) {
    if (payoff_[best_[top]] > 0.0) is_kept_[best_[top]] = 1;
  }
  for (std::size_t place = below_count_; place-- > 0;) {
    if (payoff_[place] > 0.0 && is_kept_[above_[place]] != 0) is_kept_[place] = 1;
  }
  for (std::size_t place = 0; place < node_at_.size(); ++place) {
    kept_[at(node_at_[place])] = is_kept_[place];
  }
  erase_unkept(nodes, edges);
}

void TreeThinner::drop_cheapest_leaves(std::span<const double> prizes, std::int64_t at_most,
                                       std::vector<NodeId>& nodes, std::vector<EdgeId>& edges) {
  number_places(prizes, nodes, edges);
  for (const NodeId node : nodes) kept_[at(node)] = 1;
  degree_.assign(node_at_.size(), 0);
  for (std::size_t place = 0; place < below_count_; ++place) ++degree_[above_[place]];
  const auto dearer = [](const Leaf& a, const Leaf& b) {
    return std::pair(a.prize, a.node) > std::pair(b.prize, b.node);
  };
  const auto leaf_at = [this](Place place) {
    return Leaf{prize_at_[place], node_at_[place], place};
  };
  leaves_.clear();
  for (std::size_t place = 0; place < node_at_.size(); ++place) {
    if (degree_[place] == 0) leaves_.push_back(leaf_at(static_cast<Place>(place)));
  }
  std::make_heap(leaves_.begin(), leaves_.end(), dearer);
  for (auto left = static_cast<std::int64_t>(nodes.size()); left > at_most; --left) {
    std::pop_heap(leaves_.begin(), leaves_.end(), dearer);
    const Leaf leaf = leaves_.back();
    leaves_.pop_back();
    kept_[at(leaf.node)] = 0;
    if (is_top(leaf.place)) continue;
    const Place up = above_[leaf.place];
    if (--degree_[up] > 0) continue;
    leaves_.push_back(leaf_at(up));
    std::push_heap(leaves_.begin(), leaves_.end(), dearer);
  }
  erase_unkept(nodes, edges);
}

void TreeThinner::erase_unkept(std::vector<NodeId>& nodes, std::vector<EdgeId>& edges) {
  std::erase_if(edges, [this](EdgeId edge) {
    return kept_[at(graph_.end_of(2 * edge))] == 0 || kept_[at(graph_.end_of(2 * edge + 1))] == 0;
  });
  std::erase_if(nodes, [this](NodeId node) { return std::exchange(kept_[at(node)], 0) == 0; });
}

}  // namespace graphsparse
