// Which cluster a node belongs to, and how much moat surrounds it: disjoint sets whose links carry
// a difference of moats, so that both answers come from one walk to the representative.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>

#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"
#include "pcst/huge_pages.hpp"

namespace graphsparse {

class ClusterSets {
 public:
  static constexpr double kActive = std::numeric_limits<double>::infinity();
  static constexpr HalfEdge kNoHalf = -1;

  // One cache line per node. All but the first two fields and `initial` matter only for the
  // representative of a cluster, which stands for the cluster as a whole.
  struct alignas(64) Record {
    double offset;      // moat around this node minus moat around its parent
    NodeId parent;      // itself for a representative
    std::int32_t size;  // number of nodes
    double base;        // the moat around the representative is min(now, inactive_since) - base
    double inactive_since;
    double deadline;       // when an active cluster has spent its prizes
    HalfEdge halves;       // the way to its waiting half-edges; each kind of growth has its own
    std::int32_t number;   // in the family of moats
    std::int32_t initial;  // number of the node as a cluster of its own
  };

  struct Place {
    NodeId cluster;  // the representative
    double offset;   // moat around the node minus moat around the representative
  };

  explicit ClusterSets(NodeId node_count)
      : records_(make_large_array<Record>(static_cast<std::size_t>(node_count))),
        count_(static_cast<std::size_t>(node_count)) {}

  Record& operator[](NodeId node) { return records_[static_cast<std::size_t>(node)]; }
  const Record& operator[](NodeId node) const { return records_[static_cast<std::size_t>(node)]; }

  // A cluster of one node that begins to grow at time 0.
  void make_active(NodeId node, double deadline, std::int32_t number) {
    (*this)[node] = {0.0, node, 1, 0.0, kActive, deadline, kNoHalf, number, number};
  }

  // A cluster of one inactive node, with the given moat around it.
  void make_inactive(NodeId node, double moat, std::int32_t number) {
    (*this)[node] = {0.0, node, 1, -moat, 0.0, 0.0, kNoHalf, number, number};
  }

  // Halves the path on its way.
  Place find(NodeId node) {
    double offset = 0.0;
    for (;;) {
      Record& here = (*this)[node];
      const NodeId above = here.parent;
      if (above == node) return {node, offset};
      const Record& parent = (*this)[above];
      if (parent.parent == above) return {above, offset + here.offset};
      here.offset += parent.offset;
      here.parent = parent.parent;
      offset += here.offset;
      node = here.parent;
    }
  }

  bool is_active(NodeId cluster) const { return (*this)[cluster].inactive_since == kActive; }

  // The moat around the representative itself.
  double moat(NodeId cluster, double now) const {
    const Record& record = (*this)[cluster];
    return std::min(now, record.inactive_since) - record.base;
  }

  // Joins two clusters of which the first is active; returns the representative of the whole, which
  // is active.
  NodeId unite(NodeId active, NodeId other, double now) {
    const double moat_active = moat(active, now);
    const double moat_other = moat(other, now);
    const bool keep = (*this)[active].size >= (*this)[other].size;
    const NodeId winner = keep ? active : other;
    const NodeId loser = keep ? other : active;
    Record& top = (*this)[winner];
    Record& below = (*this)[loser];
    below.parent = winner;
    below.offset = keep ? moat_other - moat_active : moat_active - moat_other;
    top.size += below.size;
    if (top.inactive_since != kActive) {
      top.base += now - top.inactive_since;
      top.inactive_since = kActive;
    }
    return winner;
  }

  std::size_t memory_bytes() const { return count_ * sizeof(Record); }

 private:
  std::unique_ptr<Record[]> records_;
  std::size_t count_;
};

}  // namespace graphsparse
