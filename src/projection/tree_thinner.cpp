#include "projection/tree_thinner.hpp"

#include <algorithm>
#include <utility>

#include "graphsparse/core/reversed.hpp"

namespace graphsparse {
namespace {

constexpr int kPriceSteps = 40;

std::size_t at(NodeId node) { return static_cast<std::size_t>(node); }

}  // namespace

TreeThinner::TreeThinner(const Graph& graph)
    : graph_(graph),
      order_(graph),
      records_(static_cast<std::size_t>(graph.node_count())),
      kept_(static_cast<std::size_t>(graph.node_count()), 0) {}

void TreeThinner::thin(std::span<const double> prizes, std::int64_t size, std::int64_t at_most,
                       std::vector<NodeId>& nodes, std::vector<EdgeId>& edges) {
  order_.arrange(nodes, edges, kNoNode);
  double low = 0.0;
  double high = 0.0;
  for (const NodeId node : nodes) high = std::max(high, prizes[at(node)]);
  // The number of nodes falls as the price rises.
  for (int step = 0; step < kPriceSteps; ++step) {
    const double middle = 0.5 * (low + high);
    const std::int64_t count = weigh(prizes, nodes, middle);
    (count >= size ? low : high) = middle;
    if (count >= size && count <= at_most) break;
  }
  if (low > 0.0 && weigh(prizes, nodes, low) >= size) keep_best_subtrees(nodes, edges);
  if (static_cast<std::int64_t>(nodes.size()) > at_most) {
    drop_cheapest_leaves(prizes, at_most, nodes, edges);
  }
}

// Finds the best subtree of each tree; returns how many nodes they have together.
std::int64_t TreeThinner::weigh(std::span<const double> prizes, std::span<const NodeId> nodes,
                                double price) {
  for (const NodeId node : nodes) {
    record(node).payoff = prizes[at(node)] - price;
    record(node).count = 1;
  }
  for (const NodeId node : order_.nodes_below()) {
    if (record(node).payoff <= 0.0) continue;
    Record& up = record(order_.above(node));
    up.payoff += record(node).payoff;
    up.count += record(node).count;
  }
  for (const NodeId node : nodes) {
    if (order_.is_top(node)) record(node).top = record(node).best = node;
  }
  for (const NodeId node : Reversed(order_.nodes_below())) {
    record(node).top = record(order_.above(node)).top;
    NodeId& best = record(record(node).top).best;
    if (record(node).payoff > record(best).payoff) best = node;
  }
  std::int64_t count = 0;
  for (const NodeId node : nodes) {
    if (!order_.is_top(node)) continue;
    const Record& best = record(record(node).best);
    if (best.payoff > 0.0) count += best.count;
  }
  return count;
}

void TreeThinner::keep_best_subtrees(std::vector<NodeId>& nodes, std::vector<EdgeId>& edges) {
  for (const NodeId node : nodes) {
    if (!order_.is_top(node)) continue;
    const NodeId best = record(node).best;
    if (record(best).payoff > 0.0) kept_[at(best)] = 1;
  }
  for (const NodeId node : Reversed(order_.nodes_below())) {
    if (record(node).payoff > 0.0 && kept_[at(order_.above(node))] != 0) kept_[at(node)] = 1;
  }
  erase_unkept(nodes, edges);
}

void TreeThinner::drop_cheapest_leaves(std::span<const double> prizes, std::int64_t at_most,
                                       std::vector<NodeId>& nodes, std::vector<EdgeId>& edges) {
  order_.arrange(nodes, edges, kNoNode);
  for (const NodeId node : nodes) {
    record(node).degree = 0;
    kept_[at(node)] = 1;
  }
  for (const NodeId node : order_.nodes_below()) ++record(order_.above(node)).degree;
  const auto dearer = [&](NodeId a, NodeId b) {
    return std::pair(prizes[at(a)], a) > std::pair(prizes[at(b)], b);
  };
  leaves_.clear();
  for (const NodeId node : nodes) {
    if (record(node).degree == 0) leaves_.push_back(node);
  }
  std::make_heap(leaves_.begin(), leaves_.end(), dearer);
  for (auto left = static_cast<std::int64_t>(nodes.size()); left > at_most; --left) {
    std::pop_heap(leaves_.begin(), leaves_.end(), dearer);
    const NodeId leaf = leaves_.back();
    leaves_.pop_back();
    kept_[at(leaf)] = 0;
    if (order_.is_top(leaf)) continue;
    const NodeId up = order_.above(leaf);
    if (--record(up).degree > 0) continue;
    leaves_.push_back(up);
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
