#include "graphsparse/report/map_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "graphsparse/core/error.hpp"
#include "graphsparse/report/escape_xml.hpp"
#include "report/colour_scale.hpp"
#include "report/svg.hpp"

namespace graphsparse::report {
namespace {

constexpr double kMapBorder = 12;
constexpr double kMapTitleHeight = 30;
constexpr double kMapLegendHeight = 46;
constexpr std::string_view kMarkedBorder = "#d81b60";

struct MapBox {
  double west = std::numeric_limits<double>::infinity();
  double east = -std::numeric_limits<double>::infinity();
  double south = std::numeric_limits<double>::infinity();
  double north = -std::numeric_limits<double>::infinity();
};

MapBox box_of(const std::vector<MapRegion>& regions) {
  MapBox box;
  for (const MapRegion& region : regions) {
    for (const std::vector<MapPoint>& ring : region.rings) {
      for (const MapPoint& point : ring) {
        if (!std::isfinite(point.x) || !std::isfinite(point.y)) {
          throw InputError(
              fmt::format("map: a coordinate of '{}' is not a finite number", region.name));
        }
        box.west = std::min(box.west, point.x);
        box.east = std::max(box.east, point.x);
        box.south = std::min(box.south, point.y);
        box.north = std::max(box.north, point.y);
      }
    }
  }
  if (!(box.east > box.west && box.north > box.south)) {
    throw InputError("map: the regions have no area");
  }
  return box;
}

double map_limit(const MapPicture& picture) {
  if (picture.limit) return *picture.limit;
  double limit = 0;
  for (const MapRegion& region : picture.regions) {
    if (std::isfinite(region.value)) limit = std::max(limit, std::abs(region.value));
  }
  return limit > 0 ? limit : 1;
}

class MapDrawing {
 public:
  MapDrawing(const MapPicture& picture, double width)
      : picture_(picture),
        box_(box_of(picture.regions)),
        scale_((width - 2 * kMapBorder) / (box_.east - box_.west)),
        top_(kMapBorder + (picture.title.empty() ? 0 : kMapTitleHeight)),
        bottom_(top_ + scale_ * (box_.north - box_.south)),
        limit_(map_limit(picture)),
        svg_(width, bottom_ + kMapLegendHeight, picture.title.empty() ? "Map" : picture.title,
             fmt::format("A map of {} regions, {} of them marked.", picture.regions.size(),
                         count_marked())) {}

  std::string draw(double width) {
    if (!picture_.title.empty()) {
      svg_.text({width / 2, 24}, picture_.title,
                {.anchor = Anchor::middle, .size = 15, .bold = true});
    }
    svg_.raw("<g stroke=\"#999\" stroke-width=\".4\" fill-rule=\"evenodd\">\n");
    for (const MapRegion& region : picture_.regions) fill(region);
    svg_.raw("</g>\n");
    // Above all others, so that no neighbour covers the border.
    svg_.raw(fmt::format(R"(<g fill="none" stroke="{}" stroke-width="1.8" )"
                         R"(stroke-linejoin="round" pointer-events="none">)"
                         "\n",
                         kMarkedBorder));
    for (const MapRegion& region : picture_.regions) {
      if (region.is_marked && !region.rings.empty()) svg_.path(outline(region), "");
    }
    svg_.raw("</g>\n");
    draw_colour_bar(svg_, {kMapBorder + 10, bottom_ + 10}, picture_.scale, limit_,
                    picture_.value_label);
    return svg_.finish();
  }

 private:
  std::size_t count_marked() const {
    return static_cast<std::size_t>(
        std::count_if(picture_.regions.begin(), picture_.regions.end(),
                      [](const MapRegion& region) { return region.is_marked; }));
  }

  Point to_page(const MapPoint& point) const {
    return {kMapBorder + scale_ * (point.x - box_.west), top_ + scale_ * (box_.north - point.y)};
  }

  PathData outline(const MapRegion& region) const {
    PathData data;
    for (const std::vector<MapPoint>& ring : region.rings) {
      if (ring.empty()) continue;
      data.move_to(to_page(ring.front()));
      for (const MapPoint& point : ring) data.line_to(to_page(point));
      data.append("Z");
    }
    return data;
  }

  void fill(const MapRegion& region) {
    if (region.rings.empty()) return;
    const std::string colour = std::isnan(region.value)
                                   ? std::string(kMissingColour)
                                   : colour_on(picture_.scale, limit_, region.value);
    std::string text = fmt::format("{}: {} {}", region.name, picture_.value_label,
                                   readable_number(region.value, 3));
    if (!region.note.empty()) text += ", " + region.note;
    svg_.raw(fmt::format("<path d=\"{}\" fill=\"{}\"><title>{}</title></path>\n",
                         outline(region).text(), colour, escape_xml(text)));
  }

  const MapPicture& picture_;
  MapBox box_;
  double scale_;
  double top_;
  double bottom_;
  double limit_;
  SvgWriter svg_;
};

}  // namespace

std::string to_svg(const MapPicture& picture, double width) {
  return MapDrawing(picture, width).draw(width);
}

}  // namespace graphsparse::report
