// The best support of a forest by a knapsack over its subtrees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graphsparse/core/types.hpp"
#include "graphsparse/projection/projection.hpp"
#include "projection/exact_plan.hpp"

namespace graphsparse {

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
