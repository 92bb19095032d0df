#include "report/axis.hpp"

#include <algorithm>
#include <cmath>

namespace graphsparse::report {
namespace {

// Larger numbers would overflow on the way to a place, and no chart is about them.
constexpr double kLargest = 1e300;
constexpr double kSmallestPositive = 1e-300;

// Far outside of any paper, near enough for exact arithmetic.
constexpr double kFarAway = 1e9;

// On each side of the points.
constexpr double kRoom = 0.04;

Range with_room(Range range, bool logarithmic) {
  if (logarithmic) {
    double low = std::log10(range.low);
    double high = std::log10(range.high);
    const double room = high - low < 1e-6 ? 0.3 : (high - low) * kRoom;
    low = std::max(low - room, -307.0);
    high = std::min(high + room, 307.0);
    return {std::pow(10.0, low), std::pow(10.0, high)};
  }
  const double span = range.high - range.low;
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  // One number alone (or two that print alike) stands in the middle.
  if (span <= size * 1e-12) {
    const double room = size == 0 ? 1 : size / 2;
    return {range.low - room, range.high + room};
  }
  return {range.low - span * kRoom, range.high + span * kRoom};
}

}  // namespace

bool is_drawable(double value, bool logarithmic) {
  if (!std::isfinite(value) || std::abs(value) > kLargest) return false;
  return !logarithmic || value >= kSmallestPositive;
}

Axis::Axis(Range range, bool logarithmic, double start, double end)
    : range_(range), logarithmic_(logarithmic), start_(start), end_(end) {}

double Axis::coordinate(double value) const { return logarithmic_ ? std::log10(value) : value; }

double Axis::place(double value) const {
  const double low = coordinate(range_.low);
  const double high = coordinate(range_.high);
  const double share = (coordinate(value) - low) / (high - low);
  return std::clamp(start_ + share * (end_ - start_), -kFarAway, kFarAway);
}

std::vector<Tick> Axis::ticks(int wanted) const {
  return logarithmic_ ? log_ticks(range_, wanted) : linear_ticks(range_, wanted);
}

Range axis_range(const LineChart& chart, Direction direction) {
  const bool is_x = direction == Direction::x;
  if (const auto& given = is_x ? chart.x_range : chart.y_range) return *given;
  const bool logarithmic = is_x ? chart.log_x : chart.log_y;
  std::optional<Range> range;
  for (const Series& series : chart.series) {
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (!is_drawable(series.x[i], chart.log_x) || !is_drawable(series.y[i], chart.log_y))
        continue;
      const double value = is_x ? series.x[i] : series.y[i];
      if (!range) range = Range{value, value};
      const auto include = [&](double end) {
        if (!is_drawable(end, logarithmic)) return;
        range->low = std::min(range->low, end);
        range->high = std::max(range->high, end);
      };
      include(value);
      if (is_x || series.error.empty()) continue;
      include(value - series.error[i]);
      include(value + series.error[i]);
    }
  }
  if (!range) return logarithmic ? Range{0.1, 10} : Range{0, 1};
  return with_room(*range, logarithmic);
}

}  // namespace graphsparse::report
