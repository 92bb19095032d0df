// Writes MATLAB files for tests, by the library that reads them.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "io/matio_library.hpp"

namespace graphsparse::test_support {

class MatWriter {
 public:
  MatWriter(const std::string& path, enum mat_ft version)
      : matio_(io::MatioLibrary::get(path)),
        file_(matio_.find<decltype(Mat_CreateVer)>("Mat_CreateVer")(path.c_str(), nullptr,
                                                                    version)) {}
  ~MatWriter() { (void)matio_.close(file_); }
  MatWriter(const MatWriter&) = delete;
  MatWriter& operator=(const MatWriter&) = delete;

  template <class Number>
  void add(const char* name, enum matio_classes kind, enum matio_types type,
           std::vector<std::size_t> sides, std::vector<Number> column_major) {
    write(name, kind, type, sides, column_major.data(), 0);
  }
  void add_sparse(const char* name, std::size_t rows, std::vector<std::uint32_t> row_indices,
                  std::vector<std::uint32_t> offsets, std::vector<double> values) {
    mat_sparse_t sparse = {};
    sparse.nzmax = sparse.nir = sparse.ndata = static_cast<std::uint32_t>(values.size());
    sparse.njc = static_cast<std::uint32_t>(offsets.size());
    sparse.ir = row_indices.data();
    sparse.jc = offsets.data();
    sparse.data = values.data();
    std::vector<std::size_t> sides = {rows, offsets.size() - 1};
    write(name, MAT_C_SPARSE, MAT_T_DOUBLE, sides, &sparse, MAT_F_DONT_COPY_DATA);
  }
  void add_complex(const char* name) {
    double real = 1.0;
    double imaginary = 2.0;
    mat_complex_split_t parts = {&real, &imaginary};
    std::vector<std::size_t> sides = {1, 1};
    write(name, MAT_C_DOUBLE, MAT_T_DOUBLE, sides, &parts, MAT_F_COMPLEX);
  }

 private:
  void write(const char* name, enum matio_classes kind, enum matio_types type,
             std::vector<std::size_t>& sides, void* data, int options) {
    matvar_t* const variable = matio_.find<decltype(Mat_VarCreate)>("Mat_VarCreate")(
        name, kind, type, static_cast<int>(sides.size()), sides.data(), data, options);
    ASSERT_NE(variable, nullptr);
    const auto write_variable = matio_.find<decltype(Mat_VarWrite)>("Mat_VarWrite");
    EXPECT_EQ(write_variable(file_, variable, MAT_COMPRESSION_ZLIB), 0);
    matio_.free_variable(variable);
  }

  const io::MatioLibrary& matio_;
  mat_t* file_;
};

}  // namespace graphsparse::test_support
