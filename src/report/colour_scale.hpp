// Colours for numbers.
#pragma once

#include <string>
#include <string_view>

#include "graphsparse/report/grid_picture.hpp"
#include "report/svg.hpp"

namespace graphsparse::report {

// For numbers that are missing (NaN).
inline constexpr std::string_view kMissingColour = "#c8c8c8";

// Numbers are rounded to a few dozen colours, which no eye tells apart from a continuous scale, so
// that neighbouring cells can be drawn as one. Both answer "#rrggbb".

// From white (0) over blue-green to dark violet (1); lightness falls evenly, so it prints well.
std::string sequential_colour(double share);

// From blue (-1) over white (0) to red (1), both ends equally dark.
std::string diverging_colour(double share);

// The legend of colours that stand for numbers.

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
