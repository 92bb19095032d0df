#include "support/brute_force.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace graphsparse::test_support {
namespace {

constexpr int kMaxNodes = 16;
constexpr int kMaxTrees = 4;  // forests with more trees are not asked for
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<EdgeId> edges_by_cost(const Graph& graph) {
  std::vector<EdgeId> order(static_cast<std::size_t>(graph.edge_count()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](EdgeId a, EdgeId b) { return graph.cost(a) < graph.cost(b); });
  return order;
}

// The sum of the values of the nodes in each set.
std::vector<double> subset_sums(std::span<const double> values) {
  std::vector<double> sums(std::size_t{1} << values.size(), 0.0);
  for (std::size_t set = 1; set < sums.size(); ++set) {
    const auto lowest = static_cast<std::size_t>(std::countr_zero(set));
    sums[set] = sums[set & (set - 1)] + values[lowest];
  }
  return sums;
}

}  // namespace

BruteForce::BruteForce(const Graph& graph) : node_count_(graph.node_count()) {
  if (node_count_ > kMaxNodes) throw std::invalid_argument("too many nodes for brute force");
  list_neighbours(graph);
  const std::vector<EdgeId> by_cost = edges_by_cost(graph);
  const std::size_t set_count = std::size_t{1} << node_count_;
  parts_.resize(set_count);
  forest_costs_.assign(set_count * kMaxTrees, kInfinity);
  for (std::size_t set = 0; set < set_count; ++set) {
    parts_[set] = static_cast<std::int8_t>(count_parts(static_cast<NodeSet>(set)));
    if (parts_[set] <= kMaxTrees) cheapest_forests(graph, by_cost, static_cast<NodeSet>(set));
  }
}

void BruteForce::list_neighbours(const Graph& graph) {
  neighbours_.assign(static_cast<std::size_t>(node_count_), 0);
  for (EdgeId e = 0; e < graph.edge_count(); ++e) {
    const Edge edge = graph.edge(e);
    neighbours_[static_cast<std::size_t>(edge.u)] |= NodeSet{1} << edge.v;
    neighbours_[static_cast<std::size_t>(edge.v)] |= NodeSet{1} << edge.u;
  }
}

int BruteForce::count_parts(NodeSet set) const {
  int parts = 0;
  for (NodeSet left = set; left != 0; ++parts) {
    NodeSet frontier = left & (~left + 1);
    left &= ~frontier;
    while (frontier != 0) {
      const auto node = static_cast<std::size_t>(std::countr_zero(frontier));
      frontier &= frontier - 1;
      const NodeSet reached = neighbours_[node] & left;
      left &= ~reached;
      frontier |= reached;
    }
  }
  return parts;
}

// Kruskal's algorithm inside the set: the forest with k trees is the cheapest at the moment when k
// trees are left.
void BruteForce::cheapest_forests(const Graph& graph, std::span<const EdgeId> by_cost,
                                  NodeSet set) {
  std::array<int, kMaxNodes> parent;
  std::iota(parent.begin(), parent.end(), 0);
  const auto find = [&](int node) {
    while (parent[static_cast<std::size_t>(node)] != node) {
      node = parent[static_cast<std::size_t>(node)];
    }
    return node;
  };
  int trees = std::popcount(set);
  double cost = 0.0;
  double* costs = &forest_costs_[static_cast<std::size_t>(set) * kMaxTrees];
  for (int k = std::max(trees, 1); k <= kMaxTrees; ++k) costs[k - 1] = 0.0;
  for (const EdgeId e : by_cost) {
    const Edge edge = graph.edge(e);
    if ((set >> edge.u & 1) == 0 || (set >> edge.v & 1) == 0) continue;
    const int a = find(edge.u);
    const int b = find(edge.v);
    if (a == b) continue;
    parent[static_cast<std::size_t>(a)] = b;
    cost += edge.cost;
    --trees;
    if (trees <= kMaxTrees) costs[trees - 1] = cost;
    if (trees == 1) break;
  }
}

double BruteForce::forest_cost(NodeSet set, std::int64_t trees) const {
  if (trees < 1 || trees > kMaxTrees) throw std::invalid_argument("that many trees are not kept");
  return forest_costs_[static_cast<std::size_t>(set) * kMaxTrees +
                       static_cast<std::size_t>(trees - 1)];
}

double BruteForce::best_steiner_forest(std::span<const double> prizes,
                                       std::int64_t components) const {
  const std::vector<double> inside = subset_sums(prizes);
  double best = kInfinity;
  for (std::size_t set = 0; set < inside.size(); ++set) {
    const double outside = inside[inside.size() - 1 - set];  // the complement of the set
    best = std::min(best, outside + forest_cost(static_cast<NodeSet>(set), components));
  }
  return best;
}

double BruteForce::best_rooted_tree(std::span<const double> prizes, NodeId root) const {
  const std::vector<double> inside = subset_sums(prizes);
  double best = kInfinity;
  for (std::size_t set = 0; set < inside.size(); ++set) {
    if ((set >> root & 1) == 0) continue;
    const double outside = inside[inside.size() - 1 - set];
    best = std::min(best, outside + forest_cost(static_cast<NodeSet>(set), 1));
  }
  return best;
}

std::optional<double> BruteForce::best_support(std::span<const double> values, std::int64_t low,
                                               std::int64_t high, std::int64_t components) const {
  const std::vector<double> sums = subset_sums(values);
  std::optional<double> best;
  for (std::size_t set = 0; set < sums.size(); ++set) {
    const int size = std::popcount(set);
    if (size < low || size > high || parts_[set] > components) continue;
    best = std::max(best.value_or(0.0), sums[set]);
  }
  return best;
}

}  // namespace graphsparse::test_support
