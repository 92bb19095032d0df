// What both kinds of growth have in common: the clusters, the family of moats and the edges bought.
// The kinds differ only in how they find the next edge to look at.
#pragma once

#include <cstdint>
#include <span>

#include "graphsparse/core/id_vector.hpp"
#include "graphsparse/graph/graph.hpp"
#include "graphsparse/pcst/pcst.hpp"
#include "pcst/cluster_sets.hpp"
#include "pcst/huge_pages.hpp"

namespace graphsparse {

// An edge bought during growth. The k-th purchase made the k-th cluster that is not a single node.
struct Purchase {
  EdgeId edge;
  std::int32_t inactive_part;  // number of the part that was inactive, or -1 if both were growing
};

class GrowthState {
 public:
  // An edge whose uncovered rest is below this share of its cost counts as covered: rests so small
  // are rounding.
  static constexpr double kCovered = 1e-10;

  explicit GrowthState(const Graph& graph);

  // Forgets the last run and lays out the first clusters. `prizes` have been checked.
  void start(std::span<const double> prizes, const PcstOptions& options);

  const Graph& graph() const { return graph_; }
  ClusterSets& sets() { return sets_; }
  const ClusterSets& sets() const { return sets_; }
  double now() const { return now_; }
  void set_now(double time) { now_ = time; }
  NodeId root() const { return root_; }
  NodeId root_cluster() const { return root_cluster_; }
  std::int64_t active_count() const { return active_; }
  std::span<const NodeId> starters() const { return {starters_.data(), starter_count_}; }

  // Edge events looked at so far in this run.
  std::int64_t edge_events() const { return edge_events_; }
  void count_edge_event() { ++edge_events_; }

  double prize(NodeId node) const { return prizes_[node]; }
  double scaled_cost(EdgeId edge) const { return scale_ * graph_.cost(edge); }

  // A node growth has not met yet: inactive, its moat equal to its prize.
  bool is_untouched(NodeId node) const { return run_of_node_[node] != run_; }
  void touch_inactive(NodeId node);
  // Gets what is asked about a node first into the caches.
  void prefetch_node(NodeId node) const {
    prefetch(&run_of_node_[node]);
    prefetch(&sets_[node]);
    prefetch(&prizes_[node]);
  }

  bool is_covered(double remainder, double cost) const {
    // A rest that does not move the clock would come back for ever.
    return remainder <= kCovered * cost || now_ + 0.5 * remainder <= now_;
  }

  void deactivate(NodeId representative);

  // Buys an edge between an active cluster and another one; returns the representative of the
  // whole.
  NodeId merge(NodeId active, NodeId other, EdgeId edge);

  // Closes the moats that are still growing.
  void finish();

  IdSpan<const MoatForest::Cluster> clusters() const { return clusters_; }
  std::span<const Purchase> purchases() const { return purchases_; }
  // The clusters the answer is made of: those still growing at the end, or the root's.
  std::span<const std::int32_t> final_clusters() const { return {starters_.data(), final_count_}; }
  std::int32_t initial_cluster(NodeId node) const { return sets_[node].initial; }

  std::size_t memory_bytes() const;

 private:
  void choose_starters(std::int64_t spares);
  std::int32_t new_cluster(double moat, std::int32_t tag);
  MoatForest::Cluster& cluster(std::int32_t number) { return clusters_[number]; }

  const Graph& graph_;
  ClusterSets sets_;
  IdVector<std::uint32_t> run_of_node_;
  IdVector<MoatForest::Cluster> clusters_;
  IdVector<Purchase> purchases_;
  IdVector<NodeId> starters_;  // taken over by the final clusters when growth has ended

  std::uint32_t run_ = 0;
  IdSpan<const double> prizes_;
  double scale_ = 1.0;
  double now_ = 0.0;
  NodeId root_ = kNoNode;
  NodeId root_cluster_ = kNoNode;  // the cluster that contains the root
  std::int64_t active_ = 0;
  std::int64_t edge_events_ = 0;
  std::size_t starter_count_ = 0;
  std::size_t final_count_ = 0;
};

}  // namespace graphsparse
