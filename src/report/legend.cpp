#include "report/legend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "report/utf8.hpp"

namespace graphsparse::report {
namespace {

constexpr double kRadius = 3.6;

// Corners at equal angles, clockwise from the top; every second one at the inner radius.
std::vector<Point> ring(int corners, double radius, double inner_radius, double turn = 0) {
  std::vector<Point> points;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * std::numbers::pi * (i + turn) / corners;
    const double r = i % 2 == 0 ? radius : inner_radius;
    points.push_back({r * std::sin(angle), -r * std::cos(angle)});
  }
  return points;
}

std::vector<Point> polygon(int corners, double radius, double turn = 0) {
  return ring(corners, radius, radius, turn);
}

// A plus of four bars, or the same turned by an eighth.
std::vector<Point> bars(double turn) {
  constexpr double reach = kRadius * 1.15;
  constexpr double half_width = 1.15;
  const double c = std::cos(turn);
  const double s = std::sin(turn);
  std::vector<Point> points;
  for (int quarter = 0; quarter < 4; ++quarter) {
    const double qc = std::cos(quarter * std::numbers::pi / 2);
    const double qs = std::sin(quarter * std::numbers::pi / 2);
    for (const Point p :
         {Point{-half_width, -reach}, Point{half_width, -reach}, Point{half_width, -half_width}}) {
      const Point turned{p.x * qc - p.y * qs, p.x * qs + p.y * qc};
      points.push_back({turned.x * c - turned.y * s, turned.x * s + turned.y * c});
    }
  }
  return points;
}

// Empty for the circle, which has no corners. Sizes are such that all look equally large.
std::vector<Point> corners_of(MarkerShape shape) {
  switch (shape) {
    case MarkerShape::circle:
      return {};
    case MarkerShape::square:
      return polygon(4, kRadius * 1.25, 0.5);
    case MarkerShape::diamond:
      return polygon(4, kRadius * 1.35);
    case MarkerShape::triangle_up:
      return polygon(3, kRadius * 1.35);
    case MarkerShape::triangle_down:
      return polygon(3, kRadius * 1.35, 1.5);
    case MarkerShape::pentagon:
      return polygon(5, kRadius * 1.2);
    case MarkerShape::star:
      return ring(10, kRadius * 1.5, kRadius * 0.65);
    case MarkerShape::plus:
      return bars(0);
    case MarkerShape::cross:
      return bars(std::numbers::pi / 4);
  }
  return {};
}

}  // namespace

MarkerOutline::MarkerOutline(MarkerShape shape) {
  const std::vector<Point> corners = corners_of(shape);
  if (corners.empty()) {
    const std::string r = short_number(kRadius);
    const std::string across = short_number(2 * kRadius);
    start_ = {-kRadius, 0};
    commands_ = fmt::format("a{0} {0} 0 1 0 {1} 0a{0} {0} 0 1 0-{1} 0z", r, across);
    return;
  }
  start_ = corners.front();
  commands_.push_back('l');
  for (std::size_t i = 1; i < corners.size(); ++i) {
    const std::string dx = short_number(corners[i].x - corners[i - 1].x);
    const std::string dy = short_number(corners[i].y - corners[i - 1].y);
    if (i > 1 && !dx.starts_with('-')) commands_ += ' ';
    commands_ += dx;
    if (!dy.starts_with('-')) commands_ += ' ';
    commands_ += dy;
  }
  commands_ += 'z';
}

void MarkerOutline::append_to(PathData& path, Point centre) const {
  path.move_to({centre.x + start_.x, centre.y + start_.y});
  path.append(commands_);
}

namespace {

constexpr double kRowHeight = 20;
constexpr double kSampleWidth = 30;
constexpr double kSampleGap = 6;
constexpr double kEntryGap = 18;

constexpr std::string_view kDashes = "6 3.5";

std::string style_name(const Series& series) {
  return series.method.empty() ? series.name : series.method;
}

}  // namespace

std::vector<std::vector<CurveStyle>> curve_styles(const std::vector<LineChart>& charts) {
  std::vector<std::string> names;
  for (const LineChart& chart : charts) {
    for (const Series& series : chart.series) names.push_back(style_name(series));
  }
  const std::vector<MethodStyle> styles = method_styles(names);

  std::vector<std::vector<CurveStyle>> result;
  std::size_t next = 0;
  for (const LineChart& chart : charts) {
    auto& of_chart = result.emplace_back();
    for (const Series& series : chart.series) {
      const MethodStyle& style = styles[next++];
      Marker marker = style.marker;
      marker.hollow = marker.hollow || series.dashed;
      of_chart.push_back({.colour = series.colour.empty() ? style.colour : series.colour,
                          .dash = series.dashed ? std::string(kDashes) : style.dash,
                          .marker = marker,
                          .has_markers = series.markers});
    }
  }
  return result;
}

std::string line_attributes(const CurveStyle& style) {
  std::string text = fmt::format(
      R"(fill="none" stroke="{}" stroke-width="1.7" stroke-linejoin="round")", style.colour);
  if (!style.dash.empty()) text += fmt::format(R"( stroke-dasharray="{}")", style.dash);
  return text;
}

std::string marker_attributes(const CurveStyle& style) {
  return style.marker.hollow
             ? fmt::format(R"(fill="#fff" stroke="{}" stroke-width="1.3")", style.colour)
             : fmt::format(R"(fill="{}" stroke="#fff" stroke-width=".6")", style.colour);
}

Legend::Legend(const std::vector<LineChart>& charts,
               const std::vector<std::vector<CurveStyle>>& styles, double width)
    : width_(width) {
  for (std::size_t c = 0; c < charts.size(); ++c) {
    for (std::size_t s = 0; s < charts[c].series.size(); ++s) {
      const Series& series = charts[c].series[s];
      if (series.name.empty()) continue;
      const bool is_known = std::any_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
        return entry.name == series.name && entry.dashed == series.dashed;
      });
      if (!is_known) entries_.push_back({series.name, series.dashed, styles[c][s]});
    }
  }
  if (entries_.empty()) return;
  for (const Entry& entry : entries_) {
    column_width_ = std::max(
        column_width_, kSampleWidth + kSampleGap + text_width(entry.name, kFontSize) + kEntryGap);
  }
  const auto fitting =
      std::max<std::size_t>(1, static_cast<std::size_t>((width_ + kEntryGap) / column_width_));
  // As few rows as fit, filled evenly.
  const std::size_t rows = (entries_.size() + fitting - 1) / fitting;
  columns_ = (entries_.size() + rows - 1) / rows;
}

double Legend::height() const {
  const std::size_t rows = (entries_.size() + columns_ - 1) / columns_;
  return static_cast<double>(rows) * kRowHeight;
}

void Legend::draw(SvgWriter& svg, double top) const {
  const double used = static_cast<double>(columns_) * column_width_ - kEntryGap;
  const double left = std::max(4.0, (width_ - used) / 2);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    const std::size_t row = i / columns_;
    const double x = left + static_cast<double>(i % columns_) * column_width_;
    const double y = top + (static_cast<double>(row) + 0.5) * kRowHeight;
    svg.line({x, y}, {x + kSampleWidth, y}, line_attributes(entry.style));
    if (entry.style.has_markers) {
      PathData marker;
      MarkerOutline(entry.style.marker.shape).append_to(marker, {x + kSampleWidth / 2, y});
      svg.path(marker, marker_attributes(entry.style));
    }
    svg.text({x + kSampleWidth + kSampleGap, y + 4}, entry.name);
  }
}

}  // namespace graphsparse::report
