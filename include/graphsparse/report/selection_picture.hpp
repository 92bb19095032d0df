// The selected part of a graph: as a picture, and as a figure of a page that readers can move about
// in.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graphsparse/fit/feature_graph.hpp"
#include "graphsparse/graph/graph.hpp"
#include "graphsparse/report/html_page.hpp"

namespace graphsparse::report {

// A number for each selected node.
struct NodeMeasure {
  std::string name;
  std::vector<double> values;
};

struct SelectedPart {
  std::vector<std::string> names = {};
  // At least one. The first gives the colour and says which nodes are the largest; the picture
  // shows the second, where there is one, as size.
  std::vector<NodeMeasure> measures = {};
  std::vector<Edge> edges = {};       // ends are positions in `names`
  std::optional<GridSize> grid = {};  // node r * W + c is called by this number
  std::string noun = "features";      // what nodes are
};

// Of at most two hundred nodes, the largest ones; of a grid all cells.
std::string to_svg(const SelectedPart& part);

// The figure with a caption that tells how much of it is shown; a sentence where nothing was
// selected.
void add_selection(HtmlPage& page, const SelectedPart& part);

}  // namespace graphsparse::report
