#include "graphsparse/io/npy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/io/atomic_file.hpp"
#include "io/input_file.hpp"
#include "io/npy_bytes.hpp"
#include "io/text.hpp"

// The header of a .npy file: a Python dictionary with exactly three keys, read without trust.

namespace graphsparse {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kLargestHeader = std::size_t{1} << 20U;  // real ones have a hundred bytes

std::optional<NpyHeader::Type> type_of(std::string_view code) {
  using Type = NpyHeader::Type;
  constexpr std::array<std::pair<std::string_view, Type>, 13> codes = {{
      {"|b1", Type::boolean},
      {"|i1", Type::int8},
      {"<i1", Type::int8},
      {"<i2", Type::int16},
      {"<i4", Type::int32},
      {"<i8", Type::int64},
      {"|u1", Type::uint8},
      {"<u1", Type::uint8},
      {"<u2", Type::uint16},
      {"<u4", Type::uint32},
      {"<u8", Type::uint64},
      {"<f4", Type::float32},
      {"<f8", Type::float64},
  }};
  for (const auto& [name, type] : codes) {
    if (name == code) return type;
  }
  return std::nullopt;
}

// "|S5" is text of five bytes, "<U5" text of five characters.
bool set_text_type(std::string_view code, NpyHeader& header) {
  if (code.size() < 3) return false;
  const auto length = io::parse_index(code.substr(2));
  constexpr std::int64_t longest = 1 << 20;
  if (!length || *length < 1 || *length > longest) return false;
  const bool is_bytes = code.starts_with("|S");
  if (!is_bytes && !code.starts_with("<U")) return false;
  header.type = is_bytes ? NpyHeader::Type::bytes : NpyHeader::Type::utf32;
  header.text_size = static_cast<std::size_t>(*length) * (is_bytes ? 1 : 4);
  return true;
}

// What to do about numbers of another type.
std::string npy_remedy(std::string_view code) {
  if (code == "<c16" || code == "<c8" || code == ">c16" || code == ">c8") {
    return "complex numbers are two features each: save np.hstack([x.real, x.imag]), so that no "
           "imaginary part is lost";
  }
  if (code == "|O") {
    return "those are Python objects; save numbers, or np.asarray(x, dtype=str) for labels";
  }
  return "expected little-endian float32, float64 or integers, as x.astype('<f8') gives";
}

class DictionaryReader {
 public:
  DictionaryReader(std::string_view text, const std::string& source)
      : rest_(text), source_(source) {}

  NpyHeader read() {
    NpyHeader header;
    bool has_type = false;
    bool has_order = false;
    bool has_shape = false;
    expect('{');
    while (!take('}')) {
      const std::string_view key = text();
      expect(':');
      if (key == "descr") {
        read_type(header);
        has_type = true;
      } else if (key == "fortran_order") {
        header.fortran_order = boolean();
        has_order = true;
      } else if (key == "shape") {
        header.shape = shape();
        has_shape = true;
      } else {
        fail(fmt::format("the header has the unknown key {}", io::in_quotes(key)));
      }
      if (take(',')) continue;
      expect('}');
      break;
    }
    skip_blanks();
    if (!rest_.empty()) fail("the header goes on after its end");
    if (!has_type || !has_order || !has_shape) fail("the header lacks one of its three keys");
    return header;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    io::fail_in(source_, "damaged .npy file: " + what + "; save it again with numpy.save");
  }

  void skip_blanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\n"), rest_.size()));
  }

  bool take(char wanted) {
    skip_blanks();
    if (!rest_.starts_with(wanted)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void expect(char wanted) {
    if (!take(wanted)) fail(fmt::format("'{}' is missing in the header", wanted));
  }

  std::string_view text() {
    skip_blanks();
    if (rest_.empty() || (rest_.front() != '\'' && rest_.front() != '"')) {
      fail("a quoted word is missing in the header");
    }
    const std::size_t end = rest_.find(rest_.front(), 1);
    if (end == std::string_view::npos) fail("a quote is not closed in the header");
    const std::string_view word = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return word;
  }

  bool boolean() {
    skip_blanks();
    for (const bool value : {true, false}) {
      const std::string_view word = value ? "True" : "False";
      if (!rest_.starts_with(word)) continue;
      rest_.remove_prefix(word.size());
      return value;
    }
    fail("'fortran_order' is neither True nor False");
  }

  void read_type(NpyHeader& header) {
    skip_blanks();
    if (rest_.starts_with('[')) {
      io::fail_in(source_, "holds records; expected plain numbers such as float64");
    }
    const std::string_view code = text();
    if (const auto known = type_of(code)) {
      header.type = *known;
    } else if (!set_text_type(code, header)) {
      io::fail_in(source_, fmt::format("holds numbers of type {}; {}", io::in_quotes(code),
                                       npy_remedy(code)));
    }
  }

  std::vector<std::int64_t> shape() {
    std::vector<std::int64_t> sides;
    expect('(');
    while (!take(')')) {
      skip_blanks();
      const std::size_t digits = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
      const auto side = io::parse_index(rest_.substr(0, digits));
      if (!side) fail("the shape is not made of whole numbers");
      sides.push_back(*side);
      rest_.remove_prefix(digits);
      if (take(',')) continue;
      expect(')');
      break;
    }
    return sides;
  }

  std::string_view rest_;
  const std::string& source_;
};

void check_size(const NpyHeader& header, const std::string& source) {
  auto room =
      std::numeric_limits<std::int64_t>::max() / static_cast<std::int64_t>(header.item_size());
  for (const std::int64_t side : header.shape) {
    if (side == 0) return;
    room /= side;
  }
  if (room == 0) io::fail_in(source, "damaged .npy file: its shape is larger than any memory");
}

std::size_t little_endian(std::string_view bytes) {
  std::size_t value = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    value |= std::size_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  return value;
}

}  // namespace

std::size_t NpyHeader::item_size() const {
  switch (type) {
    case Type::int8:
    case Type::uint8:
    case Type::boolean:
      return 1;
    case Type::bytes:
    case Type::utf32:
      return text_size;
    case Type::int16:
    case Type::uint16:
      return 2;
    case Type::int32:
    case Type::uint32:
    case Type::float32:
      return 4;
    case Type::int64:
    case Type::uint64:
    case Type::float64:
      break;
  }
  return 8;
}

std::int64_t NpyHeader::item_count() const {
  std::int64_t count = 1;
  for (const std::int64_t side : shape) {
    if (side == 0) return 0;  // before a product of the other sides could overflow
  }
  for (const std::int64_t side : shape) count *= side;
  return count;
}

NpyHeader parse_npy_header(std::string_view bytes, const std::string& source) {
  constexpr std::size_t version_end = kMagic.size() + 2;
  if (bytes.size() < version_end || !bytes.starts_with(kMagic)) {
    io::fail_in(source, "not a .npy file (its first bytes are others); save it with numpy.save");
  }
  const int version = static_cast<unsigned char>(bytes[kMagic.size()]);
  if (version < 1 || version > 3 || bytes[kMagic.size() + 1] != 0) {
    io::fail_in(source, "an unknown version of .npy; versions 1.0, 2.0 and 3.0 can be read");
  }
  const std::size_t length_size = version == 1 ? 2 : 4;
  const std::size_t start = version_end + length_size;
  if (bytes.size() < start) io::fail_in(source, "the file is cut off inside its header");
  const std::size_t length = little_endian(bytes.substr(version_end, length_size));
  if (length > kLargestHeader || bytes.size() - start < length) {
    io::fail_in(source, fmt::format("the file is cut off inside its header of {} bytes", length));
  }
  NpyHeader header = DictionaryReader(bytes.substr(start, length), source).read();
  header.data_offset = start + length;
  check_size(header, source);
  return header;
}

namespace {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they stand");

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
  return with_number_type(header, source, [&](auto number) {
    std::vector<double> values(data.size() / sizeof(number));
    for (std::size_t i = 0; i < values.size(); ++i) {
      std::memcpy(&number, data.data() + i * sizeof(number), sizeof(number));
      values[i] = static_cast<double>(number);
    }
    return values;
  });
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
