// One series on paper: the line with its gaps, cut off at the edges, and the places of its markers.
#pragma once

#include <vector>

#include "report/axis.hpp"
#include "report/legend.hpp"
#include "report/svg.hpp"

namespace graphsparse::report {

// The plot area, in pixels; y grows downwards.
struct Area {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;

  double width() const { return right - left; }
  double height() const { return bottom - top; }
  bool contains(Point p) const {
    constexpr double slack = 0.01;  // for points that are meant to be on the edge
    return p.x >= left - slack && p.x <= right + slack && p.y >= top - slack &&
           p.y <= bottom + slack;
  }
};

struct Curve {
  PathData line;
  std::vector<Point> alone;    // points inside without a drawable neighbour: no line shows them
  std::vector<Point> markers;  // thinned out where points are dense
};

// `turn` shifts the thinned-out markers along the curve, so that those of different series do not
// sit upon each other.
Curve trace(const Series& series, const LineChart& chart, const Axis& x_axis, const Axis& y_axis,
            const Area& area, std::size_t turn);

// One chart within a picture, without its legend.

// The room that labels need around the plot area.
struct Margins {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
};

// For a chart whose whole height is known; wide labels of the y axis need more room at the left.
Margins margins_of(const LineChart& chart, double height);

void draw_panel(SvgWriter& svg, const LineChart& chart, const std::vector<CurveStyle>& styles,
                const Area& plot, const Margins& margins);

}  // namespace graphsparse::report
