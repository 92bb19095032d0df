// Where the nodes of a drawing go: near each other in the graph, near on paper; nothing overlaps.
#pragma once

#include <span>
#include <vector>

#include "graphsparse/graph/graph.hpp"
#include "report/svg.hpp"

namespace graphsparse::report {

// The box that a node and its name take, around its centre.
struct Extent {
  double half_width = 0;
  double half_height = 0;
};

struct GraphLayout {
  std::vector<Point> centres;
  double width = 0;
  double height = 0;
};

// Boxes do not overlap and lie within width x height. Components stand side by side, the largest
// first. The same input gives the same layout.
GraphLayout lay_out(const Graph& graph, std::span<const Extent> extents);

// Pushes boxes apart until none overlap another, and spreads them all where pushing is not enough.
void remove_overlaps(std::vector<Point>& centres, std::span<const Extent> extents);

}  // namespace graphsparse::report
