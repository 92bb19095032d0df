#include "graphsparse/fit/feature_graph.hpp"

#include <charconv>
#include <string_view>

#include "graphsparse/io/feature_graph.hpp"

namespace graphsparse {

std::optional<GridSize> grid_size_of(const std::string& spec, const EdgeTable& table) {
  constexpr std::string_view prefix = "grid:";
  if (!spec.starts_with(prefix)) return std::nullopt;
  GridSize size;
  const char* const end = spec.data() + spec.size();
  const auto width = std::from_chars(spec.data() + prefix.size(), end, size.width);
  if (width.ptr == end || (*width.ptr != 'x' && *width.ptr != 'X')) return std::nullopt;
  const auto height = std::from_chars(width.ptr + 1, end, size.height);
  if (height.ptr != end || !table.names.empty()) return std::nullopt;
  // A file may have such a name, too.
  if (size.width * size.height != table.node_count()) return std::nullopt;
  return size;
}

FeatureGraph FeatureGraph::view(const Graph& graph) {
  FeatureGraph result;
  result.graph = std::shared_ptr<const Graph>(std::shared_ptr<const Graph>(), &graph);
  return result;
}

FeatureGraph read_feature_graph(const std::string& spec, const Dataset& data,
                                const EdgeOptions& options) {
  const EdgeTable table = read_edge_table(spec, options);
  JoinedGraph joined = join_features(table, data);
  FeatureGraph result(std::move(joined.graph));
  result.grid = grid_size_of(spec, table);
  result.notes = table.notes;
  if (!joined.report.is_complete()) result.notes.push_back(joined.report.describe());
  return result;
}

}  // namespace graphsparse
