#include "projection/exact_plan.hpp"

#include <algorithm>
#include <utility>

namespace graphsparse {
namespace {

TableShape joined(const TableShape& a, const TableShape& b, const TableShape& limits) {
  return {std::min(a.nodes + b.nodes, limits.nodes),
          std::min(a.components + b.components, limits.components)};
}

// A depth-first walk through the graph that gives up at the first cycle.
class ForestWalk {
 public:
  explicit ForestWalk(const Graph& graph)
      : graph_(graph), parents_(static_cast<std::size_t>(graph.node_count()), kUnseen) {}

  bool visit_tree(NodeId root, ForestOrder& order) {
    ++order.tree_count;
    parents_[static_cast<std::size_t>(root)] = kNoNode;
    pending_.push_back(root);
    while (!pending_.empty()) {
      const NodeId node = pending_.back();
      pending_.pop_back();
      order.preorder.push_back(node);
      const std::size_t before = pending_.size();
      if (!push_children(node)) return false;
      order.child_counts.push_back(pending_.size() - before);
    }
    return true;
  }

  bool has_seen(NodeId node) const { return parents_[static_cast<std::size_t>(node)] != kUnseen; }

 private:
  static constexpr NodeId kUnseen = -2;

  bool push_children(NodeId node) {
    const NodeId parent = parents_[static_cast<std::size_t>(node)];
    for (const auto& [neighbour, half] : graph_.incident(node)) {
      if (neighbour == parent) continue;
      NodeId& its_parent = parents_[static_cast<std::size_t>(neighbour)];
      if (its_parent == node) continue;  // a parallel edge
      if (its_parent != kUnseen) return false;
      its_parent = node;
      pending_.push_back(neighbour);
    }
    return true;
  }

  const Graph& graph_;
  std::vector<NodeId> parents_;
  std::vector<NodeId> pending_;
};

// Plays the knapsack through with the shapes of its tables only. Going through the preorder from
// its end, the children of a node are on top of the stack when their parent's turn comes.
class Planner {
 public:
  explicit Planner(ForestPlan& plan) : plan_(plan) {}

  void add_place(std::size_t place, std::size_t child_count) {
    const bool holds_node = place != plan_.whole();
    TableShape shape;
    if (holds_node) shape = {1, 1};
    for (std::size_t i = 0; i < child_count; ++i) {
      const std::size_t child = waiting_.back();
      waiting_.pop_back();
      shape = add_merge(place, child, shape, holds_node ? 2 : 1);
    }
    plan_.shapes[place] = shape;
    waiting_.push_back(place);
    live_cells_ += 2 * shape.cells();
    plan_.stack_cells = std::max(plan_.stack_cells, live_cells_);
  }

 private:
  TableShape add_merge(std::size_t place, std::size_t child, const TableShape& before,
                       std::size_t blocks) {
    const TableShape& added = plan_.shapes[child];
    const TableShape after = joined(before, added, plan_.limits);
    plan_.merges.push_back({place, child, before, after, plan_.choice_count});
    plan_.choice_count += blocks * after.cells();
    plan_.updates += static_cast<double>(blocks) * static_cast<double>(before.cells()) *
                     static_cast<double>(added.cells());
    live_cells_ -= 2 * added.cells();
    return after;
  }

  ForestPlan& plan_;
  std::vector<std::size_t> waiting_;  // finished places whose parent is still to come
  std::size_t live_cells_ = 0;
};

}  // namespace

std::optional<ForestOrder> order_forest(const Graph& graph) {
  ForestOrder order;
  ForestWalk walk(graph);
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    if (!walk.has_seen(node) && !walk.visit_tree(node, order)) return std::nullopt;
  }
  return order;
}

double ForestPlan::memory_bytes() const {
  const double tables =
      static_cast<double>(stack_cells) + 5.0 * static_cast<double>(limits.cells());
  const auto places = static_cast<double>(whole());
  return static_cast<double>(choice_count) * sizeof(std::uint32_t) + tables * sizeof(double) +
         places * (sizeof(Merge) + sizeof(TableShape) + 2 * sizeof(std::size_t) + sizeof(NodeId));
}

ForestPlan plan_forest(ForestOrder order, std::int64_t high, std::int64_t components) {
  ForestPlan plan;
  plan.order = std::move(order);
  const std::size_t node_count = plan.whole();
  plan.limits = {std::min(static_cast<std::size_t>(high), node_count),
                 std::min(static_cast<std::size_t>(components), node_count)};
  plan.shapes.resize(node_count + 1);
  plan.merges.reserve(node_count);

  Planner planner(plan);
  for (std::size_t place = node_count; place-- > 0;) {
    planner.add_place(place, plan.order.child_counts[place]);
  }
  planner.add_place(plan.whole(), plan.order.tree_count);
  return plan;
}

}  // namespace graphsparse
