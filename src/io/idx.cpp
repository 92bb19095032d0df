#include "graphsparse/io/idx.hpp"

#include <fmt/format.h>

#include "io/input_file.hpp"

namespace graphsparse {
namespace {

constexpr std::size_t kIdxHeader = 4;
constexpr std::uint8_t kIdxBytes = 0x08;
constexpr std::int64_t kMostIdxValues = std::int64_t{1} << 32U;

}  // namespace

IdxBytes read_idx(const std::string& path) {
  const std::string content = io::read_whole_file(path);
  const auto byte = [&](std::size_t place) { return static_cast<std::uint8_t>(content[place]); };
  if (content.size() < kIdxHeader || byte(0) != 0 || byte(1) != 0 || byte(2) != kIdxBytes ||
      byte(3) == 0) {
    io::fail_in(path, "is not an IDX file of bytes, which begins with the bytes 0, 0, 8");
  }
  const std::size_t dimensions = byte(3);
  const std::size_t begin = kIdxHeader + 4 * dimensions;
  if (content.size() < begin) io::fail_in(path, "is cut off in its header");
  IdxBytes result;
  std::int64_t count = 1;
  for (std::size_t k = 0; k < dimensions; ++k) {
    std::int64_t size = 0;
    for (std::size_t i = 0; i < 4; ++i) size = 256 * size + byte(kIdxHeader + 4 * k + i);
    if (size > 0 && count > kMostIdxValues / size) io::fail_in(path, "says that it is too large");
    count *= size;
    result.sizes.push_back(size);
  }
  const auto left = static_cast<std::int64_t>(content.size() - begin);
  if (left != count) {
    io::fail_in(path, fmt::format("has {} values where its header says {}", left, count));
  }
  result.values.assign(content.begin() + static_cast<std::ptrdiff_t>(begin), content.end());
  return result;
}

}  // namespace graphsparse
