// What all MatrixMarket files have in common: the banner, sizes and indices.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "io/table_reader.hpp"

namespace graphsparse::io {

// The words of the banner after "%%MatrixMarket matrix", in lower case.
struct MtxKind {
  std::string format;    // coordinate, array
  std::string field;     // real, integer, pattern, complex
  std::string symmetry;  // general, symmetric, ...

  std::string describe() const { return format + " " + field + " " + symmetry; }
};

// Rows of a MatrixMarket file.
RowReader mtx_rows(const std::string& path);

// Reads the first line. Throws InputError that ends with `expected` where it is no banner.
MtxKind read_mtx_banner(RowReader& rows, const std::string& expected);

// Reads the line of sizes, which must have as many fields as `form` ("rows columns entries").
void read_mtx_sizes(RowReader& rows, std::string_view form);
// Field i of that line.
std::int64_t mtx_size(const RowReader& rows, std::size_t i, std::string_view form);

// Field i of an entry: an index from 1 to `most`. Returns it from 0.
std::int64_t mtx_index(const RowReader& rows, std::size_t i, std::int64_t most);

}  // namespace graphsparse::io
