#include "report/curve.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace graphsparse::report {
namespace {

using Segment = std::pair<Point, Point>;

// Up to this many points, each has its marker.
constexpr std::size_t kAllMarkers = 30;
// Of more points, so many keep theirs.
constexpr double kThinnedMarkers = 10;

// The part of the segment inside the area (Liang and Barsky's way): each edge bounds the share of
// the segment from one side.
std::optional<Segment> cut_off(const Segment& segment, const Area& area) {
  const auto& [from, to] = segment;
  const double dx = to.x - from.x;
  const double dy = to.y - from.y;
  double enter = 0;
  double leave = 1;
  const std::array<std::pair<double, double>, 4> edges = {{{-dx, from.x - area.left},
                                                           {dx, area.right - from.x},
                                                           {-dy, from.y - area.top},
                                                           {dy, area.bottom - from.y}}};
  for (const auto& [speed, distance] : edges) {
    if (speed == 0) {
      if (distance < 0) return std::nullopt;
    } else if (speed < 0) {
      enter = std::max(enter, distance / speed);
    } else {
      leave = std::min(leave, distance / speed);
    }
  }
  if (enter > leave) return std::nullopt;
  return Segment{{from.x + enter * dx, from.y + enter * dy},
                 {from.x + leave * dx, from.y + leave * dy}};
}

std::vector<std::optional<Point>> places_of(const Series& series, const LineChart& chart,
                                            const Axis& x_axis, const Axis& y_axis) {
  std::vector<std::optional<Point>> places(series.x.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double x = series.x[i];
    const double y = series.y[i];
    if (!is_drawable(x, chart.log_x) || !is_drawable(y, chart.log_y)) continue;
    places[i] = Point{x_axis.place(x), y_axis.place(y)};
  }
  return places;
}

void draw_line(const std::vector<std::optional<Point>>& places, const Area& area, Curve& curve) {
  bool pen_is_down = false;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!places[i]) {
      pen_is_down = false;
      continue;
    }
    const bool has_next = i + 1 < places.size() && places[i + 1];
    const bool has_previous = i > 0 && places[i - 1];
    if (!has_next && !has_previous && area.contains(*places[i])) curve.alone.push_back(*places[i]);
    if (!has_next) continue;
    const auto visible = cut_off({*places[i], *places[i + 1]}, area);
    if (!visible) {
      pen_is_down = false;
      continue;
    }
    if (!pen_is_down) curve.line.move_to(visible->first);
    curve.line.line_to(visible->second);
    pen_is_down = area.contains(*places[i + 1]);
  }
}

void place_markers(const std::vector<std::optional<Point>>& places, const Area& area,
                   std::size_t turn, Curve& curve) {
  const auto drawable = static_cast<std::size_t>(
      std::count_if(places.begin(), places.end(), [](const auto& place) { return place; }));
  const bool all = drawable <= kAllMarkers;
  const double spacing = all ? 0 : area.width() / kThinnedMarkers;
  // A fifth of the spacing apart, and again from the start after five series.
  double walked = spacing * (1 - static_cast<double>(turn % 5) / 5);
  std::optional<Point> last;
  for (const auto& place : places) {
    if (!place || !area.contains(*place)) continue;
    if (last) walked += std::hypot(place->x - last->x, place->y - last->y);
    last = place;
    if (!all && walked < spacing) continue;
    curve.markers.push_back(*place);
    walked = 0;
  }
}

}  // namespace

Curve trace(const Series& series, const LineChart& chart, const Axis& x_axis, const Axis& y_axis,
            const Area& area, std::size_t turn) {
  const auto places = places_of(series, chart, x_axis, y_axis);
  Curve curve;
  draw_line(places, area, curve);
  if (series.markers) place_markers(places, area, turn, curve);
  return curve;
}

}  // namespace graphsparse::report
