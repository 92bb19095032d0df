// Growth with the ties of the published programs (Hegde, Indyk and Schmidt 2014 and what is built
// on it). Where many edges are covered at one time, which of them is bought depends there on the
// history of each cluster's heap; to land where the published search for lambda landed, this growth
// has the same heaps with the same history. It looks at every node and edge: the price of that.
#pragma once

#include <cstdint>
#include <vector>

#include "pcst/cluster_queue.hpp"
#include "pcst/growth_state.hpp"
#include "pcst/heap_growth.hpp"

namespace graphsparse {

class AuthorsGrowth {
 public:
  explicit AuthorsGrowth(const Graph& graph);

  // Grows a state that has just been started, without a root, until at most `target` clusters are
  // active.
  void grow(GrowthState& state, std::int64_t target);

  std::size_t memory_bytes() const;

 private:
  using Heap = HalfEdgeHeap<HeapTies::second>;
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
    HalfEdge halves = Heap::kEmpty;
  };

  // What surrounds a node.
  struct Moats {
    double sum = 0.0;
    double finished = 0.0;  // those that no longer grow
    std::int32_t cluster = kNothing;
  };

  void start(GrowthState& state);
  void run_deactivation(std::int32_t number);
  void run_edge_event(std::int32_t number);
  void buy(HalfEdge half, std::int32_t active, std::int32_t other);
  void share_remainder(HalfEdge half, const Moats& near, const Moats& far, double remainder);
  Moats moats_around(NodeId node);
  ClusterEvent next_event(std::int32_t number) const;

  Cluster& cluster(std::int32_t number) { return clusters_[static_cast<std::size_t>(number)]; }
  const Cluster& cluster(std::int32_t number) const {
    return clusters_[static_cast<std::size_t>(number)];
  }
  double& share(HalfEdge half) { return share_[static_cast<std::size_t>(half)]; }

  const Graph& graph_;
  GrowthState* state_ = nullptr;
  Heap heaps_;
  ClusterQueue queue_;
  std::vector<Cluster> clusters_;
  std::vector<double> share_;  // the sum of moats at which a half-edge wants to be looked at
  std::vector<bool> is_done_;  // half-edges of edges bought, or bought around
  std::vector<std::int32_t> way_;
  std::int64_t active_ = 0;
};

}  // namespace graphsparse
