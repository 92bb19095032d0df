// NumPy's array files: versions 1 to 3, little-endian numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace graphsparse {

// What stands before the numbers of a .npy file.
struct NpyHeader {
  enum class Type {
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    float32,
    float64,
    boolean,  // bytes 0 and 1
    bytes,    // text in bytes, filled up with zeros
    utf32     // text of four bytes a character, likewise
  };

  Type type = Type::float64;
  std::size_t text_size = 0;  // bytes of an item of text
  bool fortran_order = false;
  std::vector<std::int64_t> shape;
  std::size_t data_offset = 0;  // where the numbers begin

  bool is_text() const { return type == Type::bytes || type == Type::utf32; }
  std::size_t item_size() const;
  std::int64_t item_count()
      const;  // the product of the shape; parse_npy_header checked that it fits
};

// Reads the header at the start of `bytes`, which may be the whole file or only its beginning.
// `source` names the file in messages. Throws InputError.
NpyHeader parse_npy_header(std::string_view bytes, const std::string& source);

// A vector, or a matrix with one row or one column. Throws InputError; values may be non-finite.
std::vector<double> read_npy_vector(const std::string& path);

// Written to a temporary name first. Throws InputError for a bad path, std::runtime_error when
// writing fails.
void write_npy(const std::string& path, std::span<const double> values);
void write_npy(const std::string& path, std::span<const double> row_major_values, std::int64_t rows,
               std::int64_t columns);

}  // namespace graphsparse
