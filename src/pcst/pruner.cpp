#include "pcst/pruner.hpp"

#include <algorithm>

namespace graphsparse {

ForestPlaces::ForestPlaces(const Graph& graph) : graph_(graph), slots_(graph.node_count()) {
  node_at_.reserve(slots_.size());
  above_.reserve(slots_.size());
  edge_up_.reserve(slots_.size());
}

void ForestPlaces::number(std::span<const NodeId> nodes, std::span<const EdgeId> edges,
                          NodeId root) {
  for (const NodeId node : nodes) slots_[node] = {0, 0};
  for (const EdgeId edge : edges) {
    for (const NodeId end : {graph_.end_of(2 * edge), graph_.end_of(2 * edge + 1)}) {
      ++slots_[end].open_edges;
      slots_[end].number ^= edge;
    }
  }
  if (root != kNoNode) slots_[root].open_edges += 2;  // so that it never looks like a leaf

  node_at_.clear();
  above_.clear();
  edge_up_.clear();
  for (NodeId node : nodes) {
    while (slots_[node].open_edges == 1) {
      const EdgeId edge = slots_[node].number;
      const NodeId next = graph_.end_of(2 * edge) ^ graph_.end_of(2 * edge + 1) ^ node;
      edge_up_.push_back(edge);
      append(node, next);
      slots_[next].number ^= edge;
      --slots_[next].open_edges;
      node = next;
    }
  }
  for (const NodeId node : nodes) {
    if (slots_[node].open_edges != kPlaced) append(node, node);
  }
  for (std::int32_t& above : above_) above = slots_[above].number;
}

void ForestPlaces::append(NodeId node, NodeId above) {
  slots_[node] = {count(), kPlaced};
  node_at_.push_back(node);
  above_.push_back(above);  // its place is known in the end
}

std::size_t ForestPlaces::memory_bytes() const {
  return slots_.capacity() * sizeof(Slot) + node_at_.capacity() * sizeof(NodeId) +
         above_.capacity() * sizeof(Place) + edge_up_.capacity() * sizeof(EdgeId);
}

StrongPruning::StrongPruning(const Graph& graph) : graph_(graph), places_(graph) {
  records_.reserve(graph.node_count());
}

void StrongPruning::reduce(IdSpan<const double> prizes, const PcstOptions& options,
                           Forest& forest) {
  scale_ = options.cost_scale;
  places_.number(forest.nodes, forest.edges, options.root);
  records_.resize(forest.nodes.size());
  sum_payoffs(prizes);
  if (options.root == kNoNode) {
    mark_best_of_each_tree();
  } else {  // the tops stand in the order of the nodes
    Place root = places_.below_count();
    while (places_.node_at(root) != options.root) ++root;
    records_[root].is_kept = true;
  }
  forest.nodes.clear();
  forest.edges.clear();
  // Downwards, whatever hangs below a kept node and pays for its edge is kept.
  for (Place place = places_.count(); place-- > 0;) {
    bool& is_kept = records_[place].is_kept;
    if (!places_.is_top(place) && records_[places_.above(place)].is_kept) {
      is_kept = is_kept || gain(place) > 0.0;
      if (is_kept) forest.edges.push_back(places_.edge_up(place));
    }
    if (is_kept) forest.nodes.push_back(places_.node_at(place));
  }
}

void StrongPruning::sum_payoffs(IdSpan<const double> prizes) {
  for (Place place = 0; place < places_.count(); ++place) {
    records_[place] = {prizes[places_.node_at(place)], 0.0, place, false};
  }
  for (Place place = 0; place < places_.below_count(); ++place) {
    records_[places_.above(place)].payoff += std::max(0.0, gain(place));
  }
}

// Finds the node from which each tree is worth most, and keeps it and what pays above it.
void StrongPruning::mark_best_of_each_tree() {
  for (Place place = places_.count(); place-- > 0;) {
    Record& here = records_[place];
    if (places_.is_top(place)) {
      here.as_root = here.payoff;
      continue;
    }
    here.as_root = here.payoff + std::max(0.0, gain_above(place));
    const Place above = places_.above(place);
    here.top = places_.is_top(above) ? above : records_[above].top;
    Place& best = records_[here.top].top;
    if (here.as_root > records_[best].as_root) best = place;
  }
  for (Place top = places_.below_count(); top < places_.count(); ++top) {
    Place place = records_[top].top;
    records_[place].is_kept = true;
    while (place != top && gain_above(place) > 0.0) {
      place = places_.above(place);
      records_[place].is_kept = true;
    }
  }
}

double StrongPruning::gain(Place place) const {
  return records_[place].payoff - scale_ * graph_.cost(places_.edge_up(place));
}

double StrongPruning::gain_above(Place place) const {
  const double rest = records_[places_.above(place)].as_root - std::max(0.0, gain(place));
  return rest - scale_ * graph_.cost(places_.edge_up(place));
}

std::size_t StrongPruning::memory_bytes() const {
  return places_.memory_bytes() + records_.capacity() * sizeof(Record);
}

namespace {

constexpr std::uint8_t kFinal = 1;      // part of a cluster that the answer is made of
constexpr std::uint8_t kDeleted = 2;    // part of a branch that is cut off
constexpr std::uint8_t kNecessary = 4;  // an edge that stays ends in it
constexpr std::uint8_t kInherited = kFinal | kDeleted;

constexpr std::size_t kSortFrom = 1 << 15;

}  // namespace

Pruner::Pruner(const Graph& graph)
    : graph_(graph),
      strong_(graph),
      node_marks_(graph.node_count()),
      edge_marks_(graph.edge_count()) {
  flags_.reserve(2 * std::int64_t{graph.node_count()});
}

void Pruner::prune(const GrowthState& growth, IdSpan<const double> prizes,
                   const PcstOptions& options, Forest& forest) {
  forest.nodes.clear();
  forest.edges.clear();
  mark_final_clusters(growth);
  collect(growth, options.pruning, forest);
  if (options.pruning == Pruning::strong) {
    // In the order of their numbers what belongs together mostly lies together, which counts where
    // the forest is larger than the caches.
    if (forest.edges.size() >= kSortFrom) sort(forest);
    strong_.reduce(prizes, options, forest);
  }
  sort(forest);
}

void Pruner::sort(Forest& forest) {
  for (const NodeId node : forest.nodes) node_marks_.set(node);
  for (const EdgeId edge : forest.edges) edge_marks_.set(edge);
  forest.nodes.clear();
  forest.edges.clear();
  node_marks_.drain_into(forest.nodes);
  edge_marks_.drain_into(forest.edges);
}

void Pruner::mark_final_clusters(const GrowthState& growth) {
  flags_.assign(growth.clusters().size(), 0);
  for (const std::int32_t cluster : growth.final_clusters()) flags_[cluster] = kFinal;
}

// Walks through the clusters from the last to the first, so that a merged cluster comes before its
// parts and the purchases are undone in reverse order.
void Pruner::collect(const GrowthState& growth, Pruning pruning, Forest& forest) {
  const IdSpan<const MoatForest::Cluster> clusters = growth.clusters();
  auto purchase = growth.purchases().rbegin();
  for (auto cluster = static_cast<std::int32_t>(clusters.size()); cluster-- > 0;) {
    const std::int32_t parent = clusters[cluster].parent;
    if (parent >= 0)
      flags_[cluster] = static_cast<std::uint8_t>(flags_[cluster] | (flags_[parent] & kInherited));
    const bool wanted = (flags_[cluster] & kInherited) == kFinal;

    if (!clusters[cluster].is_single()) {
      if (keeps_edge(growth, *purchase, wanted, pruning)) forest.edges.push_back(purchase->edge);
      ++purchase;
    } else if (wanted || (pruning == Pruning::none && parent >= 0)) {
      forest.nodes.push_back(clusters[cluster].node());
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
  if (purchase.inactive_part >= 0 && (flags_[purchase.inactive_part] & kNecessary) == 0) {
    flags_[purchase.inactive_part] |= kDeleted;
    return false;
  }
  mark_necessary(growth, graph_.end_of(2 * purchase.edge));
  mark_necessary(growth, graph_.end_of(2 * purchase.edge + 1));
  return true;
}

void Pruner::mark_necessary(const GrowthState& growth, NodeId node) {
  std::int32_t cluster = growth.initial_cluster(node);
  while (cluster >= 0 && (flags_[cluster] & kNecessary) == 0) {
    flags_[cluster] |= kNecessary;
    cluster = growth.clusters()[cluster].parent;
  }
}

std::size_t Pruner::memory_bytes() const {
  return strong_.memory_bytes() + flags_.capacity() + node_marks_.memory_bytes() +
         edge_marks_.memory_bytes();
}

}  // namespace graphsparse
