// Maps: regions as polygons, coloured by a number, some of them marked.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graphsparse/graph/graph.hpp"
#include "graphsparse/report/grid_picture.hpp"
#include "graphsparse/report/network_view.hpp"

namespace graphsparse::report {

struct MapPoint {
  double x = 0;  // eastwards, in whatever unit
  double y = 0;  // northwards, in the same unit
};

struct MapRegion {
  std::string name = {};
  std::vector<std::vector<MapPoint>> rings = {};  // closed or not; holes are rings as well
  double value = 0;                               // the colour; NaN: grey
  bool is_marked = false;                         // drawn with a strong border
  std::string note = {};                          // in the tooltip; may be empty
};

struct MapPicture {
  std::string title = {};
  std::vector<MapRegion> regions = {};
  std::string value_label = {};      // what the colour means
  std::optional<double> limit = {};  // of the colours; nothing: the largest value
  ColourScale scale = ColourScale::sequential;
};

inline constexpr double kMapWidth = 560;

// A whole SVG document; the height follows from the regions. Each region tells its name, value and
// note as a tooltip. Throws InputError where there is nothing to draw or a coordinate is not
// finite.
std::string to_svg(const MapPicture& picture, double width = kMapWidth);

// The same map for readers to move about in, with the value as its first measure, called `measure`;
// ends of the pairs of neighbours are positions in `regions`. Throws InputError as to_svg does.
NetworkView view_of(const MapPicture& picture, const std::string& measure,
                    const std::vector<Edge>& neighbours);

}  // namespace graphsparse::report
