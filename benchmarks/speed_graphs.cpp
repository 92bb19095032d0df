#include "speed_graphs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/graph/builders.hpp"
#include "graphsparse/graph/components.hpp"

namespace graphsparse::bench {
namespace {

// How many pairs are drawn for each edge wanted: some are loops, some have been drawn before.
constexpr double kPairsAnEdge = 1.2;
// How many numbers are drawn for each edge of an attachment graph, more than it can need.
constexpr std::size_t kDrawsAnEdge = 16;

std::uint64_t key_of(const Edge& edge) {
  return static_cast<std::uint64_t>(edge.u) << 32U | static_cast<std::uint64_t>(edge.v);
}

Edge ordered(NodeId a, NodeId b) { return {std::min(a, b), std::max(a, b)}; }

using IndexPair = std::pair<std::int64_t, std::int64_t>;

std::vector<IndexPair> read_distinct_pairs(const std::string& path) {
  std::ifstream stream(path);
  if (!stream) throw InputError(fmt::format("{}: cannot be read", path));
  std::vector<IndexPair> pairs;
  std::set<IndexPair> seen;
  std::int64_t a = 0;
  std::int64_t b = 0;
  while (stream >> a >> b) {
    const IndexPair pair = std::minmax(a, b);
    if (a != b && seen.insert(pair).second) pairs.push_back(pair);
  }
  if (pairs.empty() || !stream.eof()) {
    throw InputError(fmt::format("{}: edge {} is not a pair of whole numbers", path, pairs.size()));
  }
  return pairs;
}

}  // namespace

EdgeList square_grid(NodeId side) {
  const Graph grid = make_grid(side, side);
  EdgeList list{grid.node_count(), {}};
  for (EdgeId e = 0; e < grid.edge_count(); ++e) list.edges.push_back(grid.edge(e));
  return list;
}

EdgeList random_graph(NodeId node_count, std::size_t edge_count, LegacyRandom& random) {
  const auto bound = static_cast<std::uint32_t>(node_count);
  const auto draws = static_cast<std::size_t>(static_cast<double>(edge_count) * kPairsAnEdge);
  EdgeList list{node_count, {}};
  std::unordered_set<std::uint64_t> seen;
  // All pairs are drawn, wanted or not: what is drawn after them depends on it.
  for (std::size_t draw = 0; draw < draws; ++draw) {
    const auto a = static_cast<NodeId>(random.below(bound));
    const auto b = static_cast<NodeId>(random.below(bound));
    const Edge edge = ordered(a, b);
    if (a == b || list.edges.size() == edge_count || !seen.insert(key_of(edge)).second) continue;
    list.edges.push_back(edge);
  }
  return list;
}

EdgeList preferential_attachment(NodeId node_count, std::size_t edges_a_node,
                                 LegacyRandom& random) {
  EdgeList list{node_count, {}};
  std::vector<NodeId> ends;  // a node is in it once for each of its edges
  const auto connect = [&](NodeId old_node, NodeId new_node) {
    list.edges.push_back({old_node, new_node});
    ends.insert(ends.end(), {old_node, new_node});
  };
  const auto core_size = static_cast<NodeId>(edges_a_node);
  for (NodeId i = 0; i < core_size; ++i) {
    for (NodeId j = 0; j < i; ++j) {
      connect(j, i);
      std::swap(ends[ends.size() - 2], ends.back());  // in the core the newer node comes first
    }
  }
  const auto draws =
      random.uniforms(kDrawsAnEdge * static_cast<std::size_t>(node_count) * edges_a_node);
  std::size_t drawn = 0;
  std::vector<NodeId> chosen;
  for (NodeId node = core_size; node < node_count; ++node) {
    chosen.clear();
    while (chosen.size() < edges_a_node) {
      const double place = draws[drawn++] * static_cast<double>(ends.size());
      const NodeId other = ends[static_cast<std::size_t>(place)];
      if (std::ranges::find(chosen, other) == chosen.end()) chosen.push_back(other);
    }
    for (const NodeId other : chosen) connect(other, node);
  }
  return list;
}

EdgeList largest_component_of_file(const std::string& path) {
  const std::vector<IndexPair> pairs = read_distinct_pairs(path);
  std::map<std::int64_t, NodeId> node_of;  // first of all nodes, then of those that are kept
  for (const auto& [a, b] : pairs) node_of[a] = node_of[b] = 0;
  NodeId next = 0;
  for (auto& [index, node] : node_of) node = next++;

  std::vector<Edge> edges;
  for (const auto& [a, b] : pairs) edges.push_back({node_of[a], node_of[b]});
  const Components components = connected_components(Graph::from_edges(next, edges));
  const auto largest = std::ranges::max_element(components.size) - components.size.begin();

  const auto is_kept = [&](NodeId node) {
    return components.label[static_cast<std::size_t>(node)] == largest;
  };
  std::vector<NodeId> new_number(static_cast<std::size_t>(next), kNoNode);
  EdgeList list;
  for (NodeId node = 0; node < next; ++node) {
    if (is_kept(node)) new_number[static_cast<std::size_t>(node)] = list.node_count++;
  }
  for (const Edge& edge : edges) {
    if (!is_kept(edge.u)) continue;
    list.edges.push_back({new_number[static_cast<std::size_t>(edge.u)],
                          new_number[static_cast<std::size_t>(edge.v)]});
  }
  return list;
}

}  // namespace graphsparse::bench
