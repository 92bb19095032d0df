#include "graphsparse/graph/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "graphsparse/core/error.hpp"

namespace graphsparse {
namespace {

// A solver ranks up to three clusters a node in 30 bits.
constexpr std::int64_t kMaxNodes = std::int64_t{1} << 28;
// Halves are numbered in 32 bits too, and there are two per edge.
constexpr std::int64_t kMaxEdges = std::numeric_limits<HalfEdge>::max() / 2;

void check_sizes(std::int64_t node_count, std::size_t edge_count) {
  if (node_count < 0)
    throw InputError(fmt::format("node count is {}; it cannot be negative", node_count));
  if (node_count > kMaxNodes) {
    throw InputError(fmt::format("{} nodes are too many; at most {} fit", node_count, kMaxNodes));
  }
  if (std::cmp_greater(edge_count, kMaxEdges)) {
    throw InputError(fmt::format("{} edges are too many; at most {} fit", edge_count, kMaxEdges));
  }
}

void check_edge(const Edge& edge, std::size_t index, std::int64_t node_count) {
  for (const NodeId end : {edge.u, edge.v}) {
    if (end < 0 || end >= node_count) {
      throw InputError(fmt::format("edge {}: node {} is out of range; nodes are 0 to {}", index,
                                   end, node_count - 1));
    }
  }
  if (!std::isfinite(edge.cost) || edge.cost < 0.0) {
    throw InputError(
        fmt::format("edge {} ({}, {}): cost {} is not allowed; costs are finite and not negative",
                    index, edge.u, edge.v, edge.cost));
  }
}

}  // namespace

Graph Graph::from_edges(std::int64_t node_count, std::span<const Edge> edges) {
  check_sizes(node_count, edges.size());

  Graph graph;
  graph.offsets_.assign(node_count + 1, 0);
  graph.cheapest_cost_.assign(node_count, std::numeric_limits<double>::infinity());
  graph.ends_.reserve(2 * edges.size());

  for (std::size_t index = 0; index < edges.size(); ++index) {
    const Edge& edge = edges[index];
    check_edge(edge, index, node_count);
    if (edge.u == edge.v) {
      ++graph.dropped_self_loops_;
      continue;
    }
    graph.ends_.push_back(edge.u);
    graph.ends_.push_back(edge.v);
    if (!graph.has_unit_costs()) {
      graph.costs_.push_back(edge.cost);
    } else if (edge.cost != 1.0) {  // the first of its kind
      graph.costs_.reserve(edges.size());
      graph.costs_.assign(graph.edge_count(), 1.0);
      graph.costs_.back() = edge.cost;
    }
    for (const NodeId node : {edge.u, edge.v}) {
      ++graph.offsets_[node + 1];
      graph.cheapest_cost_[node] = std::min(graph.cheapest_cost_[node], edge.cost);
    }
  }

  for (NodeId node = 0; node < node_count; ++node) graph.offsets_[node + 1] += graph.offsets_[node];
  graph.incidences_.resize(graph.ends_.size());
  // Each node's incidences are filled from the front, so they are in the order of the edges.
  IdVector<HalfEdge> next(graph.offsets_.begin(), graph.offsets_.end() - 1);
  for (HalfEdge half = 0; half < std::ssize(graph.ends_); ++half) {
    graph.incidences_[next[graph.end_of(half)]++] = {graph.end_of(twin_of(half)), half};
  }
  return graph;
}

std::size_t Graph::memory_bytes() const {
  return offsets_.capacity() * sizeof(offsets_[0]) + incidences_.capacity() * sizeof(Incidence) +
         ends_.capacity() * sizeof(NodeId) + costs_.capacity() * sizeof(double) +
         cheapest_cost_.capacity() * sizeof(double);
}

Fingerprint fingerprint_of(const Graph& graph) {
  Fingerprint fingerprint = fingerprint_of_all(graph.node_count(), graph.edge_count());
  for (EdgeId e = 0; e < graph.edge_count(); ++e) {
    const Edge edge = graph.edge(e);
    fingerprint.add(edge.u);
    fingerprint.add(edge.v);
    fingerprint.add(edge.cost);
  }
  return fingerprint;
}

}  // namespace graphsparse
