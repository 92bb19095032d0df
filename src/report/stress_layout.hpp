// The shape of a connected graph in the plane.
#pragma once

#include <vector>

#include "graphsparse/graph/graph.hpp"
#include "report/svg.hpp"

namespace graphsparse::report {

// Places whose distances are near the graph's own, with a stress
//   sum over pairs of (distance on paper - distance in the graph)^2 / (distance in the graph)^2
// that is locally least. An edge has length 1, or more at nodes with many neighbours. The graph is
// connected; its costs play no part. The longest side lies across. Takes O(n^2) memory and O(n^2)
// time a round.
std::vector<Point> stress_layout(const Graph& graph);

}  // namespace graphsparse::report
