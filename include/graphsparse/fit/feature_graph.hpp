// The graph over the features of a dataset.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graphsparse/graph/graph.hpp"
#include "graphsparse/io/data_file.hpp"
#include "graphsparse/io/edge_table.hpp"

namespace graphsparse {

// Of the built-in graph grid:WxH, which a graph itself does not know.
struct GridSize {
  std::int64_t width = 0;
  std::int64_t height = 0;
};

// Node i is feature i.
struct FeatureGraph {
  std::shared_ptr<const Graph> graph;  // null: none
  std::optional<GridSize> grid;
  std::vector<std::string> notes;  // what did not match when it was joined, a line each

  FeatureGraph() = default;
  // Implicit, so that a graph made by hand can be handed over as it is.
  FeatureGraph(Graph whole) : graph(std::make_shared<const Graph>(std::move(whole))) {}
  // Looked at, not owned.
  static FeatureGraph view(const Graph& graph);
};

// Of the graph that `spec` was read as, which has so many nodes; nothing where that is another kind
// of graph, such as one whose nodes have names.
std::optional<GridSize> grid_size_of(const std::string& spec, bool has_names,
                                     std::int64_t node_count);

// Reads what `--graph` accepts and joins nodes and features: by name where the data has names, else
// by position. Features without a node become nodes without edges. Throws InputError.
FeatureGraph read_feature_graph(const std::string& spec, const Dataset& data,
                                const EdgeOptions& options = {});

}  // namespace graphsparse
