// Mergeable heaps whose elements are the half-edges themselves, so that nothing is ever allocated:
// pairing heaps in which a number can be added to all keys of a heap at once. Each cluster owns
// one; the keys are the times at which its half-edges want to be looked at.
#pragma once

#include <cstdint>
#include <memory>

#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"
#include "pcst/cluster_queue.hpp"
#include "pcst/growth_state.hpp"

namespace graphsparse {

// Which of two roots with the same key becomes the root of both.
enum class HeapTies {
  larger_number,
  second,  // the one that is added: as in the published programs, whose ties depend on history
};

template <HeapTies ties = HeapTies::larger_number>
class HalfEdgeHeap {
 public:
  // A heap is named by its root; this is the empty one.
  static constexpr HalfEdge kEmpty = -1;

  explicit HalfEdgeHeap(EdgeId edge_count)
      // Left uninitialized: a half-edge is written when growth first meets it, so an untouched part
      // of the graph costs neither time nor memory pages.
      : slots_(std::make_unique_for_overwrite<Slot[]>(2 * static_cast<std::size_t>(edge_count))),
        slot_count_(2 * static_cast<std::size_t>(edge_count)) {}

  double top_key(HalfEdge root) const { return slot(root).key; }

  // Adds a half-edge that is in no heap; returns the new root.
  HalfEdge insert(HalfEdge root, HalfEdge half, double key) {
    Slot& added = slot(half);
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
    slot(root).key += shift;
    slot(root).child_shift += shift;
  }

  // Removes the root; returns the new one.
  HalfEdge pop(HalfEdge root) {
    HalfEdge child = slot(root).first_child;
    if (child == kEmpty) return kEmpty;
    const double shift = slot(root).child_shift;

    // First pass, left to right: link the children in pairs, stacking the winners through `next`.
    HalfEdge winners = kEmpty;
    while (child != kEmpty) {
      const HalfEdge first = child;
      const HalfEdge second = slot(first).next;
      slot(first).key += shift;
      slot(first).child_shift += shift;
      if (second == kEmpty) {
        slot(first).next = winners;
        winners = first;
        break;
      }
      child = slot(second).next;
      slot(second).key += shift;
      slot(second).child_shift += shift;
      const HalfEdge winner = link(first, second);
      slot(winner).next = winners;
      winners = winner;
    }

    // Second pass, right to left: fold the winners into one heap.
    HalfEdge result = winners;
    winners = slot(winners).next;
    while (winners != kEmpty) {
      const HalfEdge following = slot(winners).next;
      result = link(result, winners);
      winners = following;
    }
    return result;
  }

  // Lowers the key of a half-edge in the heap from `from` to `to`; returns the new root. `from` is
  // needed because a stored key lacks the shifts of the ancestors.
  HalfEdge decrease(HalfEdge root, HalfEdge half, double from, double to) {
    Slot& lowered = slot(half);
    if (half == root) {
      lowered.key = to;
      return root;
    }
    Slot& left = slot(lowered.previous);
    (left.first_child == half ? left.first_child : left.next) = lowered.next;
    if (lowered.next != kEmpty) slot(lowered.next).previous = lowered.previous;
    lowered.child_shift += from - lowered.key;
    lowered.key = to;
    return link(root, half);
  }

  std::size_t memory_bytes() const { return slot_count_ * sizeof(Slot); }

 private:
  struct Slot {
    double key;          // the true key is this plus the child_shift of all ancestors
    double child_shift;  // still to be added to everything below
    HalfEdge first_child;
    HalfEdge next;      // sibling to the right
    HalfEdge previous;  // sibling to the left, or the parent of a first child
  };

  Slot& slot(HalfEdge half) { return slots_[static_cast<std::size_t>(half)]; }
  const Slot& slot(HalfEdge half) const { return slots_[static_cast<std::size_t>(half)]; }

  // Makes the later of two roots the first child of the earlier.
  HalfEdge link(HalfEdge a, HalfEdge b) {
    const double key_a = slot(a).key;
    const double key_b = slot(b).key;
    const bool b_wins_ties = ties == HeapTies::second || b > a;
    const bool b_first = key_b < key_a || (key_b == key_a && b_wins_ties);
    const HalfEdge winner = b_first ? b : a;
    const HalfEdge loser = b_first ? a : b;
    Slot& top = slot(winner);
    Slot& below = slot(loser);
    below.key -= top.child_shift;
    below.child_shift -= top.child_shift;
    below.next = top.first_child;
    below.previous = winner;
    if (top.first_child != kEmpty) slot(top.first_child).previous = loser;
    top.first_child = loser;
    return winner;
  }

  std::unique_ptr<Slot[]> slots_;
  std::size_t slot_count_;
};

// Growth with a mergeable heap of half-edges for each cluster, after Hegde, Indyk and Schmidt
// (2014): slower than growth with one queue, but with a proven bound on its work.

class HeapGrowth {
 public:
  explicit HeapGrowth(const Graph& graph)
      : graph_(graph), heaps_(graph.edge_count()), queue_(graph.node_count()) {}

  // Grows a state that has just been started until at most `target` clusters are active.
  void grow(GrowthState& state, std::int64_t target);

  std::size_t memory_bytes() const { return heaps_.memory_bytes() + queue_.memory_bytes(); }

 private:
  void insert_halves_of_starter(NodeId starter);
  void insert_halves_of_absorbed(NodeId node, NodeId cluster);

  void run_deactivation(NodeId cluster);
  void run_edge_event(NodeId cluster);
  void buy(HalfEdge half, NodeId cluster, NodeId other);

  void share_remainder(HalfEdge half, NodeId cluster, NodeId other, double remainder);
  void lower_twin(HalfEdge twin, NodeId other, double remainder, double share);
  ClusterEvent next_event(NodeId cluster) const;
  void update_queue(NodeId cluster);

  const Graph& graph_;
  GrowthState* state_ = nullptr;
  HalfEdgeHeap<> heaps_;
  ClusterQueue queue_;
  std::int64_t patience_ = 0;
};

}  // namespace graphsparse
