#include "pcst/heap_growth.hpp"

#include <limits>

namespace graphsparse {
namespace {

// After so many edge events per edge on average, bounded growth always shares remainders evenly.
// Each event then halves the remainder of its edge, so no edge can have more than about fifty
// further ones.
constexpr std::int64_t kPatience = 4;

}  // namespace

HeapGrowth::HeapGrowth(const Graph& graph)
    : graph_(graph),
      heaps_(graph.edge_count()),
      queue_(2 * graph.node_count()),
      share_(2 * std::int64_t{graph.edge_count()}),
      is_done_(share_.size()) {
  clusters_.reserve(2 * std::int64_t{graph.node_count()});
  way_.reserve(clusters_.capacity() / 2);
}

void HeapGrowth::grow(GrowthState& state, std::int64_t target, HeapSharing sharing) {
  patience_ = sharing == HeapSharing::bounded ? kPatience * graph_.edge_count()
                                              : std::numeric_limits<std::int64_t>::max();
  start(state);
  while (active_ > target && !queue_.empty()) {
    const ClusterEvent event = queue_.top();
    state.set_now(event.time);
    if (event.is_deactivation()) {
      run_deactivation(event.cluster);
    } else {
      run_edge_event(event.cluster);
    }
  }
}

void HeapGrowth::start(GrowthState& state) {
  state_ = &state;
  clusters_.clear();
  queue_.clear();
  root_cluster_ = state.root();
  active_ = graph_.node_count();
  for (NodeId node = 0; node < graph_.node_count(); ++node) {
    Cluster single;
    single.member = node;
    single.prizes = single.deadline = state.prize(node);
    clusters_.push_back(single);
  }
  is_done_.assign(is_done_.size(), 0);
  for (HalfEdge half = 0; half < 2 * graph_.edge_count(); ++half) {
    share_[half] = 0.5 * state.scaled_cost(edge_of(half));
    HalfEdge& heap = clusters_[graph_.end_of(half)].halves;
    heap = heaps_.insert(heap, half, share_[half]);
  }
  if (root_cluster_ != kNothing) end(clusters_[root_cluster_]);  // it never grows
  for (NodeId node = 0; node < graph_.node_count(); ++node) {
    if (node != root_cluster_) queue_.append(next_event(node));
  }
  queue_.make_heap();
}

ClusterEvent HeapGrowth::next_event(std::int32_t number) const {
  const Cluster& here = clusters_[number];
  if (here.halves != HalfEdgeHeap::kEmpty) {
    const double time = heaps_.top_key(here.halves);
    if (time < here.deadline) return ClusterEvent::edge(time, number, number);
  }
  return ClusterEvent::deactivation(here.deadline, number, number);
}

void HeapGrowth::end(Cluster& growing) {
  growing.is_active = false;
  growing.ended = state_->now();
  growing.moat = growing.ended - growing.begun;
  --active_;
}

void HeapGrowth::run_deactivation(std::int32_t number) {
  end(clusters_[number]);
  queue_.remove(number);
  // The state takes nodes that cannot reach an edge for inactive from the beginning.
  const NodeId member = clusters_[number].member;
  if (!state_->is_untouched(member)) state_->deactivate(state_->sets().find(member).cluster);
}

// Sums in the order of the published programs, so that times agree to the last bit.
HeapGrowth::Moats HeapGrowth::moats_around(NodeId node) {
  way_.clear();
  std::int32_t at = node;
  Moats moats;
  while (clusters_[at].merged_into != kNothing) {
    way_.push_back(at);
    Cluster& here = clusters_[at];
    const bool can_skip = here.shortcut != kNothing;
    // Until the end is known, what lies below is kept in place of what lies above.
    const double below = moats.sum;
    moats.sum += can_skip ? here.shortcut_moats : here.moat;
    here.shortcut_moats = below;
    at = can_skip ? here.shortcut : here.merged_into;
  }
  for (const std::int32_t passed : way_) {
    clusters_[passed].shortcut = at;
    clusters_[passed].shortcut_moats = moats.sum - clusters_[passed].shortcut_moats;
  }
  const Cluster& top = clusters_[at];
  moats.cluster = at;
  moats.finished = moats.sum;
  moats.sum += top.is_active ? state_->now() - top.begun : top.moat;
  if (!top.is_active) moats.finished = moats.sum;
  return moats;
}

void HeapGrowth::run_edge_event(std::int32_t number) {
  state_->count_edge_event();
  Cluster& growing = clusters_[number];
  const HalfEdge half = growing.halves;
  const HalfEdge twin = twin_of(half);
  growing.halves = heaps_.pop(half);
  queue_.update(next_event(number));
  if (is_done_[half] != 0) return;
  const Moats near = moats_around(graph_.end_of(half));
  const Moats far = moats_around(graph_.end_of(twin));
  const double cost = state_->scaled_cost(edge_of(half));
  const double remainder = cost - near.sum - far.sum;
  const bool is_bought_around = near.cluster == far.cluster;
  if (!is_bought_around && !state_->is_covered(remainder, cost)) {
    share_remainder(half, near, far, remainder);
    return;
  }
  is_done_[twin] = 1;
  if (!is_bought_around) buy(half, near.cluster, far.cluster);
}

// Every edge has an uncovered remainder that its two halves share: a half is looked at when its own
// cluster has grown by its share. Half and half is exact while both sides grow; an inactive side
// gets nothing as long as there is patience, so that its half is looked at as soon as it wakes.
void HeapGrowth::share_remainder(HalfEdge half, const Moats& near, const Moats& far,
                                 double remainder) {
  const HalfEdge twin = twin_of(half);
  Cluster& here = clusters_[near.cluster];
  Cluster& other = clusters_[far.cluster];
  const bool lost_patience =
      state_->edge_events() > patience_ && far.cluster != root_cluster_;  // which never wakes
  const double part = other.is_active || lost_patience ? 0.5 * remainder : remainder;
  share_[half] = near.sum + part;
  here.halves = heaps_.insert(here.halves, half, state_->now() + part);
  queue_.update(next_event(near.cluster));

  const double since = other.is_active ? other.begun : other.ended;
  const double key = (other.is_active ? state_->now() : other.ended) + (remainder - part);
  other.halves = heaps_.decrease(other.halves, twin, since + share_[twin] - far.finished, key);
  share_[twin] = far.sum + (remainder - part);
  if (other.is_active) queue_.update(next_event(far.cluster));
}

void HeapGrowth::buy(HalfEdge half, std::int32_t active, std::int32_t other) {
  const auto number = static_cast<std::int32_t>(clusters_.size());
  for (const std::int32_t at : {active, other}) {
    Cluster& part = clusters_[at];
    if (part.is_active) {
      end(part);
      if (at == other) queue_.remove(other);
    } else {
      heaps_.add_to_all(part.halves, state_->now() - part.ended);
    }
    part.merged_into = number;
  }
  const Cluster& near = clusters_[active];
  const Cluster& far = clusters_[other];
  Cluster whole;
  whole.member = near.member;
  whole.begun = state_->now();
  whole.prizes = near.prizes + far.prizes;
  whole.moats_inside = near.moats_inside + far.moats_inside + (near.moat + far.moat);
  whole.deadline = whole.begun + whole.prizes - whole.moats_inside;
  whole.halves = heaps_.meld(near.halves, far.halves);

  if (state_->is_untouched(far.member)) state_->touch_inactive(far.member);
  ClusterSets& sets = state_->sets();
  state_->merge(sets.find(near.member).cluster, sets.find(far.member).cluster, edge_of(half));

  ++active_;
  clusters_.push_back(whole);
  if (other == root_cluster_) {  // whatever joins the root stops growing
    root_cluster_ = number;
    queue_.remove(active);
    end(clusters_.back());
    return;
  }
  queue_.rename(active, number);
  queue_.update(next_event(number));
}

std::size_t HeapGrowth::memory_bytes() const {
  return heaps_.memory_bytes() + queue_.memory_bytes() + clusters_.capacity() * sizeof(Cluster) +
         share_.capacity() * sizeof(double) + is_done_.capacity() +
         way_.capacity() * sizeof(std::int32_t);
}

}  // namespace graphsparse
