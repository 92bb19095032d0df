#include "pcst/queue_growth.hpp"

#include <algorithm>
#include <utility>

#include "pcst/huge_pages.hpp"

namespace graphsparse {
namespace {

// The half-edges that wait on a cluster form a ring, named by its last.
constexpr HalfEdge kEmptyRing = ClusterSets::kNoHalf;
constexpr HalfEdge kNotWaiting = -2;
constexpr double kNotDue = -1.0;

// Smaller graphs stay in the caches: on 1e4 nodes fetching ahead gains no time and costs 15 to 23 %
// more instructions.
constexpr NodeId kFetchAheadFrom = 1 << 15;
// Few enough that all they ask for fits into a processor's second cache.
constexpr std::size_t kEventsAtOnce = 32;
constexpr std::size_t kMostNeighbours = 16;

// One event per edge and one per active cluster can be current. A quarter more, so that clearing
// out the overtaken ones when the queue is full always pays.
std::size_t queue_capacity(const Graph& graph) {
  const std::int64_t current = std::int64_t{graph.edge_count()} + graph.node_count();
  return static_cast<std::size_t>(current + current / 4 + 16);
}

}  // namespace

QueueGrowth::QueueGrowth(const Graph& graph)
    : graph_(graph),
      queue_(queue_capacity(graph)),
      fetches_ahead_(graph.node_count() >= kFetchAheadFrom),
      // Written when growth first meets an edge: an untouched part of the graph costs nothing.
      edges_(make_large_array<EdgeRecord>(graph.edge_count())) {
  to_absorb_.reserve(2 * kEventsAtOnce);
}

bool QueueGrowth::grow(GrowthState& state, const PcstOptions& options, std::int64_t patience) {
  state_ = &state;
  queue_.clear();
  for (const NodeId node : state.starters()) {
    push_deactivation(node);
    schedule_edges_of_starter(node);
  }
  while (state.active_count() > options.components && !queue_.empty()) {
    if (queue_.needs_refill()) {
      queue_.refill();
      unfetched_ = queue_.run().size();
    }
    if (fetches_ahead_ && queue_.run().size() <= unfetched_) fetch_ahead();
    const GrowthEvent event = queue_.pop();
    if (is_overtaken(event)) continue;
    state.set_now(event.time());
    if (event.kind() == GrowthEvent::Kind::deactivation) {
      run_deactivation(static_cast<NodeId>(event.number()));
    } else {
      run_edge_event(event);
    }
    if (state.edge_events() > patience) return false;
  }
  return true;
}

void QueueGrowth::begin_edge(EdgeId edge) { record(edge) = {kNotDue, {kNotWaiting, kNotWaiting}}; }

void QueueGrowth::schedule_edges_of_starter(NodeId starter) {
  const End near = end_at(starter);
  for (const auto& [neighbour, half] : graph_.incident(starter)) {
    End far;
    if (state_->is_untouched(neighbour)) {
      far.moat = state_->prize(neighbour);
    } else {
      // Seen from both ends, scheduled from one.
      if ((half & 1) != 0 && neighbour != state_->root()) continue;
      far = end_at(neighbour);
    }
    begin_edge(edge_of(half));
    schedule(half, near, far, state_->scaled_cost(edge_of(half)) - far.moat);
  }
}

// Decides when an edge will be looked at next: when it is covered if all stays as it is, and
// earlier if something changes that lets it be covered earlier. The latter means that an inactive
// end wakes, or that a cluster gets to live longer than its deadline said.
void QueueGrowth::schedule(HalfEdge half, const End& near, const End& far, double remainder) {
  const EdgeId edge = edge_of(half);
  record(edge).due = kNotDue;
  if (near.is_active() && far.is_active()) {
    const double due = state_->now() + 0.5 * remainder;
    if (due < std::max(near.grows_until, far.grows_until)) {
      push_edge(edge, due, GrowthEvent::Kind::growing_edge);
      return;
    }
    wait_on(near, half);
    wait_on(far, twin_of(half));
    return;
  }
  if (!near.is_active() && far.is_active()) {
    schedule(twin_of(half), far, near, remainder);
    return;
  }
  wait_on(far, twin_of(half));
  const double due = state_->now() + remainder;
  if (due < near.grows_until) {
    push_edge(edge, due, GrowthEvent::Kind::other_edge);
    return;
  }
  wait_on(near, half);
}

void QueueGrowth::push_edge(EdgeId edge, double due, GrowthEvent::Kind kind) {
  record(edge).due = due;
  push({due, kind, 0, static_cast<std::uint32_t>(edge)});
}

void QueueGrowth::push_deactivation(NodeId cluster) {
  push({state_->sets()[cluster].deadline, GrowthEvent::Kind::deactivation, rank(cluster),
        static_cast<std::uint32_t>(cluster)});
}

// Ranks are by age: single nodes by number, then merged clusters.
std::uint32_t QueueGrowth::rank(NodeId cluster) const {
  const ClusterSets::Record& here = state_->sets()[cluster];
  const auto nodes = static_cast<std::uint32_t>(graph_.node_count());
  return here.size == 1 ? static_cast<std::uint32_t>(cluster)
                        : nodes + static_cast<std::uint32_t>(here.number);
}

void QueueGrowth::push(const GrowthEvent& event) {
  if (queue_.full()) {
    queue_.purge([this](const GrowthEvent& old) { return is_overtaken(old); });
  }
  queue_.push(event);
}

bool QueueGrowth::is_overtaken(const GrowthEvent& event) {
  if (event.kind() != GrowthEvent::Kind::deactivation) {
    return event.time() != record(static_cast<EdgeId>(event.number())).due;
  }
  const ClusterSets& sets = state_->sets();
  const NodeId cluster = state_->sets().find(static_cast<NodeId>(event.number())).cluster;
  return !sets.is_active(cluster) || sets[cluster].deadline != event.time();
}

void QueueGrowth::run_deactivation(NodeId node) {
  state_->deactivate(state_->sets().find(node).cluster);
}

void QueueGrowth::run_edge_event(const GrowthEvent& event) {
  state_->count_edge_event();
  const auto edge = static_cast<EdgeId>(event.number());
  const HalfEdge half = 2 * edge;
  const End u = end_at(graph_.end_of(half));
  const End v = end_at(graph_.end_of(twin_of(half)));
  record(edge).due = kNotDue;
  if (u.cluster == v.cluster) return;  // bought around by now
  const double cost = state_->scaled_cost(edge);
  const double remainder = cost - u.moat - v.moat;
  if (!state_->is_covered(remainder, cost) || (!u.is_active() && !v.is_active())) {
    schedule(half, u, v, remainder);
  } else if (u.is_active()) {
    buy(half, u.cluster, v);
  } else {
    buy(twin_of(half), v.cluster, u);
  }
}

void QueueGrowth::buy(HalfEdge half, NodeId active, const End& far) {
  const EdgeId edge = edge_of(half);
  if (far.cluster == kNoNode) {
    const NodeId node = graph_.end_of(twin_of(half));
    const HalfEdge waiting = state_->sets()[active].halves;
    state_->touch_inactive(node);
    const NodeId whole = state_->merge(active, node, edge);
    state_->sets()[whole].halves = waiting;
    schedule_edges_of_absorbed(node, whole);
    return;
  }
  const HalfEdge waiting = std::exchange(state_->sets()[active].halves, kEmptyRing);
  const HalfEdge far_waiting = std::exchange(state_->sets()[far.cluster].halves, kEmptyRing);
  const NodeId whole = state_->merge(active, far.cluster, edge);
  if (whole == state_->root_cluster()) return;
  if (far.is_active()) {
    push_deactivation(whole);
    reschedule(waiting);
  } else {
    state_->sets()[whole].halves = waiting;  // nothing has changed for these
  }
  reschedule(far_waiting);
}

// The edges of a node that growth meets for the first time.
void QueueGrowth::schedule_edges_of_absorbed(NodeId node, NodeId cluster) {
  const End near = {cluster, state_->prize(node), state_->sets()[cluster].deadline};
  for (const auto& [neighbour, half] : graph_.incident(node)) {
    const EdgeId edge = edge_of(half);
    End far;
    if (state_->is_untouched(neighbour)) {
      far.moat = state_->prize(neighbour);
      begin_edge(edge);
    } else {
      if (neighbour == state_->root()) begin_edge(edge);  // the root never looked at its edges
      far = end_at(neighbour);
      if (far.cluster == cluster) {
        record(edge).due = kNotDue;  // needs no further look
        continue;
      }
    }
    schedule(half, near, far, state_->scaled_cost(edge) - near.moat - far.moat);
  }
}

void QueueGrowth::wait_on(const End& end, HalfEdge half) {
  if (end.cluster == kNoNode || end.cluster == state_->root_cluster()) return;  // never wakes
  if (next_waiting(half) != kNotWaiting) return;
  HalfEdge& last = state_->sets()[end.cluster].halves;
  if (last == kEmptyRing) {
    next_waiting(half) = half;
  } else {
    next_waiting(half) = std::exchange(next_waiting(last), half);
  }
  last = half;
}

void QueueGrowth::reschedule(HalfEdge last_waiting) {
  if (last_waiting == kEmptyRing) return;
  HalfEdge half = std::exchange(next_waiting(last_waiting), kEmptyRing);
  while (half != kEmptyRing) {
    const HalfEdge next = std::exchange(next_waiting(half), kNotWaiting);
    state_->count_edge_event();
    const End near = end_at(graph_.end_of(half));
    const End far = end_at(graph_.end_of(twin_of(half)));
    if (near.cluster != far.cluster) {
      const double cost = state_->scaled_cost(edge_of(half));
      schedule(half, near, far, std::max(0.0, cost - near.moat - far.moat));
    }
    half = next;
  }
}

QueueGrowth::End QueueGrowth::end_at(NodeId node) {
  if (state_->is_untouched(node)) return {kNoNode, state_->prize(node), 0.0};
  ClusterSets& sets = state_->sets();
  const ClusterSets::Place place = sets.find(node);
  const ClusterSets::Record& cluster = sets[place.cluster];
  const bool active = cluster.inactive_since == ClusterSets::kActive;
  return {place.cluster, place.offset + sets.moat(place.cluster, state_->now()),
          active ? cluster.deadline : 0.0};
}

std::size_t QueueGrowth::memory_bytes() const {
  return queue_.memory_bytes() + static_cast<std::size_t>(graph_.edge_count()) * sizeof(EdgeRecord);
}

// The next events touch memory all over the place, and a large solve mostly waits for it. Asking
// for all that a block of events needs lets the waits overlap: 10 to 20 % of the time less on 1e5
// nodes, a quarter on a million.

void QueueGrowth::fetch_ahead() {
  const std::span<const GrowthEvent> run = queue_.run();
  const std::size_t end = std::min(unfetched_, run.size());
  unfetched_ = end - std::min(end, kEventsAtOnce);
  const std::span<const GrowthEvent> block = run.subspan(unfetched_, end - unfetched_);
  // What is asked for later is found in what was asked for before.
  for (const GrowthEvent& event : block) fetch_edge(event);
  to_absorb_.clear();
  for (const GrowthEvent& event : block) fetch_clusters(event);
  for (const NodeId node : to_absorb_) fetch_neighbours(node);
}

void QueueGrowth::fetch_edge(const GrowthEvent& event) {
  if (event.kind() == GrowthEvent::Kind::deactivation) {
    prefetch(&state_->sets()[static_cast<NodeId>(event.number())]);
    return;
  }
  const auto edge = static_cast<EdgeId>(event.number());
  prefetch(&record(edge));
  for (const NodeId node : {graph_.end_of(2 * edge), graph_.end_of(2 * edge + 1)}) {
    state_->prefetch_node(node);
    prefetch(graph_.address_of_incident(node));
  }
}

// The clusters that the ends belong to, and the list of neighbours of an end that will be absorbed.
void QueueGrowth::fetch_clusters(const GrowthEvent& event) {
  if (event.kind() == GrowthEvent::Kind::deactivation || is_overtaken(event)) return;
  const auto edge = static_cast<EdgeId>(event.number());
  for (const NodeId node : {graph_.end_of(2 * edge), graph_.end_of(2 * edge + 1)}) {
    if (state_->is_untouched(node)) {
      prefetch(graph_.incident(node).data());
      to_absorb_.push_back(node);
    } else {
      prefetch(&state_->sets()[state_->sets()[node].parent]);
    }
  }
}

void QueueGrowth::fetch_neighbours(NodeId absorbed) {
  const std::span<const Graph::Incidence> all = graph_.incident(absorbed);
  for (const auto& [neighbour, half] : all.first(std::min(all.size(), kMostNeighbours))) {
    prefetch(&record(edge_of(half)));
    state_->prefetch_node(neighbour);
  }
}

}  // namespace graphsparse
