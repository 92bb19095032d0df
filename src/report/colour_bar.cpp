#include "report/colour_bar.hpp"

#include <fmt/format.h>

#include "report/colour_scale.hpp"

namespace graphsparse::report {

std::string colour_on(ColourScale scale, double limit, double value) {
  return scale == ColourScale::diverging ? diverging_colour(value / limit)
                                         : sequential_colour(value / limit);
}

void draw_colour_bar(SvgWriter& svg, Point corner, ColourScale scale, double limit,
                     std::string_view label) {
  constexpr int pieces = 40;
  constexpr double thickness = 10;
  constexpr double piece_width = kColourBarWidth / pieces;
  const double low = scale == ColourScale::diverging ? -limit : 0;
  for (int i = 0; i < pieces; ++i) {
    const double value = low + (limit - low) * (i + 0.5) / pieces;
    svg.rectangle(
        {corner.x + i * piece_width, corner.y}, piece_width, thickness,
        fmt::format(R"(fill="{}" shape-rendering="crispEdges")", colour_on(scale, limit, value)));
  }
  svg.rectangle(corner, kColourBarWidth, thickness,
                R"(fill="none" stroke="#888" stroke-width=".5")");
  const auto number = [&](double place, double value) {
    svg.text({corner.x + place * kColourBarWidth, corner.y + thickness + 13},
             readable_number(value, 3), {.anchor = Anchor::middle, .size = 10});
  };
  number(0, low);
  if (scale == ColourScale::diverging) number(0.5, 0);
  number(1, limit);
  if (label.empty()) return;
  svg.text({corner.x + kColourBarWidth + 10, corner.y + thickness - 1}, label, {.size = 11});
}

std::string readable_number(double value, int digits) {
  std::string text = fmt::format("{:.{}g}", value, digits);
  if (text.starts_with('-')) text.replace(0, 1, "\xE2\x88\x92");
  return text;
}

}  // namespace graphsparse::report
