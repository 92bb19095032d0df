#include <algorithm>
#include <cmath>

#include "report/graph_layout.hpp"

namespace graphsparse::report {
namespace {

constexpr int kPushRounds = 80;
constexpr double kSpread = 1.06;
constexpr double kBoxGap = 3;    // pixels between boxes
constexpr double kSlack = 0.01;  // an overlap not worth another round
// The most that one push widens the distance of a pair: small steps let the crowd around give way.
constexpr double kLongestPush = 1.4;

// How much farther apart two overlapping boxes must be along the line between their centres, which
// keeps them in order, unlike a push along an axis; 1 for boxes that do not overlap.
double needed_stretch(Point between, const Extent& a, const Extent& b) {
  const double wide = a.half_width + b.half_width + kBoxGap;
  const double high = a.half_height + b.half_height + kBoxGap;
  const double dx = std::abs(between.x);
  const double dy = std::abs(between.y);
  if (dx >= wide - kSlack || dy >= high - kSlack) return 1;
  return std::min(wide / dx, high / dy);  // infinite at the same place
}

bool push_all(std::vector<Point>& centres, std::span<const Extent> extents) {
  bool moved = false;
  for (std::size_t i = 0; i < centres.size(); ++i) {
    for (std::size_t j = i + 1; j < centres.size(); ++j) {
      const Point between{centres[j].x - centres[i].x, centres[j].y - centres[i].y};
      const double stretch = needed_stretch(between, extents[i], extents[j]);
      if (stretch <= 1) continue;
      const double half = (std::min(stretch, kLongestPush) - 1) / 2;
      Point step{between.x * half, between.y * half};
      // At (nearly) the same place: the later one goes right.
      if (std::hypot(step.x, step.y) < kSlack) step = {1, 0.5};
      centres[i] = {centres[i].x - step.x, centres[i].y - step.y};
      centres[j] = {centres[j].x + step.x, centres[j].y + step.y};
      moved = true;
    }
  }
  return moved;
}

}  // namespace

void remove_overlaps(std::vector<Point>& centres, std::span<const Extent> extents) {
  // Ends: pushes part what is at the same place, and once all is spread enough nothing overlaps.
  for (;;) {
    for (int round = 0; round < kPushRounds; ++round) {
      if (!push_all(centres, extents)) return;
    }
    for (Point& centre : centres) centre = {centre.x * kSpread, centre.y * kSpread};
  }
}

}  // namespace graphsparse::report
