// The queue of active clusters, earliest event first: an indexed heap with four children a node,
// which is shallower and kinder to the cache than a binary one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "graphsparse/core/types.hpp"

namespace graphsparse {

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

class ClusterQueue {
 public:
  explicit ClusterQueue(NodeId node_count) : position_(static_cast<std::size_t>(node_count)) {
    events_.reserve(static_cast<std::size_t>(node_count));
  }

  bool empty() const { return events_.empty(); }
  const ClusterEvent& top() const { return events_.front(); }
  const std::vector<ClusterEvent>& events() const { return events_; }
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
    const std::size_t at = position_[static_cast<std::size_t>(event.cluster)];
    if (at > 0 && earlier(event, events_[parent(at)])) {
      sift_up(at, event);
    } else {
      sift_down(at, event);
    }
  }

  void remove(NodeId cluster) {
    const std::size_t at = position_[static_cast<std::size_t>(cluster)];
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
    const std::uint32_t at = position_[static_cast<std::size_t>(from)];
    events_[at].cluster = to;
    position_[static_cast<std::size_t>(to)] = at;
  }

  std::size_t memory_bytes() const {
    return events_.capacity() * sizeof(ClusterEvent) + position_.capacity() * sizeof(std::uint32_t);
  }

 private:
  static constexpr std::size_t kArity = 4;

  static std::size_t parent(std::size_t at) { return (at - 1) / kArity; }

  void place(std::size_t at, const ClusterEvent& event) {
    events_[at] = event;
    position_[static_cast<std::size_t>(event.cluster)] = static_cast<std::uint32_t>(at);
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
  std::vector<std::uint32_t> position_;
};

}  // namespace graphsparse
