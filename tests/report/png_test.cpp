#include "graphsparse/report/png.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdint>
#include <string>
#include <vector>

#include "graphsparse/core/error.hpp"

namespace graphsparse::report {
namespace {

std::uint32_t big_endian(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i)
    value = 256 * value + static_cast<unsigned char>(bytes[at + i]);
  return value;
}

// A reader of what to_png() writes, by the format's own rules: signature, then chunks of length,
// name, content and checksum.
GreyImage read_png(const std::string& png) {
  EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
  GreyImage image;
  std::string packed;
  std::string last;
  for (std::size_t at = 8; at < png.size();) {
    const std::size_t size = big_endian(png, at);
    last = png.substr(at + 4, 4);
    const std::string content = png.substr(at + 8, size);
    const auto* checked = reinterpret_cast<const Bytef*>(png.data() + at + 4);
    EXPECT_EQ(big_endian(png, at + 8 + size), crc32(0, checked, static_cast<uInt>(size + 4)));
    if (last == "IHDR") {
      image.width = static_cast<int>(big_endian(content, 0));
      image.height = static_cast<int>(big_endian(content, 4));
      EXPECT_EQ(content.substr(8), std::string("\x08\x00\x00\x00\x00", 5));
    }
    if (last == "IDAT") packed += content;
    at += 12 + size;
  }
  EXPECT_EQ(last, "IEND");
  const auto stride = static_cast<std::size_t>(image.width) + 1;
  std::vector<Bytef> rows(stride * static_cast<std::size_t>(image.height));
  uLongf size = static_cast<uLongf>(rows.size());
  EXPECT_EQ(uncompress(rows.data(), &size, reinterpret_cast<const Bytef*>(packed.data()),
                       static_cast<uLong>(packed.size())),
            Z_OK);
  EXPECT_EQ(size, rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (k % stride == 0) {
      EXPECT_EQ(rows[k], 0) << "filter of row " << k / stride;
    } else {
      image.pixels.push_back(rows[k]);
    }
  }
  return image;
}

TEST(Png, readsBackAsItWas) {
  GreyImage image{7, 3, {}};
  for (int k = 0; k < 21; ++k) image.pixels.push_back(static_cast<std::uint8_t>(12 * k));
  const GreyImage read = read_png(to_png(image));
  EXPECT_EQ(read.width, 7);
  EXPECT_EQ(read.height, 3);
  EXPECT_EQ(read.pixels, image.pixels);
}

TEST(Png, enlargedPixelsAreSquares) {
  const GreyImage large = enlarged({2, 1, {0, 255}}, 2);
  EXPECT_EQ(large.width, 4);
  EXPECT_EQ(large.height, 2);
  EXPECT_EQ(large.pixels, (std::vector<std::uint8_t>{0, 0, 255, 255, 0, 0, 255, 255}));
}

TEST(Png, refusesAnotherNumberOfPixels) {
  EXPECT_THROW(to_png({2, 2, {1, 2, 3}}), InputError);
  EXPECT_THROW(to_png({0, 0, {}}), InputError);
}

}  // namespace
}  // namespace graphsparse::report
