#include "pcst/pruner.hpp"

namespace graphsparse {
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
