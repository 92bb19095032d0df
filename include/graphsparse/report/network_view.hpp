// A network, grid or map that the reader of a page can move about in: places of the nodes, and what
// is known of them. The page's script draws it; without scripts the page shows a picture in its
// stead.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graphsparse/graph/graph.hpp"

namespace graphsparse::report {

struct ViewNode {
  std::string name = {};
  std::vector<double> values = {};  // of the measures; NaN: not known
  double x = 0;
  double y = 0;  // grows downwards
  // Further facts, name and value, that are shown with the node.
  std::vector<std::pair<std::string, std::string>> facts = {};
  // The outline of a region of a map, around x and y: x1, y1, x2, y2, ... of each ring; holes are
  // rings as well.
  std::optional<std::vector<std::vector<double>>> rings = {};
  bool is_marked = false;  // a region with a strong border
};

struct NetworkView {
  std::vector<std::string> measures = {};  // at least one; the first gives the colour at the start
  std::optional<std::size_t> size = 0;     // the measure that gives the size; nothing: all equal
  std::vector<ViewNode> nodes = {};
  std::vector<Edge> edges = {};  // ends are positions in `nodes`
  // Left, top, right, bottom of what the nodes lie in, such as a grid.
  std::optional<std::array<double, 4>> frame = {};
  double cell = 0;  // above 0: nodes are squares of this side, as the cells of a grid
};

// More are slow to draw and to lay out; keep the largest.
inline constexpr std::size_t kLargestNetworkView = 2000;

// Gives the nodes their places by the edges between them: as in the picture where there are so few
// that all names have room, else near each other where the page shows names as there is room.
void place_nodes(NetworkView& view);

// A node on a grid, at this row and column.
void place_on_grid(ViewNode& node, std::int64_t row, std::int64_t column);
void frame_grid(NetworkView& view, std::int64_t width, std::int64_t height);

// As the page's script reads it. Throws InputError for an edge outside of the nodes, a node without
// a value of each measure, or too many nodes.
std::string to_json(const NetworkView& view);

}  // namespace graphsparse::report
