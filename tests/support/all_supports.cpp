#include "support/all_supports.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace graphsparse::test_support {

double forest_cost(const Graph& graph, const std::vector<char>& inside, std::int64_t trees) {
  std::vector<EdgeId> by_cost(static_cast<std::size_t>(graph.edge_count()));
  std::iota(by_cost.begin(), by_cost.end(), 0);
  std::sort(by_cost.begin(), by_cost.end(),
            [&](EdgeId a, EdgeId b) { return graph.cost(a) < graph.cost(b); });
  std::vector<NodeId> part(inside.size());
  std::iota(part.begin(), part.end(), 0);
  std::int64_t parts = std::count(inside.begin(), inside.end(), char{1});
  double cost = 0.0;
  for (const EdgeId e : by_cost) {
    if (parts <= trees) break;
    const Edge edge = graph.edge(e);
    const auto u = static_cast<std::size_t>(edge.u);
    const auto v = static_cast<std::size_t>(edge.v);
    if (!inside[u] || !inside[v] || part[u] == part[v]) continue;
    const NodeId old_part = part[u];
    std::replace(part.begin(), part.end(), old_part, NodeId{part[v]});
    cost += edge.cost;
    --parts;
  }
  return parts <= trees ? cost : std::numeric_limits<double>::infinity();
}

std::vector<char> membership(const Graph& graph, const Support& support) {
  std::vector<char> inside(static_cast<std::size_t>(graph.node_count()), 0);
  for (const NodeId v : support) inside[static_cast<std::size_t>(v)] = 1;
  return inside;
}

AllSupports::AllSupports(const Graph& graph) : node_count_(graph.node_count()) {
  for (std::uint32_t set = 0; set < 1U << static_cast<unsigned>(node_count_); ++set) {
    std::vector<char> inside(static_cast<std::size_t>(node_count_));
    for (std::size_t v = 0; v < inside.size(); ++v) inside[v] = char((set >> v) & 1U);
    for (std::int64_t g = 1; g <= kMostTrees; ++g) costs_.push_back(forest_cost(graph, inside, g));
  }
}

double AllSupports::largest_capture(const std::vector<double>& x,
                                    const ProjectionOptions& options) const {
  double best = 0.0;
  for (std::uint32_t set = 0; set < 1U << static_cast<unsigned>(node_count_); ++set) {
    const std::size_t index = set * kMostTrees + static_cast<std::size_t>(options.components) - 1;
    if (std::popcount(set) > options.max_size || costs_[index] > *options.budget) continue;
    double captured = 0.0;
    for (std::size_t v = 0; v < x.size(); ++v) captured += ((set >> v) & 1U) ? x[v] * x[v] : 0.0;
    best = std::max(best, captured);
  }
  return best;
}

ProjectionOptions budget_model(ProjectionKind kind, std::int64_t nodes, std::int64_t trees,
                               double budget) {
  ProjectionOptions options;
  options.kind = kind;
  options.min_size = 1;
  options.max_size = nodes;
  options.components = trees;
  options.budget = budget;
  return options;
}

}  // namespace graphsparse::test_support
