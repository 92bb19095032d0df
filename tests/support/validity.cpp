#include "support/validity.hpp"

#include <cmath>
#include <numeric>
#include <sstream>
#include <vector>

namespace graphsparse::test_support {
namespace {

class DisjointSets {
 public:
  explicit DisjointSets(std::int32_t count) : parent_(static_cast<std::size_t>(count)) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  // Whether the two were apart.
  bool join(std::int32_t a, std::int32_t b) {
    a = find(a);
    b = find(b);
    parent_[static_cast<std::size_t>(a)] = b;
    return a != b;
  }

 private:
  std::int32_t find(std::int32_t a) {
    while (at(a) != a) {
      at(a) = at(at(a));
      a = at(a);
    }
    return a;
  }
  std::int32_t& at(std::int32_t a) { return parent_[static_cast<std::size_t>(a)]; }

  std::vector<std::int32_t> parent_;
};

std::string order_defect(std::span<const std::int32_t> ids, std::int32_t bound, const char* what) {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] < 0 || ids[i] >= bound) return std::string(what) + " out of range";
    if (i > 0 && ids[i - 1] >= ids[i]) return std::string(what) + " not ascending";
  }
  return {};
}

std::vector<char> membership(std::int32_t node_count, std::span<const NodeId> nodes) {
  std::vector<char> inside(static_cast<std::size_t>(node_count), 0);
  for (const NodeId node : nodes) inside[static_cast<std::size_t>(node)] = 1;
  return inside;
}

std::string tree_defect(const Graph& graph, const Forest& forest, const std::vector<char>& inside) {
  DisjointSets sets(graph.node_count());
  for (const EdgeId e : forest.edges) {
    const Edge edge = graph.edge(e);
    if (!inside[static_cast<std::size_t>(edge.u)] || !inside[static_cast<std::size_t>(edge.v)]) {
      return "edge " + std::to_string(e) + " has an end outside the chosen nodes";
    }
    if (!sets.join(edge.u, edge.v)) return "edge " + std::to_string(e) + " closes a cycle";
  }
  return {};
}

std::string count_defect(const Graph& graph, const PcstOptions& options, const Forest& forest,
                         const std::vector<char>& inside) {
  const auto trees = static_cast<std::int64_t>(forest.nodes.size()) -
                     static_cast<std::int64_t>(forest.edges.size());
  if (forest.components != trees) {
    return "says " + std::to_string(forest.components) + " trees, has " + std::to_string(trees);
  }
  const bool rooted = options.root != kNoNode;
  if (rooted && !inside[static_cast<std::size_t>(options.root)]) return "the root is missing";
  if (options.pruning == Pruning::none) return {};
  if (rooted && trees != 1) return "has " + std::to_string(trees) + " trees with a root";
  if (!rooted && trees > options.components) return "has " + std::to_string(trees) + " trees";
  if (graph.node_count() > 0 && trees == 0) return "is empty though the graph is not";
  return {};
}

std::string sum_defect(const Graph& graph, std::span<const double> prizes,
                       const PcstOptions& options, const Forest& forest,
                       const std::vector<char>& inside) {
  double cost = 0.0;
  for (const EdgeId e : forest.edges) cost += options.cost_scale * graph.cost(e);
  double outside = 0.0;
  double total = 0.0;
  for (std::size_t v = 0; v < prizes.size(); ++v) {
    total += prizes[v];
    if (!inside[v]) outside += prizes[v];
  }
  std::ostringstream text;
  text.precision(17);
  if (!is_close(forest.cost, cost, cost)) {
    text << "says cost " << forest.cost << ", is " << cost;
  } else if (!is_close(forest.prizes_outside, outside, total)) {
    text << "says prizes outside " << forest.prizes_outside << ", are " << outside;
  } else if (!std::isfinite(forest.lower_bound) || forest.lower_bound < -1e-9 * total) {
    text << "lower bound " << forest.lower_bound << " is no bound";
  } else if (options.pruning != Pruning::none &&
             forest.lower_bound > cost + outside + 1e-9 * (cost + total)) {
    text << "lower bound " << forest.lower_bound << " above the objective " << cost + outside;
  }
  return text.str();
}

std::string energy_defect(std::span<const double> x, const ProjectionResult& result,
                          const std::vector<char>& inside) {
  double total = 0.0;
  double captured = 0.0;
  for (std::size_t v = 0; v < x.size(); ++v) {
    total += x[v] * x[v];
    if (inside[v]) captured += x[v] * x[v];
  }
  std::ostringstream text;
  text.precision(17);
  if (!is_close(result.captured, captured, total)) {
    text << "says captured " << result.captured << ", is " << captured;
  } else if (!is_close(result.captured + result.lost, total, total)) {
    text << "captured + lost is " << result.captured + result.lost << ", not " << total;
  } else if (result.captured < 0.0 || result.lost < 0.0) {
    text << "negative energy: captured " << result.captured << ", lost " << result.lost;
  }
  return text.str();
}

std::string factor_defect(const ProjectionOptions& options, const ProjectionResult& result) {
  if (!result.certified_factor) return {};
  const double factor = *result.certified_factor;
  const bool possible = options.kind == ProjectionKind::tail
                            ? factor >= 1.0 - 1e-9
                            : factor >= 0.0 && factor <= 1.0 + 1e-9;
  return possible ? std::string() : "certified factor " + std::to_string(factor);
}

}  // namespace

bool is_close(double a, double b, double scale, double tolerance) {
  return a == b || std::abs(a - b) <= tolerance * std::abs(scale);
}

std::int64_t count_parts(const Graph& graph, std::span<const NodeId> nodes) {
  const std::vector<char> inside = membership(graph.node_count(), nodes);
  DisjointSets sets(graph.node_count());
  auto parts = static_cast<std::int64_t>(nodes.size());
  for (EdgeId e = 0; e < graph.edge_count(); ++e) {
    const Edge edge = graph.edge(e);
    if (!inside[static_cast<std::size_t>(edge.u)] || !inside[static_cast<std::size_t>(edge.v)]) {
      continue;
    }
    if (sets.join(edge.u, edge.v)) --parts;
  }
  return parts;
}

std::string forest_defect(const Graph& graph, std::span<const double> prizes,
                          const PcstOptions& options, const Forest& forest) {
  if (auto defect = order_defect(forest.nodes, graph.node_count(), "nodes"); !defect.empty()) {
    return defect;
  }
  if (auto defect = order_defect(forest.edges, graph.edge_count(), "edges"); !defect.empty()) {
    return defect;
  }
  const std::vector<char> inside = membership(graph.node_count(), forest.nodes);
  if (auto defect = tree_defect(graph, forest, inside); !defect.empty()) return defect;
  if (auto defect = count_defect(graph, options, forest, inside); !defect.empty()) return defect;
  return sum_defect(graph, prizes, options, forest, inside);
}

std::string projection_defect(const Graph& graph, std::span<const double> x,
                              const ProjectionOptions& options, const ProjectionResult& result) {
  if (auto defect = order_defect(result.support, graph.node_count(), "support"); !defect.empty()) {
    return defect;
  }
  const std::int64_t parts = count_parts(graph, result.support);
  if (result.components != parts) {
    return "says " + std::to_string(result.components) + " components, has " +
           std::to_string(parts);
  }
  if (parts > options.components) return "has " + std::to_string(parts) + " components";
  const auto size = static_cast<std::int64_t>(result.support.size());
  const bool in_range = options.min_size <= size && size <= options.max_size;
  if (result.within_range != in_range) {
    return "says within range " + std::to_string(result.within_range) + " with " +
           std::to_string(size) + " nodes";
  }
  const std::vector<char> inside = membership(graph.node_count(), result.support);
  if (auto defect = energy_defect(x, result, inside); !defect.empty()) return defect;
  return factor_defect(options, result);
}

}  // namespace graphsparse::test_support
