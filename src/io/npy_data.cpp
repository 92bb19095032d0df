// Matrices in .npy files: floating-point numbers in C order stay in the file, all else is copied.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/mapped_matrix.hpp"
#include "graphsparse/io/npy.hpp"
#include "io/data_parts.hpp"
#include "io/data_readers.hpp"
#include "io/input_file.hpp"
#include "io/npy_bytes.hpp"
#include "io/row_major.hpp"

namespace graphsparse::io {
namespace {

NpyHeader read_header(const std::string& path) {
  constexpr std::uintmax_t longest = (std::uintmax_t{1} << 20U) + 12;
  InputFile file(path);
  std::error_code unknown;
  std::uintmax_t size = std::filesystem::file_size(path, unknown);
  if (unknown || file.is_compressed()) size = longest;
  std::string start(static_cast<std::size_t>(std::min(size, longest)), '\0');
  start.resize(file.read(start.data(), start.size()));
  if (start.empty()) fail_in(path, "the file is empty");
  return parse_npy_header(start, path);
}

void check_shape(const NpyHeader& header, const std::string& path) {
  if (header.shape.size() != 2) {
    fail_in(path, fmt::format("an array of shape ({}{}); expected a matrix, samples x features",
                              fmt::join(header.shape, ", "), header.shape.size() == 1 ? "," : ""));
  }
  check_data_size(path, header.shape[0], header.shape[1]);
}

template <class To, class From>
std::unique_ptr<DesignMatrix> copied_bytes(const NpyHeader& header, std::string_view bytes) {
  const char* const numbers = bytes.data() + header.data_offset;
  const auto rows = static_cast<std::size_t>(header.shape[0]);
  const auto columns = static_cast<std::size_t>(header.shape[1]);
  // As one row, the columns of any matrix are in their order already.
  auto values = header.fortran_order ? row_major_copy<To, From>(numbers, rows, columns)
                                     : row_major_copy<To, From>(numbers, 1, rows * columns);
  return std::make_unique<DenseMatrix<To>>(static_cast<RowIndex>(rows),
                                           static_cast<NodeId>(columns), std::move(values));
}

template <class Scalar>
bool can_be_mapped(const NpyHeader& header, const std::string& path) {
  const bool is_plain = path != kStandardInput && !InputFile(path).is_compressed();
  return is_plain && !header.fortran_order && header.data_offset % sizeof(Scalar) == 0;
}

template <class Scalar>
std::unique_ptr<DesignMatrix> mapped(const NpyHeader& header, const std::string& path,
                                     RowIndex first, RowIndex count) {
  check_npy_size(header, std::filesystem::file_size(path), path);
  const auto row_bytes = static_cast<std::size_t>(header.shape[1]) * sizeof(Scalar);
  const std::size_t offset = header.data_offset + static_cast<std::size_t>(first) * row_bytes;
  return std::make_unique<MappedMatrix<Scalar>>(path, offset, count,
                                                static_cast<NodeId>(header.shape[1]));
}

std::unique_ptr<DesignMatrix> matrix_of(const NpyHeader& header, const std::string& path) {
  using Type = NpyHeader::Type;
  if (header.type == Type::float32 && can_be_mapped<float>(header, path)) {
    return mapped<float>(header, path, 0, header.shape[0]);
  }
  if (header.type == Type::float64 && can_be_mapped<double>(header, path)) {
    return mapped<double>(header, path, 0, header.shape[0]);
  }
  return npy_matrix(header, read_whole_file(path), path);
}

}  // namespace

std::unique_ptr<DesignMatrix> npy_matrix(const NpyHeader& header, std::string_view bytes,
                                         const std::string& source) {
  check_shape(header, source);
  check_npy_size(header, bytes.size(), source);
  return with_number_type(header, source, [&](auto number) {
    using From = decltype(number);
    using To = std::conditional_t<std::is_same_v<From, float>, float, double>;
    return copied_bytes<To, From>(header, bytes);
  });
}

NpyHeader read_npy_matrix_header(const std::string& path) {
  NpyHeader header = read_header(path);
  check_shape(header, path);
  return header;
}

std::shared_ptr<const DesignMatrix> read_npy_rows(const std::string& path, const NpyHeader& header,
                                                  RowIndex first, RowIndex count) {
  using Type = NpyHeader::Type;
  if (header.type == Type::float32 && can_be_mapped<float>(header, path)) {
    return mapped<float>(header, path, first, count);
  }
  if (header.type == Type::float64 && can_be_mapped<double>(header, path)) {
    return mapped<double>(header, path, first, count);
  }
  return copy_of_rows(*matrix_of(header, path), first, first + count);
}

Dataset read_npy_data(const std::string& path) {
  const NpyHeader header = read_npy_matrix_header(path);
  Dataset data;
  data.source = path;
  data.design = matrix_of(header, path);
  return data;
}

}  // namespace graphsparse::io
