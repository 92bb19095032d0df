// The demo in the terminal.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>

#include "demo_command.hpp"

namespace graphsparse::cli {
namespace {

// Colours by their number in the palette of 256: 232 to 255 are greys from dark to bright.
constexpr int kGround = 234;
constexpr int kSignal = 252;
constexpr int kFound = 41;
constexpr int kMissed = 203;
constexpr int kWrong = 220;

constexpr int kGap = 3;  // columns between panels

using NodeColour = std::function<int(std::size_t)>;
using PairGlyph = std::function<const char*(std::size_t, std::size_t)>;

std::vector<bool> as_mask(const DemoScene& scene, const Support& nodes) {
  std::vector<bool> mask(scene.signal.values.size(), false);
  for (const NodeId node : nodes) mask[static_cast<std::size_t>(node)] = true;
  return mask;
}

// Calls pair(upper, lower) for the two nodes of every character.
template <class Pair>
std::vector<std::string> draw_lines(const DemoScene& scene, Pair pair, const char* line_end) {
  const auto width = static_cast<std::size_t>(scene.width);
  std::vector<std::string> lines;
  for (std::size_t row = 0; row + 1 < static_cast<std::size_t>(scene.height); row += 2) {
    std::string line;
    for (std::size_t column = 0; column < width; ++column) {
      line += pair(row * width + column, (row + 1) * width + column);
    }
    lines.push_back(line + line_end);
  }
  return lines;
}

// The upper half block shows its foreground above and its background below: two pixels.
Panel draw_colours(const DemoScene& scene, const std::string& title, const NodeColour& colour) {
  const auto pair = [&](std::size_t upper, std::size_t lower) {
    return fmt::format("\x1b[38;5;{};48;5;{}m▀", colour(upper), colour(lower));
  };
  return {title, static_cast<int>(scene.width), draw_lines(scene, pair, "\x1b[0m")};
}

Panel draw_glyphs(const DemoScene& scene, const std::string& title, const PairGlyph& glyph) {
  return {title, static_cast<int>(scene.width), draw_lines(scene, glyph, "")};
}

Panel draw_mask(const DemoScene& scene, const std::string& title, const std::vector<bool>& mask) {
  return draw_glyphs(scene, title, [&](std::size_t upper, std::size_t lower) {
    if (mask[upper]) return mask[lower] ? "█" : "▀";
    return mask[lower] ? "▄" : "·";
  });
}

}  // namespace

Panel draw_planted(const DemoScene& scene, bool colour) {
  const std::string title = fmt::format("planted ({} nodes)", scene.signal.support.size());
  const std::vector<bool> mask = as_mask(scene, scene.signal.support);
  if (!colour) return draw_mask(scene, title, mask);
  return draw_colours(scene, title,
                      [&](std::size_t node) { return mask[node] ? kSignal : kGround; });
}

Panel draw_found(const DemoScene& scene, const Support& found, const std::string& title,
                 bool colour) {
  const std::vector<bool> mask = as_mask(scene, found);
  if (!colour) return draw_mask(scene, title, mask);
  const std::vector<bool> planted = as_mask(scene, scene.signal.support);
  return draw_colours(scene, title, [&](std::size_t node) {
    if (mask[node]) return planted[node] ? kFound : kWrong;
    return planted[node] ? kMissed : kGround;
  });
}

std::string colour_legend() {
  return fmt::format(
      "\x1b[38;5;{}m█\x1b[0m found  \x1b[38;5;{}m█\x1b[0m missed  "
      "\x1b[38;5;{}m█\x1b[0m not planted\n",
      kFound, kMissed, kWrong);
}

std::string arrange(const std::vector<Panel>& panels, int screen_width) {
  std::string text;
  for (std::size_t first = 0; first < panels.size();) {
    std::size_t last = first;
    int used = 0;
    while (last < panels.size() && (last == first || used + panels[last].width <= screen_width)) {
      used += panels[last].width + kGap;
      ++last;
    }
    std::size_t height = 0;
    for (std::size_t p = first; p < last; ++p) height = std::max(height, panels[p].lines.size());
    for (std::size_t p = first; p < last; ++p) {
      const int width = p + 1 < last ? panels[p].width + kGap : 0;
      text += fmt::format("{:<{}}", panels[p].title, width);
    }
    text += '\n';
    for (std::size_t row = 0; row < height; ++row) {
      for (std::size_t p = first; p < last; ++p) {
        text += panels[p].lines[row];
        if (p + 1 < last) text.append(kGap, ' ');
      }
      text += '\n';
    }
    first = last;
    if (first < panels.size()) text += '\n';
  }
  return text;
}

}  // namespace graphsparse::cli
