// How the methods look in every picture: one colour, dash and marker each.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace graphsparse::report {

enum class MarkerShape {
  circle,
  square,
  diamond,
  triangle_up,
  triangle_down,
  pentagon,
  star,
  plus,
  cross
};

struct Marker {
  MarkerShape shape = MarkerShape::circle;
  bool hollow = false;

  bool operator==(const Marker&) const = default;
};

struct MethodStyle {
  std::string colour;  // "#rrggbb"
  std::string dash;    // as in stroke-dasharray; empty: a solid line
  Marker marker;

  bool operator==(const MethodStyle&) const = default;
};

// The style of a method by its name in the paper ("GraphStoIHT") or on the command line
// ("graph-sto-iht"); case and punctuation do not matter. The colours of the methods differ for
// readers with a red- or green-blind eye too, and their markers differ in black and white. An
// unknown name gets a style that depends on the name alone, from a spare list.
MethodStyle method_style(std::string_view name);

// The styles of methods that are drawn together: as method_style, but two unknown names do not get
// the same style as long as the spare list lasts.
std::vector<MethodStyle> method_styles(std::span<const std::string> names);

// Colours from light to dark for an ordered family, such as block sizes. All stand out on white.
std::vector<std::string> ordered_colours(std::size_t count);

}  // namespace graphsparse::report
