// Curves in a plane, as SVG for publication: one chart, or several panels with one legend.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace graphsparse::report {

struct Range {
  double low = 0;
  double high = 1;

  bool operator==(const Range&) const = default;
};

struct Series {
  std::string name = {};  // in the legend; empty: not there, as for the diagonal of a ROC chart
  std::vector<double> x = {};
  std::vector<double> y = {};
  bool dashed = false;  // for a published curve beside ours
  bool markers = true;
  std::string method = {};         // whose style the curve has; empty: as named
  std::string colour = {};         // "#rrggbb" instead of the method's own colour
  std::vector<double> error = {};  // half the length of the bar at each point; empty: no bars
};

// A point that is NaN or infinite leaves a gap, on a logarithmic axis one that is not positive does
// so too. Curves are cut off at the edge of the chart.
struct LineChart {
  std::string title = {};
  std::string x_label = {};
  std::string y_label = {};
  bool log_x = false;
  bool log_y = false;
  std::optional<Range> x_range = {};  // nothing: all points, and a little room
  std::optional<Range> y_range = {};
  std::vector<Series> series = {};
};

// Charts in rows, one legend for all: curves of the same name look the same in all of them.
struct Panels {
  std::string title = {};  // above all; may be empty
  std::vector<LineChart> charts = {};
  int columns = 1;
};

inline constexpr double kChartWidth = 480;
inline constexpr double kChartHeight = 360;

// A whole SVG document, ready to be written to a file or put into an HTML page. The size in pixels
// is that of the whole picture; throws InputError if it leaves too little room for the chart, if x
// and y of a series differ in length, or if a range is empty.
std::string to_svg(const LineChart& chart, double width = kChartWidth,
                   double height = kChartHeight);
std::string to_svg(const Panels& panels, double width, double height);

// Where the points of such a picture are, for a page whose reader asks for their values: places of
// the plots in pixels, ranges and series, as the page's script reads them.
std::string to_json(const LineChart& chart, double width = kChartWidth,
                    double height = kChartHeight);
std::string to_json(const Panels& panels, double width, double height);

}  // namespace graphsparse::report
