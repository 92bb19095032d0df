// Growth with one queue of edges: the fast kind. Each edge waits in the queue for the earliest time
// it can be covered, or on the clusters at its ends if these will be inactive by then. Nearly
// always a few looks at each edge are enough, but there is no proof of it, so the looks are
// counted.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "pcst/event_queue.hpp"
#include "pcst/growth_state.hpp"

namespace graphsparse {

class QueueGrowth {
 public:
  explicit QueueGrowth(const Graph& graph);

  // Grows a state that has just been started until it has no more active clusters than asked for.
  // False if patience ran out after so many edge events; the state must then be started anew.
  bool grow(GrowthState& state, const PcstOptions& options, std::int64_t patience);

  std::size_t memory_bytes() const;

 private:
  // What is known of one end of an edge.
  struct End {
    NodeId cluster = kNoNode;  // kNoNode for an untouched node
    double moat = 0.0;         // around the node
    double grows_until = 0.0;  // its cluster's deadline; 0 when inactive

    bool is_active() const { return grows_until > 0.0; }
  };
  struct EdgeRecord {
    double due;  // when it will be looked at next; an event at another time has been overtaken
    std::array<HalfEdge, 2> next_waiting;
  };

  EdgeRecord& record(EdgeId edge) { return edges_.get()[edge]; }
  HalfEdge& next_waiting(HalfEdge half) { return record(edge_of(half)).next_waiting[half & 1]; }

  void begin_edge(EdgeId edge);
  void schedule_edges_of_starter(NodeId starter);
  void schedule_edges_of_absorbed(NodeId node, NodeId cluster);
  void schedule(HalfEdge half, const End& near, const End& far, double remainder);
  void push(const GrowthEvent& event);
  void push_deactivation(NodeId cluster);
  void push_edge(EdgeId edge, double due, GrowthEvent::Kind kind);
  std::uint32_t rank(NodeId cluster) const;
  bool is_overtaken(const GrowthEvent& event);

  // Gets what the next events will need into the caches.
  void fetch_ahead();
  void fetch_edge(const GrowthEvent& event);
  void fetch_clusters(const GrowthEvent& event);
  void fetch_neighbours(NodeId absorbed);

  void run_deactivation(NodeId node);
  void run_edge_event(const GrowthEvent& event);
  void buy(HalfEdge half, NodeId active, const End& far);

  void wait_on(const End& end, HalfEdge half);
  void reschedule(HalfEdge last_waiting);
  End end_at(NodeId node);

  const Graph& graph_;
  GrowthState* state_ = nullptr;
  EventQueue queue_;
  bool fetches_ahead_;
  std::size_t unfetched_ = 0;      // how many of the run's events have not been fetched ahead
  std::vector<NodeId> to_absorb_;  // as far as fetching ahead can tell
  std::unique_ptr<EdgeRecord[]> edges_;
};

}  // namespace graphsparse
