// The legend of colours that stand for numbers.
#pragma once

#include <string_view>

#include "graphsparse/report/grid_picture.hpp"
#include "report/svg.hpp"

namespace graphsparse::report {

// The colour of a value on a scale with this limit.
std::string colour_on(ColourScale scale, double limit, double value);

inline constexpr double kColourBarWidth = 160;
inline constexpr double kColourBarHeight = 30;  // with its numbers

// A bar with its two ends and, if diverging, its middle; `label` is written at its right.
void draw_colour_bar(SvgWriter& svg, Point corner, ColourScale scale, double limit,
                     std::string_view label);

// With a real minus sign, for legends and tooltips.
std::string readable_number(double value, int digits = 4);

}  // namespace graphsparse::report
