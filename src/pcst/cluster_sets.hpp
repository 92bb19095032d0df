// A set of small numbers as bits: marks, tests, and hands out its members in ascending order, which
// is how results are sorted without comparing anything.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "graphsparse/core/id_vector.hpp"
#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"
#include "pcst/huge_pages.hpp"

namespace graphsparse {

class Marks {
 public:
  explicit Marks(std::int32_t size) : words_((size + 63) / 64, 0) {}

  void set(std::int32_t member) { words_[word(member)] |= bit(member); }
  bool test(std::int32_t member) const { return (words_[word(member)] & bit(member)) != 0; }

  // Appends the members in ascending order and forgets them.
  void drain_into(std::vector<std::int32_t>& sorted) {
    for (std::size_t at = 0; at < words_.size(); ++at) {
      std::uint64_t rest = words_[at];
      if (rest == 0) continue;
      words_[at] = 0;
      for (; rest != 0; rest &= rest - 1) {
        sorted.push_back(static_cast<std::int32_t>(64 * at) + std::countr_zero(rest));
      }
    }
  }

  std::size_t memory_bytes() const { return words_.capacity() * sizeof(words_[0]); }

 private:
  static std::size_t word(std::int32_t member) { return static_cast<std::size_t>(member) / 64; }
  static std::uint64_t bit(std::int32_t member) {
    return std::uint64_t{1} << (static_cast<std::uint32_t>(member) % 64);
  }

  IdVector<std::uint64_t> words_;
};

// Which cluster a node belongs to, and how much moat surrounds it: disjoint sets whose links carry
// a difference of moats, so that both answers come from one walk to the representative.

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
      : records_(make_large_array<Record>(node_count)), count_(node_count) {}

  Record& operator[](NodeId node) { return records_[node]; }
  const Record& operator[](NodeId node) const { return records_[node]; }

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

  std::size_t memory_bytes() const { return static_cast<std::size_t>(count_) * sizeof(Record); }

 private:
  std::unique_ptr<Record[]> records_;
  NodeId count_;
};

}  // namespace graphsparse
