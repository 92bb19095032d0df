#include "pcst/authors_growth.hpp"

namespace graphsparse {

AuthorsGrowth::AuthorsGrowth(const Graph& graph)
    : graph_(graph),
      heaps_(graph.edge_count()),
      queue_(2 * graph.node_count()),
      share_(2 * static_cast<std::size_t>(graph.edge_count())),
      is_done_(share_.size()) {
  clusters_.reserve(2 * static_cast<std::size_t>(graph.node_count()));
  way_.reserve(static_cast<std::size_t>(graph.node_count()));
}

void AuthorsGrowth::grow(GrowthState& state, std::int64_t target) {
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

void AuthorsGrowth::start(GrowthState& state) {
  state_ = &state;
  clusters_.clear();
  queue_.clear();
  active_ = graph_.node_count();
  for (NodeId node = 0; node < graph_.node_count(); ++node) {
    Cluster single;
    single.member = node;
    single.prizes = single.deadline = state.prize(node);
    clusters_.push_back(single);
  }
  is_done_.assign(is_done_.size(), false);
  for (HalfEdge half = 0; half < 2 * graph_.edge_count(); ++half) {
    share(half) = 0.5 * state.scaled_cost(edge_of(half));
    HalfEdge& heap = cluster(graph_.end_of(half)).halves;
    heap = heaps_.insert(heap, half, share(half));
  }
  for (NodeId node = 0; node < graph_.node_count(); ++node) queue_.append(next_event(node));
  queue_.make_heap();
}

ClusterEvent AuthorsGrowth::next_event(std::int32_t number) const {
  const Cluster& here = cluster(number);
  if (here.halves != Heap::kEmpty) {
    const double time = heaps_.top_key(here.halves);
    if (time < here.deadline) return ClusterEvent::edge(time, number, number);
  }
  return ClusterEvent::deactivation(here.deadline, number, number);
}

void AuthorsGrowth::run_deactivation(std::int32_t number) {
  Cluster& ended = cluster(number);
  ended.is_active = false;
  ended.ended = state_->now();
  ended.moat = ended.ended - ended.begun;
  --active_;
  queue_.remove(number);
  // The state takes nodes that cannot reach an edge for inactive from the beginning.
  if (state_->is_untouched(ended.member)) return;
  state_->deactivate(state_->sets().find(ended.member).cluster);
}

// Sums in the order of the published programs, so that times agree to the last bit.
AuthorsGrowth::Moats AuthorsGrowth::moats_around(NodeId node) {
  way_.clear();
  std::int32_t at = node;
  Moats moats;
  while (cluster(at).merged_into != kNothing) {
    way_.push_back(at);
    const Cluster& here = cluster(at);
    const bool can_skip = here.shortcut != kNothing;
    // Until the end is known, what lies below is kept in place of what lies above.
    const double below = moats.sum;
    moats.sum += can_skip ? here.shortcut_moats : here.moat;
    const std::int32_t next = can_skip ? here.shortcut : here.merged_into;
    cluster(at).shortcut_moats = below;
    at = next;
  }
  for (const std::int32_t passed : way_) {
    cluster(passed).shortcut = at;
    cluster(passed).shortcut_moats = moats.sum - cluster(passed).shortcut_moats;
  }
  const Cluster& top = cluster(at);
  moats.cluster = at;
  moats.finished = moats.sum;
  moats.sum += top.is_active ? state_->now() - top.begun : top.moat;
  if (!top.is_active) moats.finished = moats.sum;
  return moats;
}

void AuthorsGrowth::run_edge_event(std::int32_t number) {
  state_->count_edge_event();
  Cluster& growing = cluster(number);
  const HalfEdge half = growing.halves;
  const HalfEdge twin = twin_of(half);
  growing.halves = heaps_.pop(half);
  queue_.update(next_event(number));
  if (is_done_[static_cast<std::size_t>(half)]) return;
  const Moats near = moats_around(graph_.end_of(half));
  const Moats far = moats_around(graph_.end_of(twin));
  if (near.cluster == far.cluster) {
    is_done_[static_cast<std::size_t>(twin)] = true;
    return;
  }
  const double cost = state_->scaled_cost(edge_of(half));
  const double remainder = cost - near.sum - far.sum;
  if (state_->is_covered(remainder, cost)) {
    is_done_[static_cast<std::size_t>(twin)] = true;
    buy(half, near.cluster, far.cluster);
    return;
  }
  share_remainder(half, near, far, remainder);
}

// Half and half while both sides grow, all to this side where the other is inactive; then the twin
// is looked at when its cluster wakes.
void AuthorsGrowth::share_remainder(HalfEdge half, const Moats& near, const Moats& far,
                                    double remainder) {
  const HalfEdge twin = twin_of(half);
  Cluster& other = cluster(far.cluster);
  const double part = other.is_active ? 0.5 * remainder : remainder;
  const double due = state_->now() + part;
  Cluster& here = cluster(near.cluster);
  share(half) = near.sum + part;
  here.halves = heaps_.insert(here.halves, half, due);
  queue_.update(next_event(near.cluster));

  const double since = other.is_active ? other.begun : other.ended;
  other.halves = heaps_.decrease(other.halves, twin, since + share(twin) - far.finished,
                                 other.is_active ? due : other.ended);
  share(twin) = far.sum + (other.is_active ? part : 0.0);
  if (other.is_active) queue_.update(next_event(far.cluster));
}

void AuthorsGrowth::buy(HalfEdge half, std::int32_t active, std::int32_t other) {
  const double now = state_->now();
  Cluster whole;
  for (const std::int32_t number : {active, other}) {
    Cluster& part = cluster(number);
    if (part.is_active) {
      part.is_active = false;
      part.ended = now;
      part.moat = now - part.begun;
      --active_;
      if (number == other) queue_.remove(other);
    } else {
      heaps_.add_to_all(part.halves, now - part.ended);
    }
    part.merged_into = static_cast<std::int32_t>(clusters_.size());
  }
  const Cluster& near = cluster(active);
  const Cluster& far = cluster(other);
  whole.member = near.member;
  whole.begun = now;
  whole.prizes = near.prizes + far.prizes;
  whole.moats_inside = near.moats_inside + far.moats_inside + (near.moat + far.moat);
  whole.deadline = now + whole.prizes - whole.moats_inside;
  whole.halves = heaps_.meld(near.halves, far.halves);

  if (state_->is_untouched(far.member)) state_->touch_inactive(far.member);
  ClusterSets& sets = state_->sets();
  state_->merge(sets.find(near.member).cluster, sets.find(far.member).cluster, edge_of(half));

  const auto number = static_cast<std::int32_t>(clusters_.size());
  clusters_.push_back(whole);
  ++active_;
  queue_.rename(active, number);
  queue_.update(next_event(number));
}

std::size_t AuthorsGrowth::memory_bytes() const {
  return heaps_.memory_bytes() + queue_.memory_bytes() + clusters_.capacity() * sizeof(Cluster) +
         share_.capacity() * sizeof(double) + is_done_.capacity() / 8 +
         way_.capacity() * sizeof(std::int32_t);
}

}  // namespace graphsparse
