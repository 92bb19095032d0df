#include "graphsparse/fit/feature_graph.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "graphsparse/core/suggest.hpp"
#include "graphsparse/io/feature_graph.hpp"

namespace graphsparse {

std::optional<GridSize> grid_size_of(const std::string& spec, bool has_names,
                                     std::int64_t node_count) {
  constexpr std::string_view prefix = "grid:";
  if (!spec.starts_with(prefix)) return std::nullopt;
  GridSize size;
  const char* const end = spec.data() + spec.size();
  const auto width = std::from_chars(spec.data() + prefix.size(), end, size.width);
  if (width.ptr == end || (*width.ptr != 'x' && *width.ptr != 'X')) return std::nullopt;
  const auto height = std::from_chars(width.ptr + 1, end, size.height);
  if (height.ptr != end || has_names) return std::nullopt;
  // A file may have such a name, too.
  if (size.width * size.height != node_count) return std::nullopt;
  return size;
}

FeatureGraph FeatureGraph::view(const Graph& graph) {
  FeatureGraph result;
  result.graph = std::shared_ptr<const Graph>(std::shared_ptr<const Graph>(), &graph);
  return result;
}

namespace {

// A name to leave out that no node has may be a feature's; or it is mistyped.
std::vector<std::string> notes_on_excluded(const std::string& spec, EdgeOptions options,
                                           const EdgeTable& rest) {
  if (options.exclude.empty()) return {};
  const std::vector<std::string> excluded = std::exchange(options.exclude, {});
  const EdgeTable whole = read_edge_table(spec, options);
  std::vector<std::string> notes;
  if (whole.node_count() - rest.node_count() == static_cast<std::int64_t>(excluded.size())) {
    return notes;
  }
  std::unordered_set<std::string> known;
  std::vector<std::string> names;
  for (std::int64_t node = 0; node < whole.node_count(); ++node) {
    names.push_back(whole.name(node));
    known.insert(names.back());
  }
  for (const std::string& name : excluded) {
    if (known.contains(name)) continue;
    notes.push_back(fmt::format("`exclude`: no node of {} is called '{}'{}", spec, name,
                                did_you_mean(name, names)));
  }
  return notes;
}

}  // namespace

FeatureGraph read_feature_graph(const std::string& spec, const Dataset& data,
                                const EdgeOptions& options) {
  const EdgeTable table = read_edge_table(spec, options);
  std::vector<std::string> notes = notes_on_excluded(spec, options, table);
  JoinedGraph joined = join_features(table, data);
  FeatureGraph result(std::move(joined.graph));
  result.grid = grid_size_of(spec, !table.names.empty(), table.node_count());
  result.notes = table.notes;
  result.notes.insert(result.notes.end(), notes.begin(), notes.end());
  if (!joined.report.is_complete()) result.notes.push_back(joined.report.describe());
  return result;
}

}  // namespace graphsparse
