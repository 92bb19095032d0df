#include "graphsparse/report/palette.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "report/colour_scale.hpp"

namespace graphsparse::report {
namespace {

// Dotted, so that they differ from dashed lines, which charts use for published curves.
constexpr std::string_view kDotted = "1.5 2.5";

struct KnownMethod {
  std::string_view name;  // lower case, letters and digits only
  std::string_view colour;
  std::string_view dash;
  Marker marker;
};

// The colours were searched for together: any two of them stay at least 0.07 apart in OKLab, also
// as a protanope or deuteranope sees them, and all have a contrast of at least 2.2 with white.
constexpr std::array<KnownMethod, 18> kKnownMethods = {{
    {"iht", "#e69f00", "", {MarkerShape::triangle_down}},
    {"stoiht", "#cc79a7", "", {MarkerShape::triangle_up}},
    {"graphiht", "#009e73", "", {MarkerShape::square}},
    {"graphstoiht", "#d55e00", "", {MarkerShape::circle}},
    {"niht", "#56b4e9", "", {MarkerShape::plus}},
    {"cosamp", "#6c3f00", "", {MarkerShape::cross}},
    {"graphcosamp", "#0000a8", "", {MarkerShape::pentagon}},
    {"graphnstoiht", "#0072b2", "", {MarkerShape::diamond}},
    {"graphrandhtp", "#000000", "", {MarkerShape::star}},
    {"graphsvrg", "#b3ac98", "", {MarkerShape::triangle_up, true}},
    {"graphsaga", "#1c544c", "", {MarkerShape::triangle_down, true}},
    {"graphscsg", "#2c7c76", "", {MarkerShape::pentagon, true}},
    {"l1pathway", "#560fdf", kDotted, {MarkerShape::circle, true}},
    {"l1l2pathway", "#a46dff", kDotted, {MarkerShape::square, true}},
    {"l1edge", "#540069", kDotted, {MarkerShape::diamond, true}},
    {"l1l2edge", "#600014", kDotted, {MarkerShape::star, true}},
    // The solvers behind the baselines, for those who call them on their own data.
    {"l1logistic", "#560fdf", kDotted, {MarkerShape::circle, true}},
    {"grouplasso", "#a46dff", kDotted, {MarkerShape::square, true}},
}};

constexpr std::array<std::string_view, 10> kSpareColours = {
    "#4c78a8", "#c2571a", "#3f7f3f", "#8e5aa8", "#a0622d",
    "#b03a5b", "#5f6b73", "#7a7a1f", "#2b8a9a", "#d4548c"};

constexpr std::array<MarkerShape, 5> kSpareShapes = {MarkerShape::circle, MarkerShape::square,
                                                     MarkerShape::diamond, MarkerShape::triangle_up,
                                                     MarkerShape::triangle_down};

std::string normalized(std::string_view name) {
  std::string result;
  for (const char letter : name) {
    if (letter >= 'A' && letter <= 'Z') {
      result.push_back(static_cast<char>(letter - 'A' + 'a'));
    } else if ((letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9')) {
      result.push_back(letter);
    }
  }
  return result;
}

std::optional<MethodStyle> known_style(std::string_view name) {
  const std::string wanted = normalized(name);
  const auto* const known =
      std::find_if(kKnownMethods.begin(), kKnownMethods.end(),
                   [&](const KnownMethod& method) { return method.name == wanted; });
  if (known == kKnownMethods.end()) return std::nullopt;
  return MethodStyle{std::string(known->colour), std::string(known->dash), known->marker};
}

MethodStyle spare_style(std::size_t index) {
  return {.colour = std::string(kSpareColours.at(index)),
          .dash = {},
          .marker = {.shape = kSpareShapes.at(index % kSpareShapes.size()),
                     .hollow = index >= kSpareShapes.size()}};
}

// FNV-1a; std::hash may differ between machines.
std::size_t spare_index(std::string_view name) {
  std::uint32_t hash = 2166136261U;
  for (const char letter : name) {
    hash ^= static_cast<unsigned char>(letter);
    hash *= 16777619U;
  }
  return (hash ^ (hash >> 16U)) % kSpareColours.size();
}

}  // namespace

MethodStyle method_style(std::string_view name) {
  if (auto style = known_style(name)) return *std::move(style);
  return spare_style(spare_index(name));
}

std::vector<MethodStyle> method_styles(std::span<const std::string> names) {
  std::array<std::optional<std::string_view>, kSpareColours.size()> holders;
  std::vector<MethodStyle> styles;
  styles.reserve(names.size());
  for (const std::string& name : names) {
    if (auto style = known_style(name)) {
      styles.push_back(*std::move(style));
      continue;
    }
    std::size_t index = spare_index(name);
    for (std::size_t step = 0; step < holders.size(); ++step) {
      const std::size_t candidate = (index + step) % holders.size();
      if (holders.at(candidate) && *holders.at(candidate) != name) continue;
      index = candidate;
      break;
    }
    holders.at(index) = name;
    styles.push_back(spare_style(index));
  }
  return styles;
}

std::vector<std::string> ordered_colours(std::size_t count) {
  std::vector<std::string> colours;
  colours.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    // The lightest third of the scale would fade into the paper.
    const double share = count == 1 ? 1.0 : static_cast<double>(i) / static_cast<double>(count - 1);
    colours.push_back(sequential_colour(0.35 + 0.65 * share));
  }
  return colours;
}

}  // namespace graphsparse::report
