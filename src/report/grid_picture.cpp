#include "graphsparse/report/grid_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>

#include "graphsparse/core/error.hpp"
#include "report/colour_scale.hpp"
#include "report/utf8.hpp"

namespace graphsparse::report {
namespace {

struct ClassLook {
  std::string_view name;
  std::string_view colour;
};

// In the order of CellClass. Lightness alone tells them apart as well.
constexpr std::array<ClassLook, 5> kClasses = {{{"background", "#f2f2f2"},
                                                {"planted", "#333333"},
                                                {"found", "#0072b2"},
                                                {"missed", "#f2c14e"},
                                                {"wrong", "#d55e00"}}};

const ClassLook& look_of(CellClass cell) { return kClasses.at(static_cast<std::size_t>(cell)); }

constexpr double kGap = 24;  // between pictures, and around all of them
constexpr double kTitleHeight = 20;
constexpr double kNoteHeight = 18;
constexpr double kGroupTitleHeight = 28;

void check(const GridPictures& group) {
  if (group.pictures.empty()) throw InputError("grid picture: there are no pictures");
  if (group.columns < 0) {
    throw InputError(fmt::format("grid picture: columns is {}, expected 0 or more", group.columns));
  }
  if (group.limit && !(std::isfinite(*group.limit) && *group.limit > 0)) {
    throw InputError(
        fmt::format("grid picture: limit is {}, expected a positive number", *group.limit));
  }
  for (const GridPicture& picture : group.pictures) {
    const auto cells = std::visit([](const auto& all) { return all.size(); }, picture.cells);
    if (picture.width < 1 || picture.height < 1 ||
        cells !=
            static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height)) {
      throw InputError(fmt::format("grid picture '{}': {} cells are not {} x {}", picture.title,
                                   cells, picture.width, picture.height));
    }
  }
}

double limit_of(const GridPictures& group) {
  if (group.limit) return *group.limit;
  double limit = 0;
  for (const GridPicture& picture : group.pictures) {
    const auto* values = std::get_if<std::vector<double>>(&picture.cells);
    if (values == nullptr) continue;
    for (const double value : *values) {
      if (std::isfinite(value)) limit = std::max(limit, std::abs(value));
    }
  }
  return limit > 0 ? limit : 1;
}

std::vector<std::string> colours_of(const GridPicture& picture, ColourScale scale, double limit) {
  std::vector<std::string> colours;
  if (const auto* values = std::get_if<std::vector<double>>(&picture.cells)) {
    for (const double value : *values) colours.push_back(colour_on(scale, limit, value));
  } else {
    for (const CellClass cell : std::get<std::vector<CellClass>>(picture.cells)) {
      colours.emplace_back(look_of(cell).colour);
    }
  }
  return colours;
}

// The colour most cells have; the first one in the alphabet among equals.
std::string commonest(const std::vector<std::string>& colours) {
  std::map<std::string_view, std::size_t> counts;
  for (const std::string& colour : colours) ++counts[colour];
  const auto most =
      std::max_element(counts.begin(), counts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  return std::string(most->first);
}

// One rectangle in the commonest colour, and upon it one path a colour whose pieces are runs of
// equal cells within a row. Coordinates are cells.
void draw_cells(SvgWriter& svg, const GridPicture& picture,
                const std::vector<std::string>& colours) {
  const std::string ground = commonest(colours);
  svg.rectangle({0, 0}, picture.width, picture.height, fmt::format(R"(fill="{}")", ground));
  std::map<std::string_view, PathData> runs;
  const auto width = static_cast<std::size_t>(picture.width);
  for (std::size_t begin = 0; begin < colours.size();) {
    const std::string& colour = colours[begin];
    const std::size_t row = begin / width;
    const std::size_t row_end = (row + 1) * width;
    std::size_t end = begin + 1;
    while (end < row_end && colours[end] == colour) ++end;
    if (colour != ground) {
      PathData& path = runs[colour];
      path.move_to({static_cast<double>(begin % width), static_cast<double>(row)});
      path.append(fmt::format("h{0}v1h-{0}z", end - begin));
    }
    begin = end;
  }
  for (const auto& [colour, path] : runs) svg.path(path, fmt::format(R"(fill="{}")", colour));
}

void draw_picture(SvgWriter& svg, const GridPicture& picture, Point corner, double cell,
                  const std::vector<std::string>& colours) {
  const double width = picture.width * cell;
  const double height = picture.height * cell;
  const double middle = corner.x + width / 2;
  svg.text({middle, corner.y - 7}, picture.title, {.anchor = Anchor::middle, .bold = true});
  svg.raw(
      fmt::format("<g transform=\"translate({} {})scale({})\" shape-rendering=\"crispEdges\">\n",
                  short_number(corner.x), short_number(corner.y), short_number(cell)));
  draw_cells(svg, picture, colours);
  svg.raw("</g>\n");
  svg.rectangle({corner.x - 0.5, corner.y - 0.5}, width + 1, height + 1,
                R"(fill="none" stroke="#888")");
  if (picture.note.empty()) return;
  svg.text({middle, corner.y + height + 15}, picture.note,
           {.anchor = Anchor::middle, .size = 11, .colour = kSoftInk});
}

void draw_class_legend(SvgWriter& svg, Point corner, const std::set<CellClass>& classes) {
  double x = corner.x;
  for (const CellClass cell : classes) {
    const ClassLook& look = look_of(cell);
    svg.rectangle({x, corner.y}, 11, 11,
                  fmt::format(R"(fill="{}" stroke="#888" stroke-width=".5")", look.colour));
    svg.text({x + 16, corner.y + 10}, look.name, {.size = 11});
    x += 16 + text_width(look.name, 11) + 16;
  }
}

// What the legend has to explain.
struct Shown {
  bool values = false;
  std::set<CellClass> classes;  // without the background

  double height() const {
    return (values ? kColourBarHeight : 0.0) + (classes.empty() ? 0.0 : 20.0);
  }
};

Shown shown_in(const GridPictures& group) {
  Shown shown;
  for (const GridPicture& picture : group.pictures) {
    if (const auto* classes = std::get_if<std::vector<CellClass>>(&picture.cells)) {
      shown.classes.insert(classes->begin(), classes->end());
    } else {
      shown.values = true;
    }
  }
  shown.classes.erase(CellClass::background);
  return shown;
}

std::string description_of(const GridPictures& group) {
  std::string text = "Grids of coloured cells:";
  for (const GridPicture& picture : group.pictures) {
    text += fmt::format(" {} ({} x {}{}{});", picture.title, picture.width, picture.height,
                        picture.note.empty() ? "" : ", ", picture.note);
  }
  text.back() = '.';
  return text;
}

// Where the pictures of a group go: equal slots in rows, large enough for the largest picture.
struct Slots {
  double cell = 1;
  double width = 0;
  double height = 0;
  std::size_t columns = 1;
  std::size_t rows = 1;
};

Slots slots_for(const GridPictures& group, double picture_size) {
  Slots slots;
  int longest = 1;
  int widest = 1;
  int highest = 1;
  for (const GridPicture& picture : group.pictures) {
    longest = std::max({longest, picture.width, picture.height});
    widest = std::max(widest, picture.width);
    highest = std::max(highest, picture.height);
  }
  slots.cell = std::max(1.0, std::floor(picture_size / longest));
  slots.width = widest * slots.cell;
  bool has_notes = false;
  for (const GridPicture& picture : group.pictures) {
    slots.width =
        std::max({slots.width, text_width(picture.title, kFontSize), text_width(picture.note, 11)});
    has_notes = has_notes || !picture.note.empty();
  }
  slots.height = kTitleHeight + highest * slots.cell + (has_notes ? kNoteHeight : 0);
  slots.columns = group.columns == 0
                      ? group.pictures.size()
                      : std::min(group.pictures.size(), static_cast<std::size_t>(group.columns));
  slots.rows = (group.pictures.size() + slots.columns - 1) / slots.columns;
  return slots;
}

}  // namespace

std::string to_svg(const GridPictures& pictures, double picture_size) {
  check(pictures);
  const double limit = limit_of(pictures);
  const Slots slots = slots_for(pictures, picture_size);
  const Shown shown = shown_in(pictures);
  const double top = pictures.title.empty() ? kGap / 2 : kGroupTitleHeight + kGap / 2;
  const double grid_height = static_cast<double>(slots.rows) * (slots.height + kGap / 2);
  const double width = std::max(static_cast<double>(slots.columns) * (slots.width + kGap) + kGap,
                                kColourBarWidth + 4 * kGap);
  const double height = top + grid_height + (shown.height() > 0 ? shown.height() + 12 : 0);

  const std::string& title =
      pictures.title.empty() ? pictures.pictures.front().title : pictures.title;
  SvgWriter svg(width, height, title, description_of(pictures));
  if (!pictures.title.empty()) {
    svg.text({width / 2, 22}, pictures.title, {.anchor = Anchor::middle, .size = 15, .bold = true});
  }
  for (std::size_t i = 0; i < pictures.pictures.size(); ++i) {
    const GridPicture& picture = pictures.pictures[i];
    const std::size_t row = i / slots.columns;
    const double slot_left = kGap + static_cast<double>(i % slots.columns) * (slots.width + kGap);
    const double slot_top = top + static_cast<double>(row) * (slots.height + kGap / 2);
    const Point corner{std::floor(slot_left + (slots.width - picture.width * slots.cell) / 2),
                       slot_top + kTitleHeight};
    draw_picture(svg, picture, corner, slots.cell, colours_of(picture, pictures.scale, limit));
  }
  double legend_top = top + grid_height + 2;
  if (shown.values) {
    draw_colour_bar(svg, {kGap + 10, legend_top}, pictures.scale, limit, "");
    legend_top += kColourBarHeight;
  }
  if (!shown.classes.empty()) draw_class_legend(svg, {kGap, legend_top}, shown.classes);
  return svg.finish();
}

std::vector<CellClass> classify_cells(const std::vector<bool>& planted,
                                      const std::vector<bool>& chosen) {
  if (planted.size() != chosen.size()) {
    throw InputError(fmt::format("grid picture: {} planted cells but {} chosen ones",
                                 planted.size(), chosen.size()));
  }
  std::vector<CellClass> classes(planted.size(), CellClass::background);
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (planted[i]) {
      classes[i] = chosen[i] ? CellClass::found : CellClass::missed;
    } else if (chosen[i]) {
      classes[i] = CellClass::wrong;
    }
  }
  return classes;
}

}  // namespace graphsparse::report
