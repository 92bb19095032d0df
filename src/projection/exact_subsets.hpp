// The best support of a small graph by looking at every set of nodes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"
#include "graphsparse/projection/projection.hpp"

namespace graphsparse {

class SubsetSearch {
 public:
  static constexpr NodeId kMaxNodes = 20;

  // Lists once the sets with at most `high` nodes in at most `components` connected parts.
  SubsetSearch(const Graph& graph, const ProjectionOptions& options);

  // One non-negative energy a node.
  void solve(std::span<const double> energies, Support& support);

 private:
  using NodeSet = std::uint32_t;
  static constexpr int kHalf = kMaxNodes / 2;

  void sum_halves(std::span<const double> energies);

  std::int64_t low_;
  std::vector<NodeSet> admissible_;  // ascending
  // The energy of a set is that of its lower ten nodes plus that of its upper ten: two short tables
  // stay in the cache where one of a million entries would not.
  std::array<double, std::size_t{1} << kHalf> lower_sums_{};
  std::array<double, std::size_t{1} << kHalf> upper_sums_{};
};

}  // namespace graphsparse
