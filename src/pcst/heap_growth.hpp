// Mergeable heaps whose elements are the half-edges themselves, so that nothing is ever allocated:
// pairing heaps in which a number can be added to all keys of a heap at once. Each cluster owns
// one; the keys are the times at which its half-edges want to be looked at.
#pragma once

#include <cstdint>
#include <vector>

#include "graphsparse/core/id_vector.hpp"
#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"
#include "pcst/growth_state.hpp"

namespace graphsparse {

class HalfEdgeHeap {
 public:
  // A heap is named by its root; this is the empty one.
  static constexpr HalfEdge kEmpty = -1;

  explicit HalfEdgeHeap(EdgeId edge_count) : slots_(2 * std::int64_t{edge_count}) {}

  double top_key(HalfEdge root) const { return slots_[root].key; }

  // Adds a half-edge that is in no heap; returns the new root.
  HalfEdge insert(HalfEdge root, HalfEdge half, double key) {
    Slot& added = slots_[half];
    added.key = key;
    added.child_shift = 0.0;
    added.first_child = kEmpty;
    return meld(root, half);
  }

  HalfEdge meld(HalfEdge a, HalfEdge b) {
    if (a == kEmpty) return b;
    if (b == kEmpty) return a;
    return link(a, b);
  }

  // Adds `shift` to every key.
  void add_to_all(HalfEdge root, double shift) {
    if (root == kEmpty) return;
    slots_[root].key += shift;
    slots_[root].child_shift += shift;
  }

  // Removes the root; returns the new one.
  HalfEdge pop(HalfEdge root) {
    HalfEdge child = slots_[root].first_child;
    if (child == kEmpty) return kEmpty;
    const double shift = slots_[root].child_shift;

    // First pass, left to right: link the children in pairs, stacking the winners through `next`.
    HalfEdge winners = kEmpty;
    while (child != kEmpty) {
      const HalfEdge first = child;
      const HalfEdge second = slots_[first].next;
      slots_[first].key += shift;
      slots_[first].child_shift += shift;
      if (second == kEmpty) {
        slots_[first].next = winners;
        winners = first;
        break;
      }
      child = slots_[second].next;
      slots_[second].key += shift;
      slots_[second].child_shift += shift;
      const HalfEdge winner = link(first, second);
      slots_[winner].next = winners;
      winners = winner;
    }

    // Second pass, right to left: fold the winners into one heap.
    HalfEdge result = winners;
    winners = slots_[winners].next;
    while (winners != kEmpty) {
      const HalfEdge following = slots_[winners].next;
      result = link(result, winners);
      winners = following;
    }
    return result;
  }

  // Lowers the key of a half-edge in the heap from `from` to `to`; returns the new root. `from` is
  // needed because a stored key lacks the shifts of the ancestors.
  HalfEdge decrease(HalfEdge root, HalfEdge half, double from, double to) {
    Slot& lowered = slots_[half];
    if (half == root) {
      lowered.key = to;
      return root;
    }
    Slot& left = slots_[lowered.previous];
    (left.first_child == half ? left.first_child : left.next) = lowered.next;
    if (lowered.next != kEmpty) slots_[lowered.next].previous = lowered.previous;
    lowered.child_shift += from - lowered.key;
    lowered.key = to;
    return link(root, half);
  }

  std::size_t memory_bytes() const { return slots_.capacity() * sizeof(Slot); }

 private:
  struct Slot {
    double key;          // the true key is this plus the child_shift of all ancestors
    double child_shift;  // still to be added to everything below
    HalfEdge first_child;
    HalfEdge next;      // sibling to the right
    HalfEdge previous;  // sibling to the left, or the parent of a first child
  };

  // Makes the later of two roots the first child of the earlier. Of two with the same key the one
  // that is added comes first, as in the published programs, whose ties depend on history.
  HalfEdge link(HalfEdge a, HalfEdge b) {
    const bool b_first = slots_[b].key <= slots_[a].key;
    const HalfEdge winner = b_first ? b : a;
    const HalfEdge loser = b_first ? a : b;
    Slot& top = slots_[winner];
    Slot& below = slots_[loser];
    below.key -= top.child_shift;
    below.child_shift -= top.child_shift;
    below.next = top.first_child;
    below.previous = winner;
    if (top.first_child != kEmpty) slots_[top.first_child].previous = loser;
    top.first_child = loser;
    return winner;
  }

  IdVector<Slot> slots_;
};

// What a cluster waits for. At the same time deactivations come before edges, and among each the
// older cluster.
struct ClusterEvent {
  static constexpr std::uint32_t kEdgeBit = std::uint32_t{1} << 31;

  double time;
  std::uint32_t order;
  NodeId cluster;

  static ClusterEvent deactivation(double time, std::int32_t cluster_number, NodeId cluster) {
    return {time, static_cast<std::uint32_t>(cluster_number), cluster};
  }
  static ClusterEvent edge(double time, std::int32_t cluster_number, NodeId cluster) {
    return {time, static_cast<std::uint32_t>(cluster_number) | kEdgeBit, cluster};
  }
  bool is_deactivation() const { return (order & kEdgeBit) == 0; }
};

inline bool earlier(const ClusterEvent& a, const ClusterEvent& b) {
  return a.time < b.time || (a.time == b.time && a.order < b.order);
}

// The queue of active clusters, earliest event first: an indexed heap with four children a node,
// which is shallower and kinder to the cache than a binary one.
class ClusterQueue {
 public:
  explicit ClusterQueue(NodeId node_count) : position_(node_count) {
    events_.reserve(position_.size());
  }

  bool empty() const { return events_.empty(); }
  const ClusterEvent& top() const { return events_.front(); }
  void clear() { events_.clear(); }

  // For filling: append in any order, then make_heap once.
  void append(const ClusterEvent& event) { events_.push_back(event); }
  void make_heap() {
    for (std::size_t at = 0; at < events_.size(); ++at) place(at, events_[at]);
    if (events_.size() < 2) return;
    for (std::size_t at = (events_.size() - 2) / kArity + 1; at-- > 0;) sift_down(at, events_[at]);
  }

  // Replaces the event of a cluster that is in the queue.
  void update(const ClusterEvent& event) {
    const std::size_t at = position_[event.cluster];
    if (at > 0 && earlier(event, events_[parent(at)])) {
      sift_up(at, event);
    } else {
      sift_down(at, event);
    }
  }

  void remove(NodeId cluster) {
    const std::size_t at = position_[cluster];
    const ClusterEvent last = events_.back();
    events_.pop_back();
    if (at == events_.size()) return;
    if (at > 0 && earlier(last, events_[parent(at)])) {
      sift_up(at, last);
    } else {
      sift_down(at, last);
    }
  }

  // The cluster goes on under another representative.
  void rename(NodeId from, NodeId to) {
    const std::uint32_t at = position_[from];
    events_[at].cluster = to;
    position_[to] = at;
  }

  std::size_t memory_bytes() const {
    return events_.capacity() * sizeof(ClusterEvent) + position_.capacity() * sizeof(std::uint32_t);
  }

 private:
  static constexpr std::size_t kArity = 4;

  static std::size_t parent(std::size_t at) { return (at - 1) / kArity; }

  void place(std::size_t at, const ClusterEvent& event) {
    events_[at] = event;
    position_[event.cluster] = static_cast<std::uint32_t>(at);
  }

  void sift_up(std::size_t at, const ClusterEvent& event) {
    while (at > 0) {
      const std::size_t above = parent(at);
      if (!earlier(event, events_[above])) break;
      place(at, events_[above]);
      at = above;
    }
    place(at, event);
  }

  // Takes the event by value: callers pass references into the array that is being moved.
  void sift_down(std::size_t at, const ClusterEvent event) {
    const std::size_t size = events_.size();
    for (;;) {
      const std::size_t first = at * kArity + 1;
      if (first >= size) break;
      const std::size_t end = first + kArity < size ? first + kArity : size;
      std::size_t best = first;
      for (std::size_t child = first + 1; child < end; ++child) {
        if (earlier(events_[child], events_[best])) best = child;
      }
      if (!earlier(events_[best], event)) break;
      place(at, events_[best]);
      at = best;
    }
    place(at, event);
  }

  std::vector<ClusterEvent> events_;
  IdVector<std::uint32_t> position_;
};

// What a look at an edge does with its uncovered remainder while one side is inactive.
enum class HeapSharing {
  // All goes to the active side, as in the published programs (Hegde, Indyk and Schmidt 2014, and
  // what is built on it). Where many edges are covered at one time, which of them is bought depends
  // there on the history of each cluster's heap; these have the same heaps with the same history.
  published,
  // After a while always half to each: slower, but with a proven bound on the work.
  bounded,
};

// Growth with a mergeable heap of half-edges for each cluster. It looks at every node and edge, and
// keeps clusters of its own beside those of the state, with sums of moats in the published order.
class HeapGrowth {
 public:
  explicit HeapGrowth(const Graph& graph);

  // Grows a state that has just been started until at most `target` clusters are active.
  void grow(GrowthState& state, std::int64_t target, HeapSharing sharing);

  std::size_t memory_bytes() const;

 private:
  static constexpr std::int32_t kNothing = -1;

  // Numbered in the order of creation: first the nodes.
  struct Cluster {
    bool is_active = true;
    NodeId member = kNoNode;  // one of its nodes
    double begun = 0.0;
    double ended = 0.0;  // when it became inactive
    double moat = 0.0;   // once it is no longer growing
    double deadline = 0.0;
    double prizes = 0.0;
    double moats_inside = 0.0;
    std::int32_t merged_into = kNothing;
    std::int32_t shortcut = kNothing;  // a cluster further up
    double shortcut_moats = 0.0;       // the moats on the way there
    HalfEdge halves = HalfEdgeHeap::kEmpty;
  };

  // What surrounds a node.
  struct Moats {
    double sum = 0.0;
    double finished = 0.0;  // those that no longer grow
    std::int32_t cluster = kNothing;
  };

  void start(GrowthState& state);
  void end(Cluster& growing);
  void run_deactivation(std::int32_t number);
  void run_edge_event(std::int32_t number);
  void buy(HalfEdge half, std::int32_t active, std::int32_t other);
  void share_remainder(HalfEdge half, const Moats& near, const Moats& far, double remainder);
  Moats moats_around(NodeId node);
  ClusterEvent next_event(std::int32_t number) const;

  const Graph& graph_;
  GrowthState* state_ = nullptr;
  HalfEdgeHeap heaps_;
  ClusterQueue queue_;
  IdVector<Cluster> clusters_;
  IdVector<double> share_;          // the sum of moats at which a half-edge wants to be looked at
  IdVector<std::uint8_t> is_done_;  // half-edges of edges bought, or bought around
  std::vector<std::int32_t> way_;
  std::int32_t root_cluster_ = kNothing;
  std::int64_t active_ = 0;
  std::int64_t patience_ = 0;
};

}  // namespace graphsparse
