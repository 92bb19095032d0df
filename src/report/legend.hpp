// The shapes that mark points of a curve.
#pragma once

#include <string>
#include <vector>

#include "graphsparse/report/line_chart.hpp"
#include "graphsparse/report/palette.hpp"
#include "report/svg.hpp"

namespace graphsparse::report {

// The outline of a marker, relative to its centre; drawn at many places as one path.
class MarkerOutline {
 public:
  explicit MarkerOutline(MarkerShape shape);

  void append_to(PathData& path, Point centre) const;

 private:
  Point start_;
  std::string commands_;  // from the start, relative
};

// What the curves of a chart look like, and the legend that tells it.

struct CurveStyle {
  std::string colour;
  std::string dash;  // empty: solid
  Marker marker;
  bool has_markers = true;
};

// Of every series of every chart, drawn together.
std::vector<std::vector<CurveStyle>> curve_styles(const std::vector<LineChart>& charts);

std::string line_attributes(const CurveStyle& style);
std::string marker_attributes(const CurveStyle& style);

// The named curves of all charts, each once, in rows that are centred in the given width.
class Legend {
 public:
  Legend(const std::vector<LineChart>& charts, const std::vector<std::vector<CurveStyle>>& styles,
         double width);

  double height() const;
  void draw(SvgWriter& svg, double top) const;

 private:
  struct Entry {
    std::string name;
    bool dashed = false;
    CurveStyle style;
  };

  std::vector<Entry> entries_;
  double width_;
  double column_width_ = 0;
  std::size_t columns_ = 1;
};

}  // namespace graphsparse::report
