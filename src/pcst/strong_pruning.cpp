#include "pcst/strong_pruning.hpp"

#include <algorithm>

#include "graphsparse/core/reversed.hpp"

namespace graphsparse {

StrongPruning::StrongPruning(const Graph& graph)
    : graph_(graph),
      order_(graph),
      records_(static_cast<std::size_t>(graph.node_count())),
      kept_(static_cast<std::size_t>(graph.node_count())) {}

void StrongPruning::reduce(std::span<const double> prizes, const PcstOptions& options,
                           Forest& forest) {
  scale_ = options.cost_scale;
  order_.arrange(forest.nodes, forest.edges, options.root);
  sum_payoffs(prizes, forest);
  if (options.root != kNoNode) {
    kept_.set(options.root);
  } else {
    mark_best_of_each_tree(forest);
  }
  // Downwards, whatever hangs below a kept node and pays for its edge is kept.
  for (const NodeId node : Reversed(order_.nodes_below())) {
    if (gain(node) > 0.0 && kept_.test(order_.above(node))) kept_.set(node);
  }
  std::erase_if(forest.edges, [this](EdgeId edge) {
    return !kept_.test(graph_.end_of(2 * edge)) || !kept_.test(graph_.end_of(2 * edge + 1));
  });
  forest.nodes.clear();
  kept_.drain_into(forest.nodes);
}

void StrongPruning::sum_payoffs(std::span<const double> prizes, const Forest& forest) {
  for (const NodeId node : forest.nodes) {
    record(node).payoff = prizes[static_cast<std::size_t>(node)];
  }
  for (const NodeId node : order_.nodes_below()) {
    record(order_.above(node)).payoff += std::max(0.0, gain(node));
  }
}

// Finds the node from which each tree is worth most, and keeps it and what pays above it.
void StrongPruning::mark_best_of_each_tree(const Forest& forest) {
  for (const NodeId node : forest.nodes) {
    if (!order_.is_top(node)) continue;
    record(node).as_root = record(node).payoff;
    record(node).top = node;
    record(node).best = node;
  }
  for (const NodeId node : Reversed(order_.nodes_below())) {
    Record& here = record(node);
    here.as_root = here.payoff + std::max(0.0, gain_above(node));
    here.top = record(order_.above(node)).top;
    NodeId& best = record(here.top).best;
    if (here.as_root > record(best).as_root) best = node;
  }
  for (const NodeId top : forest.nodes) {
    if (!order_.is_top(top)) continue;
    NodeId node = record(top).best;
    kept_.set(node);
    while (node != top && gain_above(node) > 0.0) {
      node = order_.above(node);
      kept_.set(node);
    }
  }
}

double StrongPruning::gain(NodeId node) const {
  return record(node).payoff - scale_ * graph_.cost(order_.edge_up(node));
}

double StrongPruning::gain_above(NodeId node) const {
  const double rest = record(order_.above(node)).as_root - std::max(0.0, gain(node));
  return rest - scale_ * graph_.cost(order_.edge_up(node));
}

std::size_t StrongPruning::memory_bytes() const {
  return order_.memory_bytes() + records_.capacity() * sizeof(Record) + kept_.memory_bytes();
}

}  // namespace graphsparse
