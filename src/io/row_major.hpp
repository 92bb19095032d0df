// Column-major numbers in row-major order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

namespace graphsparse::io {

// `column_major` holds rows * columns numbers and need not be aligned. Both sides are walked in
// small squares: by rows or by columns alone, one of them would miss the cache at every step.
template <class To, class From>
std::vector<To> row_major_copy(const void* column_major, std::size_t rows, std::size_t columns) {
  constexpr std::size_t side = 32;
  const auto* const bytes = static_cast<const char*>(column_major);
  std::vector<To> result(rows * columns);
  for (std::size_t r = 0; r < rows; r += side) {
    for (std::size_t c = 0; c < columns; c += side) {
      for (std::size_t j = c; j < std::min(c + side, columns); ++j) {
        for (std::size_t i = r; i < std::min(r + side, rows); ++i) {
          From value;
          std::memcpy(&value, bytes + (j * rows + i) * sizeof(From), sizeof(From));
          result[i * columns + j] = static_cast<To>(value);
        }
      }
    }
  }
  return result;
}

}  // namespace graphsparse::io
