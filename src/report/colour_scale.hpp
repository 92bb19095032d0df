// Colours for numbers.
#pragma once

#include <string>
#include <string_view>

namespace graphsparse::report {

// For numbers that are missing (NaN).
inline constexpr std::string_view kMissingColour = "#c8c8c8";

// Numbers are rounded to a few dozen colours, which no eye tells apart from a continuous scale, so
// that neighbouring cells can be drawn as one. Both answer "#rrggbb".

// From white (0) over blue-green to dark violet (1); lightness falls evenly, so it prints well.
std::string sequential_colour(double share);

// From blue (-1) over white (0) to red (1), both ends equally dark.
std::string diverging_colour(double share);

}  // namespace graphsparse::report
