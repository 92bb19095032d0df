#include "report/chart_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "report/legend.hpp"

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

namespace {

constexpr double kTickSize = 11;  // of the letters
constexpr double kTickLength = 5;
constexpr double kSmallTickLength = 3;
constexpr double kTitleSize = 13;
constexpr std::string_view kAxisLine = R"(fill="none" stroke="#444" shape-rendering="crispEdges")";
constexpr std::string_view kGridLine =
    R"(fill="none" stroke="#e4e4e4" shape-rendering="crispEdges")";

int wanted_ticks(double length, double room) {
  return std::clamp(static_cast<int>(length / room), 2, 10);
}

Axis x_axis_of(const LineChart& chart, const Area& plot) {
  return {axis_range(chart, Direction::x), chart.log_x, plot.left, plot.right};
}

Axis y_axis_of(const LineChart& chart, const Area& plot) {
  return {axis_range(chart, Direction::y), chart.log_y, plot.bottom, plot.top};
}

bool labels_fit(const Axis& axis, const std::vector<Tick>& ticks) {
  double free_from = -INFINITY;
  for (const Tick& tick : ticks) {
    if (!tick.label) continue;
    const double half = tick.label->width(kTickSize) / 2;
    const double place = axis.place(tick.value);
    if (place - half < free_from) return false;
    free_from = place + half + 6;
  }
  return true;
}

// As many as have room side by side.
std::vector<Tick> x_ticks(const Axis& axis, const Area& plot) {
  int wanted = wanted_ticks(plot.width(), 62);
  std::vector<Tick> ticks = axis.ticks(wanted);
  while (wanted > 1 && !labels_fit(axis, ticks)) ticks = axis.ticks(--wanted);
  return ticks;
}

std::vector<Tick> y_ticks(const Axis& axis, const Area& plot) {
  return axis.ticks(wanted_ticks(plot.height(), 38));
}

void draw_x_ticks(SvgWriter& svg, const Axis& axis, const Area& plot) {
  PathData grid;
  PathData marks;
  for (const Tick& tick : x_ticks(axis, plot)) {
    const double x = axis.place(tick.value);
    marks.move_to({x, plot.bottom});
    marks.line_to({x, plot.bottom + (tick.label ? kTickLength : kSmallTickLength)});
    if (!tick.label) continue;
    grid.move_to({x, plot.top});
    grid.line_to({x, plot.bottom});
    svg.marked_up_text({x, plot.bottom + 18}, tick.label->markup(),
                       {.anchor = Anchor::middle, .size = kTickSize});
  }
  if (!grid.empty()) svg.path(grid, kGridLine);
  if (!marks.empty()) svg.path(marks, kAxisLine);
}

void draw_y_ticks(SvgWriter& svg, const Axis& axis, const Area& plot) {
  PathData grid;
  PathData marks;
  for (const Tick& tick : y_ticks(axis, plot)) {
    const double y = axis.place(tick.value);
    marks.move_to({plot.left, y});
    marks.line_to({plot.left - (tick.label ? kTickLength : kSmallTickLength), y});
    if (!tick.label) continue;
    grid.move_to({plot.left, y});
    grid.line_to({plot.right, y});
    svg.marked_up_text({plot.left - kTickLength - 3, y + 4}, tick.label->markup(),
                       {.anchor = Anchor::end, .size = kTickSize});
  }
  if (!grid.empty()) svg.path(grid, kGridLine);
  if (!marks.empty()) svg.path(marks, kAxisLine);
}

void draw_labels(SvgWriter& svg, const LineChart& chart, const Margins& margins, const Area& plot) {
  const double middle_x = (plot.left + plot.right) / 2;
  if (!chart.title.empty()) {
    svg.text({middle_x, plot.top - 10}, chart.title,
             {.anchor = Anchor::middle, .size = kTitleSize, .bold = true});
  }
  if (!chart.x_label.empty()) {
    svg.text({middle_x, plot.bottom + 37}, chart.x_label, {.anchor = Anchor::middle});
  }
  if (!chart.y_label.empty()) {
    svg.text({plot.left - margins.left + 14, (plot.top + plot.bottom) / 2}, chart.y_label,
             {.anchor = Anchor::middle, .upwards = true});
  }
}

constexpr double kBarCap = 3;  // half its length

// A bar up and down of each point, with caps, cut off at the edges of the plot.
void draw_errors(SvgWriter& svg, const Series& series, const Axis& x_axis, const Axis& y_axis,
                 const LineChart& chart, const Area& plot, const CurveStyle& style) {
  PathData bars;
  for (std::size_t i = 0; i < series.error.size(); ++i) {
    const bool has_place = is_drawable(series.x[i], chart.log_x) &&
                           is_drawable(series.y[i], chart.log_y) && series.error[i] > 0;
    if (!has_place) continue;
    const double x = x_axis.place(series.x[i]);
    const double lower_end = series.y[i] - series.error[i];
    const double bottom =
        is_drawable(lower_end, chart.log_y) ? y_axis.place(lower_end) : plot.bottom;
    const double low = std::min(bottom, plot.bottom);
    const double high = std::max(y_axis.place(series.y[i] + series.error[i]), plot.top);
    if (!plot.contains({x, (plot.top + plot.bottom) / 2}) || low < high) continue;
    bars.move_to({x, low});
    bars.line_to({x, high});
    for (const double end : {low, high}) {
      bars.move_to({x - kBarCap, end});
      bars.line_to({x + kBarCap, end});
    }
  }
  if (bars.empty()) return;
  svg.path(bars, fmt::format(R"(fill="none" stroke="{}" stroke-opacity=".55")", style.colour));
}

void draw_curve(SvgWriter& svg, const Curve& curve, const CurveStyle& style) {
  if (!curve.line.empty()) svg.path(curve.line, line_attributes(style));
  const bool shows_all = style.has_markers && !curve.markers.empty();
  const auto& points = shows_all ? curve.markers : curve.alone;
  if (points.empty()) return;
  PathData markers;
  const MarkerOutline outline(style.marker.shape);
  for (const Point point : points) outline.append_to(markers, point);
  svg.path(markers, marker_attributes(style));
}

}  // namespace

Margins margins_of(const LineChart& chart, double height) {
  Margins margins;
  margins.top = chart.title.empty() ? 14 : 32;
  margins.bottom = chart.x_label.empty() ? 26 : 46;
  margins.right = 16;
  const Area plot{.bottom = std::max(1.0, height - margins.top - margins.bottom)};
  double widest = 0;
  for (const Tick& tick : y_ticks(y_axis_of(chart, plot), plot)) {
    if (tick.label) widest = std::max(widest, tick.label->width(kTickSize));
  }
  margins.left = std::ceil(widest) + kTickLength + 5 + (chart.y_label.empty() ? 6 : 24);
  return margins;
}

void draw_panel(SvgWriter& svg, const LineChart& chart, const std::vector<CurveStyle>& styles,
                const Area& plot, const Margins& margins) {
  const Axis x_axis = x_axis_of(chart, plot);
  const Axis y_axis = y_axis_of(chart, plot);
  draw_x_ticks(svg, x_axis, plot);
  draw_y_ticks(svg, y_axis, plot);
  draw_labels(svg, chart, margins, plot);

  PathData axes;
  axes.move_to({plot.left, plot.top});
  axes.line_to({plot.left, plot.bottom});
  axes.line_to({plot.right, plot.bottom});
  svg.path(axes, kAxisLine);

  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    draw_errors(svg, chart.series[i], x_axis, y_axis, chart, plot, styles[i]);
    draw_curve(svg, trace(chart.series[i], chart, x_axis, y_axis, plot, i), styles[i]);
  }
}

}  // namespace graphsparse::report
