#include "graphsparse/io/feature_graph.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "io/text.hpp"

namespace graphsparse {
namespace {

// What join() would say of a vector, said of a matrix.
void check_positions(const EdgeTable& table, const Dataset& data) {
  if (!table.numbered && !table.names.empty()) {
    throw InputError(fmt::format(
        "{}: nodes have names such as {}, but the features of {} have none; give them with "
        "--feature-names",
        table.source, io::in_quotes(table.names.front()), data.source));
  }
  const std::int64_t features = data.design->columns();
  for (std::int64_t node = 0; node < table.node_count(); ++node) {
    const std::optional<std::int64_t> number =
        table.names.empty() ? node : io::parse_index(table.name(node));
    if (number && *number < features) continue;
    throw InputError(fmt::format(
        "{}: there is a node {}, but {} has {} features without names, which are nodes 0 to {}; "
        "give the graph of these features, or their names with --feature-names",
        table.source, io::in_quotes(table.name(node)), data.source, features, features - 1));
  }
}

Graph without_last_nodes(const Graph& graph, std::int64_t node_count) {
  std::vector<Edge> edges;
  for (EdgeId e = 0; e < graph.edge_count(); ++e) {
    const Edge edge = graph.edge(e);
    if (edge.u < node_count && edge.v < node_count) edges.push_back(edge);
  }
  return Graph::from_edges(node_count, edges);
}

}  // namespace

JoinedGraph join_features(const EdgeTable& table, const Dataset& data) {
  if (data.feature_names.empty()) {
    const bool has_header = is_header_line(table, {});
    check_positions(has_header ? without_header_line(table) : table, data);
  }
  const auto features = static_cast<std::size_t>(data.design->columns());
  NamedVector places;
  places.source = data.source;
  places.names = data.feature_names;
  places.values.assign(features, 0.0);
  JoinedGraph joined = join(table, places);
  // Nodes without a feature come last.
  if (joined.report.nodes_without_feature == 0) return joined;
  joined.graph = without_last_nodes(joined.graph, static_cast<std::int64_t>(features));
  joined.names.resize(features);
  joined.values.resize(features);
  return joined;
}

}  // namespace graphsparse
