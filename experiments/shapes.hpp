// Signals on grids: the paper's, read from the folder of `--data`, or look-alikes of our own, so
// that every figure can be run without any file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graphsparse/core/types.hpp"

namespace graphsparse::experiments {

struct GridPoint {
  double row = 0.0;
  double column = 0.0;
};

// A line through these points.
using Stroke = std::vector<GridPoint>;

// The `count` cells of a width x height grid that are nearest to the strokes, ties by number: a
// tube around them.
Support tube(int width, int height, const std::vector<Stroke>& strokes, std::int64_t count);

// Values on the cells of a tube: largest on the strokes, falling towards its border, never zero.
std::vector<double> shaded_tube(int width, int height, const std::vector<Stroke>& strokes,
                                std::int64_t count, double brightest);

struct Shape {
  std::string name = {};
  std::int64_t components = 1;
  std::vector<double> values = {};  // an image; empty where the values are drawn
  Support support = {};
};

inline constexpr int kShapeSide = 33;  // figure 6
inline constexpr int kImageSide = 50;  // figure 5

// Four shapes of 26, 46, 92 and 132 cells of the 33 x 33 grid.
std::vector<Shape> generated_shapes();
std::vector<Shape> read_shapes(const std::string& data_folder);

// Three images of 50 x 50 cells with 236, 382 and 411 nonzeros in 1, 1 and 4 pieces.
std::vector<Shape> generated_images();
std::vector<Shape> read_images(const std::string& data_folder);

}  // namespace graphsparse::experiments
