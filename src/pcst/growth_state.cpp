#include "pcst/growth_state.hpp"

#include <algorithm>
#include <utility>

#include "pcst/huge_pages.hpp"

namespace graphsparse {

GrowthState::GrowthState(const Graph& graph) : graph_(graph), sets_(graph.node_count()) {
  const std::int64_t n = graph.node_count();
  run_of_node_ = make_large_vector<std::uint32_t>(n, 0);
  clusters_ = make_large_vector<MoatForest::Cluster>(2 * n);
  purchases_ = make_large_vector<Purchase>(n);
  starters_ = make_large_vector<NodeId>(n, kNoNode);
}

void GrowthState::start(std::span<const double> prizes, const PcstOptions& options) {
  if (++run_ == 0) {  // the stamps have gone once around
    std::fill(run_of_node_.begin(), run_of_node_.end(), 0);
    run_ = 1;
  }
  prizes_ = prizes;
  scale_ = options.cost_scale;
  now_ = 0.0;
  edge_events_ = 0;
  clusters_.clear();
  purchases_.clear();

  root_ = root_cluster_ = options.root;
  if (root_cluster_ != kNoNode) {
    // The root never grows and never spends its prize; its moat stays 0.
    run_of_node_[root_cluster_] = run_;
    sets_.make_inactive(root_cluster_, 0.0, new_cluster(0.0, -root_cluster_));
  }
  choose_starters(std::min<std::int64_t>(options.components, graph_.node_count()) + 1);
  for (const NodeId node : starters()) {
    run_of_node_[node] = run_;
    sets_.make_active(node, prize(node), new_cluster(0.0, -node));
  }
  active_ = static_cast<std::int64_t>(starter_count_);
}

// A node whose prize does not pay for half of its cheapest edge spends it before any of its edges
// can be covered: it is left out of the queues and counts as inactive from the beginning. Yet
// growth stops by the number of active clusters, and such nodes are active until they have spent
// their prize. The `spares` largest of them start like the others; when they are gone, so are the
// smaller ones, and as long as they are all there growth goes on anyway.
void GrowthState::choose_starters(std::int64_t spares) {
  const IdSpan<const double> cheapest = graph_.cheapest_costs();
  const double half_scale = 0.5 * scale_;
  const auto spare_limit =
      static_cast<std::ptrdiff_t>(std::min<std::int64_t>(spares, graph_.node_count()));
  const auto longer_active = [this](NodeId a, NodeId b) {
    return std::pair(prize(a), a) > std::pair(prize(b), b);
  };
  // Starters fill the array from the front; the spares so far are a heap that grows from its back,
  // shortest-lived on top.
  auto starters_end = starters_.begin();
  const auto spares_begin = starters_.rbegin();
  auto spares_end = spares_begin;
  for (NodeId node = 0; node < graph_.node_count(); ++node) {
    const double value = prize(node);
    if (node == root_cluster_) continue;
    if (value > half_scale * cheapest[node]) {
      *starters_end++ = node;
      continue;
    }
    if (spares_end - spares_begin == spare_limit) {
      if (!longer_active(node, *spares_begin)) continue;
      std::pop_heap(spares_begin, spares_end, longer_active);
      --spares_end;
    }
    *spares_end++ = node;
    std::push_heap(spares_begin, spares_end, longer_active);
  }
  starters_end = std::copy(spares_end.base(), starters_.end(), starters_end);
  starter_count_ = static_cast<std::size_t>(starters_end - starters_.begin());
}

void GrowthState::touch_inactive(NodeId node) {
  run_of_node_[node] = run_;
  sets_.make_inactive(node, prize(node), new_cluster(prize(node), -node));
}

void GrowthState::deactivate(NodeId representative) {
  ClusterSets::Record& record = sets_[representative];
  record.inactive_since = now_;
  cluster(record.number).moat += now_;
  --active_;
}

NodeId GrowthState::merge(NodeId active, NodeId other, EdgeId edge) {
  // Taken before uniting, which wakes the other.
  const bool other_active = sets_.is_active(other);
  const bool other_is_root = other == root_cluster_;
  const std::int32_t number = sets_[active].number;
  const std::int32_t other_number = sets_[other].number;

  // What an inactive cluster had to spend is spent: only the active part's rest counts.
  double deadline = sets_[active].deadline;
  cluster(number).moat += now_;
  if (other_active) {
    deadline += sets_[other].deadline - now_;
    cluster(other_number).moat += now_;
    --active_;
  }

  const NodeId whole = sets_.unite(active, other, now_);
  const std::int32_t merged = new_cluster(-now_, sets_[whole].size);
  cluster(number).parent = merged;
  cluster(other_number).parent = merged;
  purchases_.push_back({edge, other_active || other_is_root ? -1 : other_number});
  sets_[whole].number = merged;
  sets_[whole].deadline = deadline;

  if (other_is_root) {  // whatever joins the root stops growing
    root_cluster_ = whole;
    deactivate(whole);
  }
  return whole;
}

void GrowthState::finish() {
  final_count_ = 0;
  if (root_cluster_ != kNoNode) starters_[final_count_++] = sets_[root_cluster_].number;
  std::size_t next_purchase = 0;
  for (std::size_t at = 0; at < clusters_.size(); ++at) {
    MoatForest::Cluster& closing = clusters_[at];
    const bool single = closing.is_single();
    const std::size_t purchase = single ? next_purchase : next_purchase++;
    if (closing.parent >= 0) continue;
    const NodeId member = single ? closing.node() : graph_.end_of(2 * purchases_[purchase].edge);
    if (!sets_.is_active(sets_.find(member).cluster)) continue;
    closing.moat += now_;
    starters_[final_count_++] = static_cast<std::int32_t>(at);
  }
}

// While a cluster grows, its moat holds minus the time it began.
std::int32_t GrowthState::new_cluster(double moat, std::int32_t tag) {
  clusters_.push_back({moat, -1, tag});
  return static_cast<std::int32_t>(clusters_.size()) - 1;
}

std::size_t GrowthState::memory_bytes() const {
  return sets_.memory_bytes() + run_of_node_.capacity() * sizeof(run_of_node_[0]) +
         clusters_.capacity() * sizeof(clusters_[0]) + purchases_.capacity() * sizeof(Purchase) +
         starters_.capacity() * sizeof(NodeId);
}

}  // namespace graphsparse
