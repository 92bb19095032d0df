// What an AnnData file (.h5ad) holds: matrices, and the tables obs (of samples) and var (of
// features). Nothing of HDF5 shows here.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "io/compressed_matrix.hpp"

namespace graphsparse::io {

// Row by row.
struct StoredDense {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::variant<std::vector<float>, std::vector<double>> values;
};
using StoredMatrix = std::variant<StoredDense, CompressedArrays>;

class H5adFile {
 public:
  // Throws InputError for a file that is none, and where the program was built without HDF5.
  explicit H5adFile(const std::string& path);
  ~H5adFile();
  H5adFile(const H5adFile&) = delete;
  H5adFile& operator=(const H5adFile&) = delete;

  // `place` is X, layers/NAME or varp/NAME. Throws InputError, also for numbers that are none.
  StoredMatrix read_matrix(const std::string& place) const;

  // `table` is obs or var. Empty where the index has no name of its own.
  std::string index_name(const std::string& table) const;
  std::vector<std::string> index(const std::string& table) const;
  std::vector<std::string> columns(const std::string& table) const;
  // As text, numbers in their shortest exact form; what is missing is empty.
  std::vector<std::string> column(const std::string& table, const std::string& name) const;

  // What a group such as varp or layers holds; nothing where there is no such group.
  std::vector<std::string> members(const std::string& group) const;

 private:
  class Content;
  std::unique_ptr<Content> content_;
};

}  // namespace graphsparse::io
