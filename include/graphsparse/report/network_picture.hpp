// Drawings of small networks, such as the genes that a fit selected.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "graphsparse/graph/graph.hpp"
#include "graphsparse/report/grid_picture.hpp"

namespace graphsparse::report {

struct NetworkNode {
  std::string name = {};
  double value = 0;   // the colour; NaN: grey
  double weight = 1;  // the area beyond a smallest size; not negative
};

struct NetworkPicture {
  std::string title = {};
  std::vector<NetworkNode> nodes = {};
  // Ends are positions in `nodes`; costs, loops and copies do not matter.
  std::vector<Edge> edges = {};
  std::string value_label = {};   // what the colour means, such as "coefficient"
  std::string weight_label = {};  // what the size means, such as "stability"
  ColourScale scale = ColourScale::diverging;
};

// Beyond this, names cannot be read and the layout is slow; draw the heaviest nodes instead.
inline constexpr std::size_t kLargestNetworkPicture = 1000;

// A whole SVG document, as large as its contents need. Nodes lie as far apart as they are in the
// network, names are readable and do not cover each other, components stand side by side; each
// node tells its name and numbers as a tooltip. The same input gives the same bytes. Throws
// InputError for an edge outside of the nodes, a weight that is negative or not finite, or more
// than kLargestNetworkPicture nodes.
std::string to_svg(const NetworkPicture& picture);

}  // namespace graphsparse::report
