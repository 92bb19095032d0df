#include "graphsparse/graph/builders.hpp"

#include <fmt/format.h>

#include <limits>
#include <vector>

#include "graphsparse/core/error.hpp"

namespace graphsparse {

Graph make_grid(std::int64_t width, std::int64_t height) {
  if (width < 1 || height < 1) {
    throw InputError(fmt::format("grid {}x{}: both sides must be at least 1", width, height));
  }
  constexpr std::int64_t kMaxNodes =
      std::numeric_limits<NodeId>::max() / 4;  // two edges a node, two halves an edge
  if (width > kMaxNodes / height) {
    throw InputError(
        fmt::format("grid {}x{} is too large; at most {} nodes", width, height, kMaxNodes));
  }
  std::vector<Edge> edges;
  edges.reserve(static_cast<std::size_t>(2 * width * height));
  for (std::int64_t row = 0; row < height; ++row) {
    for (std::int64_t column = 0; column < width; ++column) {
      const auto node = static_cast<NodeId>(row * width + column);
      if (column + 1 < width) edges.push_back({node, node + 1});
      if (row + 1 < height) edges.push_back({node, node + static_cast<NodeId>(width)});
    }
  }
  return Graph::from_edges(width * height, edges);
}

Graph make_path(std::int64_t node_count) { return make_grid(node_count, 1); }

Graph with_unit_costs(const Graph& graph) {
  std::vector<Edge> edges;
  edges.reserve(static_cast<std::size_t>(graph.edge_count()));
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) {
    edges.push_back({graph.end_of(2 * edge), graph.end_of(2 * edge + 1)});
  }
  return Graph::from_edges(graph.node_count(), edges);
}

}  // namespace graphsparse
