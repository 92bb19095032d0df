#include "graphsparse/io/npy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "graphsparse/core/error.hpp"
#include "graphsparse/io/atomic_file.hpp"
#include "io/input_file.hpp"
#include "io/npy_bytes.hpp"

namespace graphsparse {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they stand");

template <class Number>
std::vector<double> convert(std::string_view data) {
  std::vector<double> values(data.size() / sizeof(Number));
  for (std::size_t i = 0; i < values.size(); ++i) {
    Number number;
    std::memcpy(&number, data.data() + i * sizeof(Number), sizeof(Number));
    values[i] = static_cast<double>(number);
  }
  return values;
}

void write_array(const std::string& path, std::span<const double> values,
                 const std::string& shape) {
  constexpr std::size_t alignment = 64;
  constexpr std::size_t prefix = 10;  // magic, version, length
  std::string dictionary =
      fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}), }}", shape);
  const std::size_t unpadded = prefix + dictionary.size() + 1;
  dictionary.append((alignment - unpadded % alignment) % alignment, ' ');
  dictionary += '\n';

  std::string head("\x93NUMPY\x01\x00", 8);
  head += static_cast<char>(dictionary.size() & 0xffU);
  head += static_cast<char>(dictionary.size() >> 8U);

  AtomicFile file(path);
  file.write(head + dictionary);
  const std::span<const std::byte> bytes = std::as_bytes(values);
  file.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  file.commit();
}

}  // namespace

namespace io {
namespace {

// Characters of four bytes, which may be damaged ones.
void append_utf8(std::uint32_t character, std::string& text) {
  constexpr std::uint32_t last_character = 0x10ffff;
  if (character > last_character) character = 0xfffd;
  const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (character < 0x80) return add(character);
  if (character < 0x800) {
    add(0xc0U | character >> 6U);
  } else {
    if (character < 0x10000) {
      add(0xe0U | character >> 12U);
    } else {
      add(0xf0U | character >> 18U);
      add(0x80U | (character >> 12U & 0x3fU));
    }
    add(0x80U | (character >> 6U & 0x3fU));
  }
  add(0x80U | (character & 0x3fU));
}

std::string npy_word(const NpyHeader& header, std::string_view item) {
  if (header.type == NpyHeader::Type::bytes) {
    return std::string(item.substr(0, std::min(item.find('\0'), item.size())));
  }
  std::string word;
  for (std::size_t i = 0; i < item.size(); i += sizeof(std::uint32_t)) {
    std::uint32_t character = 0;
    std::memcpy(&character, item.data() + i, sizeof(character));
    if (character == 0) break;
    append_utf8(character, word);
  }
  return word;
}

}  // namespace

void check_npy_size(const NpyHeader& header, std::uintmax_t file_size, const std::string& source) {
  const auto wanted = static_cast<std::uintmax_t>(header.item_count()) * header.item_size();
  const std::uintmax_t present = file_size - header.data_offset;
  if (present == wanted) return;
  fail_in(source,
          fmt::format("the header announces {} bytes of numbers, the file has {}; it {}", wanted,
                      present, present < wanted ? "is cut off" : "holds something else as well"));
}

std::vector<double> npy_numbers(const NpyHeader& header, std::string_view bytes,
                                const std::string& source) {
  check_npy_size(header, bytes.size(), source);
  const std::string_view data = bytes.substr(header.data_offset);
  using Type = NpyHeader::Type;
  switch (header.type) {
    case Type::int8:
      return convert<std::int8_t>(data);
    case Type::int16:
      return convert<std::int16_t>(data);
    case Type::int32:
      return convert<std::int32_t>(data);
    case Type::int64:
      return convert<std::int64_t>(data);
    case Type::uint8:
    case Type::boolean:
      return convert<std::uint8_t>(data);
    case Type::uint16:
      return convert<std::uint16_t>(data);
    case Type::uint32:
      return convert<std::uint32_t>(data);
    case Type::uint64:
      return convert<std::uint64_t>(data);
    case Type::float32:
      return convert<float>(data);
    case Type::bytes:
    case Type::utf32:
      fail_in(source, "holds text; expected numbers");
    case Type::float64:
      break;
  }
  return convert<double>(data);
}

std::vector<std::string> npy_words(const NpyHeader& header, std::string_view bytes) {
  const std::size_t size = header.item_size();
  std::vector<std::string> words;
  for (std::size_t at = header.data_offset; at + size <= bytes.size(); at += size) {
    words.push_back(npy_word(header, bytes.substr(at, size)));
  }
  return words;
}

// A matrix with one row or column has its numbers in the same order either way.
void check_npy_vector(const NpyHeader& header, const std::string& source) {
  const auto long_sides = std::count_if(header.shape.begin(), header.shape.end(),
                                        [](std::int64_t side) { return side != 1; });
  if (!header.shape.empty() && header.shape.size() <= 2 && long_sides <= 1) return;
  fail_in(source, fmt::format("an array of shape ({}); expected a vector, or a matrix with one "
                              "row or column",
                              fmt::join(header.shape, ", ")));
}

}  // namespace io

std::vector<double> read_npy_vector(const std::string& path) {
  const std::string bytes = io::read_whole_file(path);
  const NpyHeader header = parse_npy_header(bytes, path);
  io::check_npy_vector(header, path);
  return io::npy_numbers(header, bytes, path);
}

void write_npy(const std::string& path, std::span<const double> values) {
  write_array(path, values, fmt::format("{},", values.size()));
}

void write_npy(const std::string& path, std::span<const double> row_major_values, std::int64_t rows,
               std::int64_t columns) {
  const auto size = static_cast<std::int64_t>(row_major_values.size());
  const bool fits = rows >= 0 && columns >= 0 &&
                    (columns == 0 ? size == 0 : size % columns == 0 && size / columns == rows);
  if (!fits) {
    throw InputError(
        fmt::format("{}: {} numbers do not make a {} x {} matrix", path, size, rows, columns));
  }
  write_array(path, row_major_values, fmt::format("{}, {}", rows, columns));
}

}  // namespace graphsparse
