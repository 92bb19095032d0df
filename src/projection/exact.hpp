// The two searches of the exact projection: for forests of any size and for any graph of at most 20
// nodes (docs/exact.md). Of equal energies both take the smallest support that has at least
// options.min_size nodes, or the largest where none has so many.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "graphsparse/core/id_vector.hpp"
#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"
#include "graphsparse/projection/projection.hpp"

namespace graphsparse {

// The best support of a small graph by looking at every set of nodes.

class SubsetSearch {
 public:
  static constexpr NodeId kMaxNodes = 20;

  // Lists once the sets with at most `high` nodes in at most `components` connected parts.
  SubsetSearch(const Graph& graph, const ProjectionOptions& options);

  // One non-negative energy a node.
  void solve(IdSpan<const double> energies, Support& support);

 private:
  using NodeSet = std::uint32_t;
  static constexpr int kHalf = kMaxNodes / 2;

  std::int64_t low_;
  std::vector<NodeSet> admissible_;  // ascending
  // The energy of a set is that of its lower ten nodes plus that of its upper ten: two short tables
  // stay in the cache where one of a million entries would not.
  std::array<double, std::size_t{1} << kHalf> lower_sums_{};
  std::array<double, std::size_t{1} << kHalf> upper_sums_{};
};

// The nodes so that every subtree is a contiguous stretch that starts with its root.
struct ForestOrder {
  std::vector<NodeId> preorder;
  std::vector<std::size_t> child_counts;  // by place
  std::size_t tree_count = 0;
};

// Nothing where the graph has a cycle; parallel edges make none.
std::optional<ForestOrder> order_forest(const Graph& graph);

// The best support of a forest by a knapsack over its subtrees. For each subtree, each number of
// nodes j and each number of components k: the largest energy of a choice of exactly j nodes in at
// most k components, once with the root of the subtree left out and once with it taken. Joining a
// taken child to a taken parent saves a component.
class ForestKnapsack {
 public:
  // Throws InputError where the tables would be too large.
  ForestKnapsack(ForestOrder order, const ProjectionOptions& options);

  // One non-negative energy per node. Allocates nothing after the first call.
  void solve(IdSpan<const double> energies, Support& support);

 private:
  // A table has a row for each number of components 0..components and a column for each number of
  // nodes 0..nodes.
  struct TableShape {
    std::size_t nodes = 0;
    std::size_t components = 0;

    std::size_t cells() const { return (nodes + 1) * (components + 1); }
    std::size_t index(std::size_t component_count, std::size_t chosen_nodes) const {
      return component_count * (nodes + 1) + chosen_nodes;
    }
  };
  // Adds the finished table of `child` to the growing one of `parent`. Both are places in the
  // preorder; the parent of the roots is a place that holds no node.
  struct Merge {
    std::size_t parent = 0;
    std::size_t child = 0;
    TableShape before;             // of the parent
    TableShape after;              // of the parent
    std::size_t first_choice = 0;  // where its choices are kept
  };
  // Which column and row of a child's table a merge used, and whether the child was taken.
  struct Entry {
    std::size_t nodes = 0;
    std::size_t components = 0;
    bool taken = false;
  };

  std::size_t whole() const { return order_.preorder.size(); }  // the place above the roots
  void plan();
  void check_effort() const;
  void grow_place(std::size_t place, IdSpan<const double> energies);
  void merge(const Merge& merge);
  void prepare_child(const double* child, const TableShape& shape, bool parent_taken);
  void combine(const Merge& merge, std::size_t block);
  Entry best_entry() const;
  void trace_back(Entry best, Support& support);

  ForestOrder order_;
  std::int64_t low_;

  // Planned once.
  TableShape limits_;               // no table grows beyond this
  std::vector<TableShape> shapes_;  // finished tables by place; the last is that of the whole
  std::vector<Merge> merges_;       // places descending, so that children are finished before
  std::size_t choice_count_ = 0;
  std::size_t stack_cells_ = 0;  // the most that unfinished work holds at one time
  double updates_ = 0.0;         // an upper bound on the work

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
