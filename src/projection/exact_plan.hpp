// The order in which the tree knapsack puts the subtrees of a forest together, and the sizes of its
// tables. It depends only on the graph and the limits, so it is made once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"

namespace graphsparse {

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

// The nodes so that every subtree is a contiguous stretch that starts with its root.
struct ForestOrder {
  std::vector<NodeId> preorder;
  std::vector<std::size_t> child_counts;  // by place
  std::size_t tree_count = 0;
};

// Nothing where the graph has a cycle; parallel edges make none.
std::optional<ForestOrder> order_forest(const Graph& graph);

struct ForestPlan {
  ForestOrder order;
  TableShape limits;               // no table grows beyond this
  std::vector<TableShape> shapes;  // finished tables by place; the last is that of the whole forest
  std::vector<Merge> merges;       // places descending, so that children are finished before
  std::size_t choice_count = 0;
  std::size_t stack_cells = 0;  // the most that unfinished work holds at one time
  double updates = 0.0;         // an upper bound on the work

  std::size_t whole() const { return order.preorder.size(); }  // the place above the roots
  double memory_bytes() const;
};

ForestPlan plan_forest(ForestOrder order, std::int64_t high, std::int64_t components);

}  // namespace graphsparse
