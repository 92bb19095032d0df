#include "report/markers.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <vector>

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

}  // namespace graphsparse::report
