// Grey images as PNG files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace graphsparse::report {

// Row by row from the top; 0 is black, 255 is white.
struct GreyImage {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> pixels = {};
};

// The bytes of a PNG file; the same image gives the same bytes with the same zlib. Throws
// InputError where the number of pixels is not width x height, or a side is not positive.
std::string to_png(const GreyImage& image);

// Each pixel as a square of so many pixels a side, for images that are small.
GreyImage enlarged(const GreyImage& image, int factor);

}  // namespace graphsparse::report
