// Where an axis has its ticks, and what is written there.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graphsparse/report/line_chart.hpp"

namespace graphsparse::report {

struct TickLabel {
  std::string text;
  std::optional<int> exponent;  // written above the text, as in "2×10" with 6

  std::string markup() const;
  double width(double font_size) const;
};

struct Tick {
  double value = 0;
  std::optional<TickLabel> label;  // nothing for the small ticks between powers of ten
};

// Multiples of 1, 2 or 5 times a power of ten within the range: about as many as wanted, at least
// two. The range is not so narrow that numbers could not tell its ends apart.
std::vector<Tick> linear_ticks(Range range, int wanted);

// Powers of ten, every second or third of them if there are many; below two powers, multiples of
// 1, 2 and 5, and where even these are rare, as on a linear axis. The range is positive.
std::vector<Tick> log_ticks(Range range, int wanted);

// From numbers to places on paper, along one direction.

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
