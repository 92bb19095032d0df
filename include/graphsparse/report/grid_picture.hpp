// Grids of coloured cells: signals, images, and what a method found of them.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace graphsparse::report {

// What a method made of a cell.
enum class CellClass { background, planted, found, missed, wrong };

// Cells row by row, the first row at the top. Values that are NaN are grey.
struct GridPicture {
  std::string title = {};
  int width = 0;
  int height = 0;
  std::variant<std::vector<double>, std::vector<CellClass>> cells = {};
  std::string note = {};  // below the picture, such as an error; may be empty
};

enum class ColourScale {
  diverging,  // blue below 0, white at 0, red above: -limit to limit
  sequential  // light to dark: 0 to limit
};

// Pictures side by side. All values share one scale, so that equal colours mean equal numbers.
struct GridPictures {
  std::string title = {};  // above all; may be empty
  std::vector<GridPicture> pictures = {};
  ColourScale scale = ColourScale::diverging;
  std::optional<double> limit = {};  // nothing: the largest absolute value of all pictures
  int columns = 0;                   // 0: all in one row
};

inline constexpr double kGridPictureSize = 200;

// A whole SVG document with a legend. `picture_size` is how many pixels the longest side of a
// picture has at most; a cell has a whole number of pixels, at least one. Throws InputError if the
// number of cells is not width x height, or if the limit is not a positive number.
std::string to_svg(const GridPictures& pictures, double picture_size = kGridPictureSize);

// Cell by cell: planted and chosen is found, only planted missed, only chosen wrong. Both vectors
// have the same length.
std::vector<CellClass> classify_cells(const std::vector<bool>& planted,
                                      const std::vector<bool>& chosen);

}  // namespace graphsparse::report
