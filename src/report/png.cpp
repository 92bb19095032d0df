#include "graphsparse/report/png.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <new>
#include <string_view>

#include "graphsparse/core/error.hpp"

namespace graphsparse::report {
namespace {

constexpr std::string_view kPngSignature = "\x89PNG\r\n\x1a\n";

void append_big_endian(std::string& bytes, std::uint32_t value) {
  for (const unsigned shift : {24U, 16U, 8U, 0U}) {
    bytes += static_cast<char>((value >> shift) & 0xffU);
  }
}

// Length, name, content, and a checksum over name and content.
void append_chunk(std::string& png, std::string_view name, std::string_view content) {
  append_big_endian(png, static_cast<std::uint32_t>(content.size()));
  const std::string checked = std::string(name).append(content);
  png += checked;
  append_big_endian(
      png, static_cast<std::uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(checked.data()),
                                            static_cast<uInt>(checked.size()))));
}

std::string deflated(const std::string& bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string packed(size, '\0');
  const int status = compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                               reinterpret_cast<const Bytef*>(bytes.data()),
                               static_cast<uLong>(bytes.size()), Z_BEST_COMPRESSION);
  if (status != Z_OK) throw std::bad_alloc();
  packed.resize(size);
  return packed;
}

void check(const GreyImage& image) {
  const auto expected =
      static_cast<std::int64_t>(image.width) * static_cast<std::int64_t>(image.height);
  if (image.width < 1 || image.height < 1 ||
      static_cast<std::int64_t>(image.pixels.size()) != expected) {
    throw InputError(fmt::format("an image of {} x {} has {} pixels", image.width, image.height,
                                 image.pixels.size()));
  }
}

}  // namespace

std::string to_png(const GreyImage& image) {
  check(image);
  std::string header;
  append_big_endian(header, static_cast<std::uint32_t>(image.width));
  append_big_endian(header, static_cast<std::uint32_t>(image.height));
  // Eight bits a pixel, grey, and the only kinds of compression, filter and order used.
  header.append("\x08\x00\x00\x00\x00", 5);
  std::string rows;
  const auto width = static_cast<std::size_t>(image.width);
  for (std::size_t begin = 0; begin < image.pixels.size(); begin += width) {
    rows += '\0';  // the row as it is
    rows.append(reinterpret_cast<const char*>(image.pixels.data() + begin), width);
  }
  std::string png(kPngSignature);
  append_chunk(png, "IHDR", header);
  append_chunk(png, "IDAT", deflated(rows));
  append_chunk(png, "IEND", {});
  return png;
}

GreyImage enlarged(const GreyImage& image, int factor) {
  check(image);
  GreyImage large{image.width * factor, image.height * factor, {}};
  const auto step = static_cast<std::size_t>(factor);
  for (std::size_t row = 0; row < static_cast<std::size_t>(large.height); ++row) {
    for (std::size_t column = 0; column < static_cast<std::size_t>(large.width); ++column) {
      const std::size_t place = row / step * static_cast<std::size_t>(image.width) + column / step;
      large.pixels.push_back(image.pixels[place]);
    }
  }
  return large;
}

}  // namespace graphsparse::report
