#include "support/certificate_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

namespace graphsparse::test_support {
namespace {

using NodeSet = std::uint32_t;

// Of what rounding may add to a factor.
constexpr long double kTolerance = 1e-9L;

bool has(NodeSet set, NodeId node) { return (set >> static_cast<unsigned>(node) & 1U) != 0; }

NodeSet set_of(std::span<const NodeId> nodes) {
  NodeSet set = 0;
  for (const NodeId node : nodes) set |= NodeSet{1} << static_cast<unsigned>(node);
  return set;
}

// Every set of the model, by Kruskal's algorithm on the edges inside it.
class Model {
 public:
  Model(const Graph& graph, const ProjectionOptions& options)
      : graph_(graph), options_(options), by_cost_(static_cast<std::size_t>(graph.edge_count())) {
    std::iota(by_cost_.begin(), by_cost_.end(), 0);
    std::stable_sort(by_cost_.begin(), by_cost_.end(),
                     [&](EdgeId a, EdgeId b) { return graph.cost(a) < graph.cost(b); });
  }

  bool contains(NodeSet set) const {
    if (std::popcount(set) > options_.max_size) return false;
    std::vector<NodeId> above(static_cast<std::size_t>(graph_.node_count()));
    std::iota(above.begin(), above.end(), 0);
    const auto top = [&](NodeId node) {
      while (above[static_cast<std::size_t>(node)] != node) {
        node = above[static_cast<std::size_t>(node)];
      }
      return node;
    };
    std::int64_t parts = std::popcount(set);
    double cost = 0.0;
    for (const EdgeId id : by_cost_) {
      if (parts <= options_.components) break;
      const Edge edge = graph_.edge(id);
      if (!has(set, edge.u) || !has(set, edge.v) || top(edge.u) == top(edge.v)) continue;
      above[static_cast<std::size_t>(top(edge.u))] = top(edge.v);
      cost += edge.cost;
      --parts;
    }
    return parts <= options_.components && (!options_.budget || cost <= *options_.budget);
  }

 private:
  const Graph& graph_;
  const ProjectionOptions& options_;
  std::vector<EdgeId> by_cost_;
};

long double energy(std::span<const double> x, NodeSet set) {
  long double sum = 0.0L;
  for (std::size_t node = 0; node < x.size(); ++node) {
    if (!has(set, static_cast<NodeId>(node))) continue;
    sum += static_cast<long double>(x[node]) * static_cast<long double>(x[node]);
  }
  return sum;
}

}  // namespace

std::string certificate_defect(const Graph& graph, std::span<const double> x,
                               const ProjectionOptions& options, const ProjectionResult& result) {
  if (!result.certified_factor) return {};
  const long double factor = *result.certified_factor;
  const long double squared = factor * factor;
  const NodeSet all = (NodeSet{1} << static_cast<unsigned>(graph.node_count())) - 1;
  const NodeSet own = set_of(result.support);
  const long double captured = energy(x, own);
  const long double lost = energy(x, all & ~own);
  const Model model(graph, options);
  for (NodeSet set = 0; set <= all; ++set) {
    if (!model.contains(set)) continue;
    const bool is_true = options.kind == ProjectionKind::head
                             ? captured * (1.0L + kTolerance) >= squared * energy(x, set)
                             : lost <= squared * energy(x, all & ~set) * (1.0L + kTolerance);
    if (is_true) continue;
    return fmt::format("factor {} is claimed, but set {:#x} keeps {} of {} and ours {:#x} keeps {}",
                       *result.certified_factor, set, static_cast<double>(energy(x, set)),
                       static_cast<double>(energy(x, all)), own, static_cast<double>(captured));
  }
  return {};
}

}  // namespace graphsparse::test_support
