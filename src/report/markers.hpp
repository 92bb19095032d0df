// The shapes that mark points of a curve.
#pragma once

#include <string>

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

}  // namespace graphsparse::report
