// Arrays in the bytes of a .npy file, wherever these come from.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graphsparse/data/design_matrix.hpp"
#include "graphsparse/io/npy.hpp"
#include "io/input_file.hpp"

namespace graphsparse::io {

// Throws InputError unless as many bytes follow the header as it announces.
void check_npy_size(const NpyHeader& header, std::uintmax_t file_size, const std::string& source);

// All numbers in the order of the file. `bytes` begin with the header. Throws InputError for text.
std::vector<double> npy_numbers(const NpyHeader& header, std::string_view bytes,
                                const std::string& source);

// Calls visit(number) with a number of the type that the array has. Throws InputError for text.
template <class Visit>
auto with_number_type(const NpyHeader& header, const std::string& source, Visit visit) {
  using Type = NpyHeader::Type;
  switch (header.type) {
    case Type::int8:  // NOLINT(bugprone-branch-clone): each visit is of another type
      return visit(std::int8_t());
    case Type::int16:
      return visit(std::int16_t());
    case Type::int32:
      return visit(std::int32_t());
    case Type::int64:
      return visit(std::int64_t());
    case Type::uint8:
    case Type::boolean:
      return visit(std::uint8_t());
    case Type::uint16:
      return visit(std::uint16_t());
    case Type::uint32:
      return visit(std::uint32_t());
    case Type::uint64:
      return visit(std::uint64_t());
    case Type::float32:
      return visit(float());
    case Type::bytes:
    case Type::utf32:
      fail_in(source, "holds text; expected numbers");
    case Type::float64:
      break;
  }
  return visit(double());
}

// The items of an array of text, in UTF-8.
std::vector<std::string> npy_words(const NpyHeader& header, std::string_view bytes);

// Throws InputError unless it is a vector, or a matrix with one row or column.
void check_npy_vector(const NpyHeader& header, const std::string& source);

// A matrix, or InputError.
std::unique_ptr<DesignMatrix> npy_matrix(const NpyHeader& header, std::string_view bytes,
                                         const std::string& source);

}  // namespace graphsparse::io
