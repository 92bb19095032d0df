// An immutable undirected graph in compressed sparse rows, with a cost beside each edge. Names live
// outside.
#pragma once

#include <cstdint>
#include <span>

#include "graphsparse/core/fingerprint.hpp"
#include "graphsparse/core/id_vector.hpp"
#include "graphsparse/core/types.hpp"

namespace graphsparse {

struct Edge {
  NodeId u = 0;
  NodeId v = 0;
  double cost = 1.0;

  bool operator==(const Edge&) const = default;
};

// An edge seen from one of its ends. Edge e has the halves 2e (at its u) and 2e + 1 (at its v).
using HalfEdge = std::int32_t;

constexpr EdgeId edge_of(HalfEdge half) { return half >> 1; }
constexpr HalfEdge twin_of(HalfEdge half) { return half ^ 1; }

class Graph {
 public:
  struct Incidence {
    NodeId neighbour;
    HalfEdge half;  // the half at the node whose incidences are listed
  };

  Graph() = default;

  // Self-loops are dropped and counted, parallel edges are kept. Edges keep their order; without
  // self-loops edge e is edges[e]. Throws InputError for an end outside 0..node_count-1, a negative
  // or non-finite cost, or sizes beyond what 32-bit numbers hold.
  static Graph from_edges(std::int64_t node_count, std::span<const Edge> edges);

  NodeId node_count() const { return static_cast<NodeId>(cheapest_cost_.size()); }
  EdgeId edge_count() const { return static_cast<EdgeId>(ends_.size() / 2); }
  std::int64_t dropped_self_loops() const { return dropped_self_loops_; }

  std::span<const Incidence> incident(NodeId node) const {
    return {incidences_.data() + offsets_[node], static_cast<std::size_t>(degree(node))};
  }
  // What incident() reads first, for those who fetch memory ahead.
  const void* address_of_incident(NodeId node) const { return offsets_.data() + node; }
  std::int64_t degree(NodeId node) const { return offsets_[node + 1] - offsets_[node]; }

  NodeId end_of(HalfEdge half) const { return ends_[half]; }
  double cost(EdgeId edge) const { return has_unit_costs() ? 1.0 : costs_[edge]; }
  Edge edge(EdgeId e) const { return {end_of(2 * e), end_of(2 * e + 1), cost(e)}; }

  // The cost of the cheapest edge at the node; infinity for an isolated node.
  double cheapest_cost(NodeId node) const { return cheapest_cost_[node]; }
  IdSpan<const double> cheapest_costs() const { return cheapest_cost_; }

  // Whether every edge costs exactly 1, which the certificates of the projections rely on.
  bool has_unit_costs() const { return costs_.empty(); }

  // Bytes held by the graph's arrays.
  std::size_t memory_bytes() const;

 private:
  IdVector<HalfEdge> offsets_ = {0};  // there are no more half-edges than HalfEdge can number
  IdVector<Incidence> incidences_;
  IdVector<NodeId> ends_;   // two per edge
  IdVector<double> costs_;  // none where all are 1
  IdVector<double> cheapest_cost_;
  std::int64_t dropped_self_loops_ = 0;
};

// Of the number of nodes and all edges with their costs, in their order.
Fingerprint fingerprint_of(const Graph& graph);

}  // namespace graphsparse
