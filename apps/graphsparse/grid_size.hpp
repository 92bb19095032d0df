// The width and height of the built-in graph grid:WxH, which a graph itself does not know.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "graphsparse/io/edge_table.hpp"

namespace graphsparse::cli {

struct GridSize {
  std::int64_t width = 0;
  std::int64_t height = 0;
};

// Of the graph that `spec` was read as; nothing where that is another kind of graph.
std::optional<GridSize> grid_size_of(const std::string& spec, const EdgeTable& table);

}  // namespace graphsparse::cli
