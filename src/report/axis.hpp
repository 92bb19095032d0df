// From numbers to places on paper, along one direction.
#pragma once

#include <span>
#include <vector>

#include "graphsparse/report/line_chart.hpp"
#include "report/ticks.hpp"

namespace graphsparse::report {

// Whether an axis of this kind has a place for the value at all.
bool is_drawable(double value, bool logarithmic);

class Axis {
 public:
  // The low end of the range is at pixel `start`, the high end at `end`.
  Axis(Range range, bool logarithmic, double start, double end);

  double place(double value) const;
  std::vector<Tick> ticks(int wanted) const;

 private:
  double coordinate(double value) const;

  Range range_;
  bool logarithmic_;
  double start_;
  double end_;
};

enum class Direction { x, y };

// The range that the chart asks for, or all its drawable points and a little room around them.
Range axis_range(const LineChart& chart, Direction direction);

}  // namespace graphsparse::report
