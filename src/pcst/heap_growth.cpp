#include "pcst/heap_growth.hpp"

#include <algorithm>

namespace graphsparse {
namespace {

// After so many edge events an edge on average, remainders are always shared evenly. Each event
// then halves the remainder of its edge, so no edge can have more than about fifty further ones.
constexpr std::int64_t kPatience = 4;

}  // namespace

void HeapGrowth::grow(GrowthState& state, std::int64_t target) {
  state_ = &state;
  patience_ = kPatience * static_cast<std::int64_t>(graph_.edge_count());
  queue_.clear();
  for (const NodeId node : state.starters()) insert_halves_of_starter(node);
  for (const NodeId node : state.starters()) queue_.append(next_event(node));
  queue_.make_heap();
  while (state.active_count() > target && !queue_.empty()) {
    const ClusterEvent event = queue_.top();
    state.set_now(event.time);
    if (event.is_deactivation()) {
      run_deactivation(event.cluster);
    } else {
      run_edge_event(event.cluster);
    }
  }
}

// Every edge has an uncovered remainder that its two halves share: a half is looked at when its own
// cluster has grown by its share. Half and half is exact while both sides grow; an inactive side
// gets nothing, so that its half is looked at as soon as it wakes. When one side has used its
// share, what is left is exactly the other's share.
void HeapGrowth::insert_halves_of_starter(NodeId starter) {
  HalfEdge heap = HalfEdgeHeap<>::kEmpty;
  for (const auto& [neighbour, half] : graph_.incident(starter)) {
    const double cost = state_->scaled_cost(edge_of(half));
    double key = 0.5 * cost;
    if (state_->is_untouched(neighbour)) {
      key = cost - state_->prize(neighbour);
    } else if (neighbour == state_->root_cluster()) {
      key = cost;
    }
    heap = heaps_.insert(heap, half, key);
  }
  state_->sets()[starter].halves = heap;
}

ClusterEvent HeapGrowth::next_event(NodeId cluster) const {
  const ClusterSets::Record& record = state_->sets()[cluster];
  if (record.halves != HalfEdgeHeap<>::kEmpty) {
    const double time = heaps_.top_key(record.halves);
    if (time < record.deadline) return ClusterEvent::edge(time, record.number, cluster);
  }
  return ClusterEvent::deactivation(record.deadline, record.number, cluster);
}

void HeapGrowth::update_queue(NodeId cluster) { queue_.update(next_event(cluster)); }

void HeapGrowth::run_deactivation(NodeId cluster) {
  state_->deactivate(cluster);
  queue_.remove(cluster);
}

void HeapGrowth::run_edge_event(NodeId cluster) {
  state_->count_edge_event();
  ClusterSets& sets = state_->sets();
  const HalfEdge half = sets[cluster].halves;
  sets[cluster].halves = heaps_.pop(half);
  const NodeId far_end = graph_.end_of(twin_of(half));
  const double cost = state_->scaled_cost(edge_of(half));
  const double now = state_->now();

  NodeId other = kNoNode;
  double far_moat = 0.0;
  if (state_->is_untouched(far_end)) {
    far_moat = state_->prize(far_end);
  } else {
    const ClusterSets::Place place = sets.find(far_end);
    if (place.cluster == cluster) {  // bought around by now
      update_queue(cluster);
      return;
    }
    other = place.cluster;
    far_moat = place.offset + sets.moat(other, now);
  }
  const double near_moat = sets.find(graph_.end_of(half)).offset + sets.moat(cluster, now);
  const double remainder = cost - near_moat - far_moat;
  if (state_->is_covered(remainder, cost)) {
    buy(half, cluster, other);
    return;
  }
  share_remainder(half, cluster, other, remainder);
  update_queue(cluster);
}

// Shares the remainder of an edge between its halves; `half` is in no heap. `other` is the cluster
// at the far end, or kNoNode for an untouched node, which has no half in any heap.
void HeapGrowth::share_remainder(HalfEdge half, NodeId cluster, NodeId other, double remainder) {
  HalfEdge& heap = state_->sets()[cluster].halves;
  const double now = state_->now();
  if (other == kNoNode || other == state_->root_cluster()) {
    heap = heaps_.insert(heap, half, now + remainder);
    return;
  }
  const bool evenly = state_->sets().is_active(other) || state_->edge_events() > patience_;
  const double share = evenly ? 0.5 * remainder : remainder;
  heap = heaps_.insert(heap, half, now + share);
  lower_twin(twin_of(half), other, remainder, remainder - share);
}

// Lowers the far half's share from the whole remainder to `share`.
void HeapGrowth::lower_twin(HalfEdge twin, NodeId other, double remainder, double share) {
  ClusterSets::Record& record = state_->sets()[other];
  const bool active = record.inactive_since == ClusterSets::kActive;
  const double since = active ? state_->now() : record.inactive_since;
  record.halves = heaps_.decrease(record.halves, twin, since + remainder, since + share);
  if (active) update_queue(other);
}

void HeapGrowth::buy(HalfEdge half, NodeId cluster, NodeId other) {
  const NodeId far_end = graph_.end_of(twin_of(half));
  const bool absorbed = other == kNoNode;
  if (absorbed) {
    state_->touch_inactive(far_end);
    other = far_end;
  }
  ClusterSets& sets = state_->sets();
  if (sets.is_active(other)) {
    queue_.remove(other);
  } else {
    heaps_.add_to_all(sets[other].halves, state_->now() - sets[other].inactive_since);
  }
  const HalfEdge heap = heaps_.meld(sets[cluster].halves, sets[other].halves);
  const NodeId whole = state_->merge(cluster, other, edge_of(half));
  sets[whole].halves = heap;
  if (whole == state_->root_cluster()) {
    queue_.remove(cluster);
    return;
  }
  if (whole != cluster) queue_.rename(cluster, whole);
  if (absorbed) insert_halves_of_absorbed(far_end, whole);
  update_queue(whole);
}

// A node that growth meets for the first time: only now its edges are looked at.
void HeapGrowth::insert_halves_of_absorbed(NodeId node, NodeId cluster) {
  ClusterSets& sets = state_->sets();
  const double moat = state_->prize(node);
  for (const auto& [neighbour, half] : graph_.incident(node)) {
    const double rest = state_->scaled_cost(edge_of(half)) - moat;
    if (state_->is_untouched(neighbour)) {
      share_remainder(half, cluster, kNoNode, std::max(0.0, rest - state_->prize(neighbour)));
      continue;
    }
    const ClusterSets::Place place = sets.find(neighbour);
    if (place.cluster == cluster) continue;
    // The inactive node had no share, so the neighbour's half has had the whole remainder.
    const double far_moat = place.offset + sets.moat(place.cluster, state_->now());
    share_remainder(half, cluster, place.cluster, std::max(0.0, rest - far_moat));
  }
}

}  // namespace graphsparse
