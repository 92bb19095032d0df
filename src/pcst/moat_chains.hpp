// Chains of nested moats: what a tree does not pay for, since they hold it whole. Everything that
// moats prove about forests subtracts some of these.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <numeric>
#include <utility>

#include "graphsparse/core/id_vector.hpp"
#include "graphsparse/pcst/pcst.hpp"

namespace graphsparse {

// Keeps its memory.
class MoatChains {
 public:
  explicit MoatChains(NodeId node_count) { heights_.reserve(2 * std::int64_t{node_count}); }

  // Splits the family of moats into disjoint chains that go on with the taller part below. Nodes
  // that growth never touched need no chain as long as at most g are asked for, g being the number
  // of trees it grew: g + 1 others of their kind, with larger moats, have been touched.
  void split(const MoatForest& moats) {
    // Parts come before the whole, so a height is complete when its turn comes. Of two parts the
    // taller is taken over by the whole; the other's chain ends and stays where it is. The tallest
    // chains of this kind are together the best choice of disjoint ones.
    heights_.assign(moats.clusters.size(), 0.0);
    for (std::size_t at = 0; at < moats.clusters.size(); ++at) {
      const MoatForest::Cluster& cluster = moats.clusters[at];
      heights_[at] += cluster.moat;
      if (cluster.parent < 0) continue;
      double& taken_over = heights_[cluster.parent];
      if (heights_[at] > taken_over) std::swap(heights_[at], taken_over);
    }
  }

  // The most that `count` disjoint chains hold together.
  double tallest(std::int64_t count) {
    if (heights_.empty() || count <= 0) return 0.0;
    if (count == 1) return *std::max_element(heights_.begin(), heights_.end());
    const std::int64_t taken = std::min<std::int64_t>(count, std::ssize(heights_));
    std::partial_sort(heights_.begin(), heights_.begin() + taken, heights_.end(), std::greater<>());
    return std::accumulate(heights_.begin(), heights_.begin() + taken, 0.0);
  }

  std::size_t memory_bytes() const { return heights_.capacity() * sizeof(double); }

 private:
  IdVector<double> heights_;
};

}  // namespace graphsparse
