// Growth with a mergeable heap of half-edges for each cluster, after Hegde, Indyk and Schmidt
// (2014): slower than growth with one queue, but with a proven bound on its work.
#pragma once

#include <cstdint>

#include "pcst/cluster_queue.hpp"
#include "pcst/growth_state.hpp"
#include "pcst/half_edge_heap.hpp"

namespace graphsparse {

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
