#include "pcst/pruner.hpp"

#include <algorithm>

#include "graphsparse/core/reversed.hpp"

namespace graphsparse {

LeafFirstOrder::LeafFirstOrder(const Graph& graph)
    : graph_(graph), slots_(static_cast<std::size_t>(graph.node_count())) {
  below_.reserve(static_cast<std::size_t>(graph.node_count()));
}

void LeafFirstOrder::arrange(std::span<const NodeId> nodes, std::span<const EdgeId> edges,
                             NodeId root) {
  for (const NodeId node : nodes) slot(node) = {0, 0};
  for (const EdgeId edge : edges) {
    for (const NodeId end : {graph_.end_of(2 * edge), graph_.end_of(2 * edge + 1)}) {
      ++slot(end).open_edges;
      slot(end).edge ^= edge;
    }
  }
  if (root != kNoNode) slot(root).open_edges += 2;  // so that it never looks like a leaf

  below_.clear();
  for (NodeId node : nodes) {
    while (slot(node).open_edges == 1) {
      below_.push_back(node);
      slot(node).open_edges = kTaken;
      const NodeId next = above(node);
      slot(next).edge ^= slot(node).edge;
      --slot(next).open_edges;
      node = next;
    }
  }
}

std::size_t LeafFirstOrder::memory_bytes() const {
  return slots_.capacity() * sizeof(Slot) + below_.capacity() * sizeof(NodeId);
}

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

namespace {

constexpr std::uint8_t kFinal = 1;      // part of a cluster that the answer is made of
constexpr std::uint8_t kDeleted = 2;    // part of a branch that is cut off
constexpr std::uint8_t kNecessary = 4;  // an edge that stays ends in it
constexpr std::uint8_t kInherited = kFinal | kDeleted;

std::size_t at(std::int32_t cluster) { return static_cast<std::size_t>(cluster); }

}  // namespace

Pruner::Pruner(const Graph& graph)
    : graph_(graph),
      strong_(graph),
      node_marks_(static_cast<std::size_t>(graph.node_count())),
      edge_marks_(static_cast<std::size_t>(graph.edge_count())) {
  flags_.reserve(2 * static_cast<std::size_t>(graph.node_count()));
}

void Pruner::prune(const GrowthState& growth, std::span<const double> prizes,
                   const PcstOptions& options, Forest& forest) {
  forest.nodes.clear();
  forest.edges.clear();
  mark_final_clusters(growth);
  collect(growth, options.pruning, forest);
  if (options.pruning == Pruning::strong) strong_.reduce(prizes, options, forest);
  for (const NodeId node : forest.nodes) node_marks_.set(node);
  for (const EdgeId edge : forest.edges) edge_marks_.set(edge);
  forest.nodes.clear();
  forest.edges.clear();
  node_marks_.drain_into(forest.nodes);
  edge_marks_.drain_into(forest.edges);
}

void Pruner::mark_final_clusters(const GrowthState& growth) {
  flags_.assign(growth.clusters().size(), 0);
  for (const std::int32_t cluster : growth.final_clusters()) flags_[at(cluster)] = kFinal;
}

// Walks through the clusters from the last to the first, so that a merged cluster comes before its
// parts and the purchases are undone in reverse order.
void Pruner::collect(const GrowthState& growth, Pruning pruning, Forest& forest) {
  const std::span<const MoatForest::Cluster> clusters = growth.clusters();
  auto purchase = growth.purchases().rbegin();
  for (auto cluster = static_cast<std::int32_t>(clusters.size()); cluster-- > 0;) {
    const std::int32_t parent = clusters[at(cluster)].parent;
    if (parent >= 0)
      flags_[at(cluster)] =
          static_cast<std::uint8_t>(flags_[at(cluster)] | (flags_[at(parent)] & kInherited));
    const bool wanted = (flags_[at(cluster)] & kInherited) == kFinal;

    if (!clusters[at(cluster)].is_single()) {
      if (keeps_edge(growth, *purchase, wanted, pruning)) forest.edges.push_back(purchase->edge);
      ++purchase;
    } else if (wanted || (pruning == Pruning::none && parent >= 0)) {
      forest.nodes.push_back(clusters[at(cluster)].node());
    }
  }
}

// In gw pruning a part that was inactive when it was bought stays only if an edge bought later,
// which stays, ends in it.
bool Pruner::keeps_edge(const GrowthState& growth, const Purchase& purchase, bool wanted,
                        Pruning pruning) {
  if (pruning == Pruning::none) return true;
  if (!wanted) return false;
  if (pruning != Pruning::gw) return true;
  if (purchase.inactive_part >= 0 && (flags_[at(purchase.inactive_part)] & kNecessary) == 0) {
    flags_[at(purchase.inactive_part)] |= kDeleted;
    return false;
  }
  mark_necessary(growth, graph_.end_of(2 * purchase.edge));
  mark_necessary(growth, graph_.end_of(2 * purchase.edge + 1));
  return true;
}

void Pruner::mark_necessary(const GrowthState& growth, NodeId node) {
  std::int32_t cluster = growth.initial_cluster(node);
  while (cluster >= 0 && (flags_[at(cluster)] & kNecessary) == 0) {
    flags_[at(cluster)] |= kNecessary;
    cluster = growth.clusters()[at(cluster)].parent;
  }
}

std::size_t Pruner::memory_bytes() const {
  return strong_.memory_bytes() + flags_.capacity() + node_marks_.memory_bytes() +
         edge_marks_.memory_bytes();
}

}  // namespace graphsparse
