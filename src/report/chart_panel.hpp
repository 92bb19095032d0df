// One chart within a picture, without its legend.
#pragma once

#include <vector>

#include "report/curve.hpp"
#include "report/legend.hpp"

namespace graphsparse::report {

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
