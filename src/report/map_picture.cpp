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
constexpr double kMapViewWidth = 1000;  // of the view's own units
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

// Where the points of a map are on paper.
struct MapScale {
  MapBox box;
  double scale;
  Point corner;  // of the north-west

  Point place(const MapPoint& point) const {
    return {corner.x + scale * (point.x - box.west), corner.y + scale * (box.north - point.y)};
  }
  double height() const { return scale * (box.north - box.south); }
};

MapScale fit_to_width(const MapBox& box, double width, Point corner) {
  return {box, width / (box.east - box.west), corner};
}

// Twice the area that the ring encloses, and the centre of that area; a ring without area has the
// middle of its points.
struct RingCentre {
  double doubled_area = 0;
  Point centre;
};

RingCentre centre_of(const std::vector<Point>& ring) {
  RingCentre result;
  Point middle;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    // Seen from the first point, so that large coordinates cost no digits.
    const Point a{ring[i].x - ring[0].x, ring[i].y - ring[0].y};
    const Point& next = ring[(i + 1) % ring.size()];
    const Point b{next.x - ring[0].x, next.y - ring[0].y};
    const double cross = a.x * b.y - b.x * a.y;
    result.doubled_area += cross;
    result.centre.x += (a.x + b.x) * cross;
    result.centre.y += (a.y + b.y) * cross;
    middle.x += a.x / static_cast<double>(ring.size());
    middle.y += a.y / static_cast<double>(ring.size());
  }
  if (result.doubled_area != 0) {
    middle = {result.centre.x / (3 * result.doubled_area),
              result.centre.y / (3 * result.doubled_area)};
  }
  result.centre = {ring[0].x + middle.x, ring[0].y + middle.y};
  result.doubled_area = std::abs(result.doubled_area);
  return result;
}

// A tenth of the view's unit, which is far below what the script magnifies.
double rounded_place(double coordinate) { return std::round(10 * coordinate) / 10; }

ViewNode node_of(const MapRegion& region, const MapScale& scale) {
  ViewNode node{.name = region.name, .values = {region.value}};
  node.is_marked = region.is_marked;
  node.rings.emplace();
  double largest = -1;
  for (const std::vector<MapPoint>& ring : region.rings) {
    if (ring.empty()) continue;
    std::vector<Point> points;
    std::vector<double>& numbers = node.rings->emplace_back();
    for (const MapPoint& point : ring) {
      points.push_back(scale.place(point));
      numbers.push_back(rounded_place(points.back().x));
      numbers.push_back(rounded_place(points.back().y));
    }
    const RingCentre found = centre_of(points);
    if (found.doubled_area <= largest) continue;
    largest = found.doubled_area;
    node.x = found.centre.x;
    node.y = found.centre.y;
  }
  return node;
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
        scale_(
            fit_to_width(box_of(picture.regions), width - 2 * kMapBorder,
                         {kMapBorder, kMapBorder + (picture.title.empty() ? 0 : kMapTitleHeight)})),
        bottom_(scale_.corner.y + scale_.height()),
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

  PathData outline(const MapRegion& region) const {
    PathData data;
    for (const std::vector<MapPoint>& ring : region.rings) {
      if (ring.empty()) continue;
      data.move_to(scale_.place(ring.front()));
      for (const MapPoint& point : ring) data.line_to(scale_.place(point));
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
  MapScale scale_;
  double bottom_;
  double limit_;
  SvgWriter svg_;
};

}  // namespace

std::string to_svg(const MapPicture& picture, double width) {
  return MapDrawing(picture, width).draw(width);
}

NetworkView view_of(const MapPicture& picture, const std::string& measure,
                    const std::vector<Edge>& neighbours) {
  const MapScale scale = fit_to_width(box_of(picture.regions), kMapViewWidth, {0, 0});
  NetworkView view;
  view.measures = {measure};
  for (const MapRegion& region : picture.regions) view.nodes.push_back(node_of(region, scale));
  view.edges = neighbours;
  return view;
}

}  // namespace graphsparse::report
