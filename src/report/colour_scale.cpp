#include "report/colour_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace graphsparse::report {
namespace {

// Steps on each side of zero.
constexpr double kSteps = 32;

// A colour in OKLab, where equal distances look equal: lightness, green to red, blue to yellow.
struct Lab {
  double lightness;
  double red;
  double yellow;
};

constexpr std::array<Lab, 4> kSequential = {{
    {0.985, -0.003, 0.008},
    {0.76, -0.075, -0.015},
    {0.52, -0.045, -0.105},
    {0.27, 0.045, -0.115},
}};
constexpr std::array<Lab, 4> kNegative = {{
    {0.985, 0, 0},
    {0.84, -0.035, -0.065},
    {0.63, -0.040, -0.130},
    {0.40, -0.015, -0.130},
}};
constexpr std::array<Lab, 4> kPositive = {{
    {0.985, 0, 0},
    {0.84, 0.065, 0.045},
    {0.63, 0.150, 0.085},
    {0.40, 0.145, 0.060},
}};

Lab between(std::span<const Lab> anchors, double share) {
  const double place = share * static_cast<double>(anchors.size() - 1);
  const auto lower = std::min(static_cast<std::size_t>(place), anchors.size() - 2);
  const double t = place - static_cast<double>(lower);
  const Lab& a = anchors[lower];
  const Lab& b = anchors[lower + 1];
  return {std::lerp(a.lightness, b.lightness, t), std::lerp(a.red, b.red, t),
          std::lerp(a.yellow, b.yellow, t)};
}

int srgb_byte(double linear) {
  const double value = std::clamp(linear, 0.0, 1.0);
  const double encoded =
      value <= 0.0031308 ? 12.92 * value : 1.055 * std::pow(value, 1 / 2.4) - 0.055;
  return static_cast<int>(std::lround(255 * encoded));
}

// The definition of OKLab, backwards: cone responses from the three coordinates, light from these.
std::string hex(const Lab& colour) {
  const auto cube = [](double x) { return x * x * x; };
  const double l =
      cube(colour.lightness + 0.3963377774 * colour.red + 0.2158037573 * colour.yellow);
  const double m =
      cube(colour.lightness - 0.1055613458 * colour.red - 0.0638541728 * colour.yellow);
  const double s =
      cube(colour.lightness - 0.0894841775 * colour.red - 1.2914855480 * colour.yellow);
  return fmt::format("#{:02x}{:02x}{:02x}",
                     srgb_byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                     srgb_byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                     srgb_byte(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s));
}

double rounded(double share) { return std::round(std::clamp(share, -1.0, 1.0) * kSteps) / kSteps; }

}  // namespace

std::string sequential_colour(double share) {
  if (std::isnan(share)) return std::string(kMissingColour);
  return hex(between(kSequential, rounded(std::max(share, 0.0))));
}

std::string diverging_colour(double share) {
  if (std::isnan(share)) return std::string(kMissingColour);
  const double level = rounded(share);
  return hex(between(level < 0 ? kNegative : kPositive, std::abs(level)));
}

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
