#include "shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "published.hpp"

namespace graphsparse::experiments {
namespace {

double squared_distance_to_segment(GridPoint point, GridPoint a, GridPoint b) {
  const double rows = b.row - a.row;
  const double columns = b.column - a.column;
  const double length = rows * rows + columns * columns;
  double share = 0.0;
  if (length > 0.0) {
    share = ((point.row - a.row) * rows + (point.column - a.column) * columns) / length;
    share = std::clamp(share, 0.0, 1.0);
  }
  const double row = point.row - (a.row + share * rows);
  const double column = point.column - (a.column + share * columns);
  return row * row + column * column;
}

// (distance, cell) of the nearest cells, nearest first.
std::vector<std::pair<double, NodeId>> nearest_cells(int width, int height,
                                                     const std::vector<Stroke>& strokes,
                                                     std::int64_t count) {
  std::vector<std::pair<double, NodeId>> cells;
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      const GridPoint here = {static_cast<double>(row), static_cast<double>(column)};
      double least = std::numeric_limits<double>::infinity();
      for (const Stroke& stroke : strokes) {
        for (std::size_t i = 0; i + 1 < stroke.size(); ++i) {
          least = std::min(least, squared_distance_to_segment(here, stroke[i], stroke[i + 1]));
        }
      }
      cells.emplace_back(std::sqrt(least), static_cast<NodeId>(row * width + column));
    }
  }
  std::sort(cells.begin(), cells.end());
  cells.resize(count);
  return cells;
}

Support nonzeros(const std::vector<double>& values) {
  Support support;
  for (std::size_t j = 0; j < values.size(); ++j) {
    if (values[j] != 0.0) support.push_back(static_cast<NodeId>(j));
  }
  return support;
}

Shape shape(std::string name, const std::vector<Stroke>& strokes, std::int64_t count) {
  return {std::move(name), 1, {}, tube(kShapeSide, kShapeSide, strokes, count)};
}

Shape image(std::string name, const std::vector<std::vector<Stroke>>& pieces, std::int64_t count,
            double brightest) {
  Shape made{std::move(name), static_cast<std::int64_t>(pieces.size()), {}, {}};
  made.values.assign(kImageSide * kImageSide, 0.0);
  auto left = count;
  for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
    const auto share = left / static_cast<std::int64_t>(pieces.size() - piece);
    left -= share;
    const std::vector<double> values =
        shaded_tube(kImageSide, kImageSide, pieces[piece], share, brightest);
    for (std::size_t j = 0; j < values.size(); ++j) made.values[j] += values[j];
  }
  made.support = nonzeros(made.values);
  return made;
}

// A circle's arc as a line of many corners.
Stroke arc(GridPoint centre, double radius, double from_degrees, double to_degrees) {
  constexpr int kCorners = 24;
  constexpr double kRadians = 3.14159265358979323846 / 180.0;
  Stroke stroke;
  for (int i = 0; i <= kCorners; ++i) {
    const double angle =
        kRadians * (from_degrees + (to_degrees - from_degrees) * i / static_cast<double>(kCorners));
    stroke.push_back(
        {centre.row - radius * std::sin(angle), centre.column + radius * std::cos(angle)});
  }
  return stroke;
}

}  // namespace

Support tube(int width, int height, const std::vector<Stroke>& strokes, std::int64_t count) {
  Support support;
  for (const auto& [distance, cell] : nearest_cells(width, height, strokes, count)) {
    support.push_back(cell);
  }
  std::sort(support.begin(), support.end());
  return support;
}

std::vector<double> shaded_tube(int width, int height, const std::vector<Stroke>& strokes,
                                std::int64_t count, double brightest) {
  std::vector<double> values(width * height, 0.0);
  const auto cells = nearest_cells(width, height, strokes, count);
  const double reach = cells.back().first + 0.5;
  for (const auto& [distance, cell] : cells) {
    values[cell] = brightest * (1.0 - distance / reach);
  }
  return values;
}

std::vector<Shape> generated_shapes() {
  return {
      shape("Graph-01", {{{16, 9}, {16, 17}}, {{16, 15}, {20, 15}, {20, 20}, {22, 20}}}, 26),
      shape("Graph-02", {{{13, 11}, {18, 9}, {25, 5}}}, 46),
      shape("Graph-03", {arc({14, 15}, 9.5, 110, 400)}, 92),
      shape("Graph-04", {{{10, 15}, {10, 25}}, {{10, 23}, {17, 22}}}, 132),
  };
}

std::vector<Shape> generated_images() {
  const Stroke letter_i = {{12, 5}, {38, 5}};
  const Stroke letter_c = arc({25, 19}, 8, 45, 315);
  const Stroke letter_m = {{36, 29}, {14, 29}, {26, 34}, {14, 39}, {36, 39}};
  const Stroke letter_l = {{14, 44}, {36, 44}, {36, 48}};
  return {
      image("background", {{{{0, 10}, {14, 12}, {22, 26}, {34, 30}, {49, 42}}}}, 236, 0.5),
      image("angio",
            {{{{4, 6}, {18, 16}, {28, 30}, {46, 38}},
              {{18, 16}, {32, 10}, {44, 12}},
              {{28, 30}, {16, 38}, {6, 44}}}},
            382, 0.8),
      image("icml", {{letter_i}, {letter_c}, {letter_m}, {letter_l}}, 411, 0.5),
  };
}

std::vector<Shape> read_shapes(const std::string& data_folder) {
  std::vector<Shape> shapes;
  for (int number = 1; number <= 4; ++number) {
    const std::string path =
        find_data_file(data_folder, fmt::format("benchmark33_graph{:02}.csv", number));
    Shape read{fmt::format("Graph-{:02}", number), 1, {}, {}};
    std::vector<double> values;
    for (const std::vector<double>& row : read_number_rows(path)) {
      values.insert(values.end(), row.begin(), row.end());
    }
    if (values.size() != std::size_t{kShapeSide} * kShapeSide) {
      throw InputError(fmt::format("{}: {} numbers instead of 33 x 33", path, values.size()));
    }
    read.support = nonzeros(values);
    shapes.push_back(std::move(read));
  }
  return shapes;
}

std::vector<Shape> read_images(const std::string& data_folder) {
  constexpr std::array<std::pair<std::string_view, std::int64_t>, 3> kImages = {
      {{"background", 1}, {"angio", 1}, {"icml", 4}}};
  std::vector<Shape> images;
  for (const auto& [name, components] : kImages) {
    const std::string path = find_data_file(data_folder, fmt::format("image50_{}.csv", name));
    Shape read{std::string(name), components, {}, {}};
    for (const std::vector<double>& row : read_number_rows(path)) {
      read.values.insert(read.values.end(), row.begin(), row.end());
    }
    if (read.values.size() != std::size_t{kImageSide} * kImageSide) {
      throw InputError(fmt::format("{}: {} numbers instead of 50 x 50", path, read.values.size()));
    }
    read.support = nonzeros(read.values);
    images.push_back(std::move(read));
  }
  return images;
}

}  // namespace graphsparse::experiments
