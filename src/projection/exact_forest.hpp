// Which of two supports the exact projection prefers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"
#include "graphsparse/projection/projection.hpp"
#include "projection/exact_plan.hpp"

namespace graphsparse {

struct ExactChoice {
  double energy = 0.0;
  std::int64_t size = 0;
};

// More energy first. Among equals the smallest that has at least `low` nodes, or the largest where
// none has so many.
inline bool is_better(const ExactChoice& a, const ExactChoice& b, std::int64_t low) {
  if (a.energy != b.energy) return a.energy > b.energy;
  return a.size >= low && b.size >= low ? a.size < b.size : a.size > b.size;
}

// The squares of a vector, scaled by a power of four, so that they neither overflow nor vanish
// however large or small the vector is. A power of two changes no digit of any sum, so that a
// projection which works on these alone gives the same support for x and for x times 2^k.

class ScaledSquares {
 public:
  ScaledSquares() = default;

  // Only an entry of 0 has a square of 0: one that is too small beside the largest for any sum of
  // squares to show it counts as 2^-900. Allocates only where x is longer than any before.
  void assign(std::span<const double> x);

  std::span<const double> values() const { return values_; }
  double operator[](std::size_t i) const { return values_[i]; }

  // Of the entries outside a sorted support. Summed up, not subtracted from the total: what is
  // outside may be tiny beside it.
  double sum_outside(std::span<const NodeId> support) const;

  // A loss that is 0, or so large that the entries which were raised do not show in it.
  static bool is_sound(double loss) { return loss == 0.0 || loss >= kSmallestSound; }

  // From the scale of the values to that of the squares of x, and back.
  double to_original(double value) const;
  double from_original(double value) const;

 private:
  static constexpr double kSmallest = 0x1p-900;
  static constexpr double kSmallestSound = 0x1p-800;

  std::vector<double> values_;
  int exponent_ = 0;  // values are squares times 2^-exponent
};

// The best support of a small graph by looking at every set of nodes.

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

// The best support of a forest by a knapsack over its subtrees.

// For each subtree, each number of nodes j and each number of components k: the largest energy of a
// choice of exactly j nodes in at most k components, once with the root of the subtree left out and
// once with it taken. Joining a taken child to a taken parent saves a component.
class ForestKnapsack {
 public:
  static constexpr double kMaxUpdates = 2e9;
  static constexpr double kMaxBytes = 2e9;

  // Throws InputError where the tables would need more than these.
  ForestKnapsack(ForestOrder order, const ProjectionOptions& options);

  // One non-negative energy a node. Allocates nothing after the first call.
  void solve(std::span<const double> energies, Support& support);

 private:
  // Which column and row of a child's table a merge used, and whether the child was taken.
  struct Entry {
    std::size_t nodes = 0;
    std::size_t components = 0;
    bool taken = false;
  };

  void grow_place(std::size_t place, std::span<const double> energies);
  void start_table(std::size_t place, std::span<const double> energies);
  void merge(const Merge& merge);
  void prepare_child(const double* child, const TableShape& shape, bool parent_taken);
  void combine(const Merge& merge, std::size_t block);
  Entry best_entry() const;
  void trace_back(Entry best, Support& support);

  ForestPlan plan_;
  std::int64_t low_;

  // A table is two blocks of cells: root left out, root taken.
  std::vector<double> stack_;  // finished tables, the last on top
  std::size_t stack_top_ = 0;
  std::vector<double> growing_;  // the table of the current place
  std::vector<double> next_;
  std::vector<double> child_values_;  // the child's better block, cell by cell
  std::vector<std::uint32_t> child_codes_;
  std::vector<std::uint32_t> choices_;
  std::vector<Entry> entries_;  // by place, while tracing back
  std::size_t next_merge_ = 0;
};

}  // namespace graphsparse
