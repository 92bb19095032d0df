// Makes the files that reading is measured on, and reads them; see file_reading.py.
#include <fmt/format.h>
#include <zlib.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "graphsparse/core/random.hpp"
#include "graphsparse/io/data_file.hpp"
#include "runner_main.hpp"
#include "seconds.hpp"

#ifdef GRAPHSPARSE_HDF5_FILE
#include "io/hdf5_library.hpp"
#endif

namespace {

using graphsparse::RandomStream;
using graphsparse::bench::best_seconds;

constexpr int kRuns = 5;

// Samples in rows, normal values with six digits.
void make_table(std::int64_t rows, std::int64_t columns, const std::string& path) {
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "wb6"), gzclose);
  RandomStream stream(1, "table");
  std::string line = "id";
  for (std::int64_t j = 0; j < columns; ++j) line += fmt::format(",G{}", j);
  for (std::int64_t i = 0; i <= rows; ++i) {
    line += '\n';
    (void)gzwrite(file.get(), line.data(), static_cast<unsigned>(line.size()));
    line = fmt::format("s{}", i);
    for (std::int64_t j = 0; j < columns; ++j) line += fmt::format(",{:.6g}", stream.normal());
  }
}

#ifdef GRAPHSPARSE_HDF5_FILE

using graphsparse::io::Hdf5Library;

class H5adMaker {
 public:
  explicit H5adMaker(const std::string& path)
      : hdf5_(Hdf5Library::get(path)),
        file_(hdf5_.find<decltype(H5Fcreate)>("H5Fcreate")(
            path.c_str(), graphsparse::io::kHdf5Truncate, H5P_DEFAULT, H5P_DEFAULT)) {}
  ~H5adMaker() { (void)hdf5_.H5Fclose(file_); }
  H5adMaker(const H5adMaker&) = delete;
  H5adMaker& operator=(const H5adMaker&) = delete;

  void group(const char* place) {
    const auto create = hdf5_.find<decltype(H5Gcreate2)>("H5Gcreate2");
    (void)hdf5_.H5Oclose(create(file_, place, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  }

  void data(const char* place, hid_t type, hsize_t count, const void* values) {
    const hid_t space =
        hdf5_.find<decltype(H5Screate_simple)>("H5Screate_simple")(1, &count, nullptr);
    const hid_t set = hdf5_.find<decltype(H5Dcreate2)>("H5Dcreate2")(
        file_, place, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    (void)hdf5_.find<decltype(H5Dwrite)>("H5Dwrite")(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                                                     values);
    (void)hdf5_.H5Oclose(set);
    (void)hdf5_.H5Sclose(space);
  }

  void names(const char* table, char letter, std::int64_t count) {
    group(table);
    std::vector<std::string> texts;
    std::vector<const char*> pointers;
    for (std::int64_t i = 0; i < count; ++i) texts.push_back(fmt::format("{}{}", letter, i));
    for (const std::string& text : texts) pointers.push_back(text.c_str());
    const hid_t type = text_type(H5T_VARIABLE);
    data(fmt::format("{}/_index", table).c_str(), type, pointers.size(), pointers.data());
    (void)hdf5_.H5Tclose(type);
  }

  void attribute(const char* place, const char* name, hid_t type, hsize_t count,
                 const void* value) {
    const hid_t space =
        count > 1 ? hdf5_.find<decltype(H5Screate_simple)>("H5Screate_simple")(1, &count, nullptr)
                  : hdf5_.find<decltype(H5Screate)>("H5Screate")(H5S_SCALAR);
    const hid_t object = hdf5_.H5Oopen(file_, place, H5P_DEFAULT);
    const hid_t id = hdf5_.find<decltype(H5Acreate2)>("H5Acreate2")(object, name, type, space,
                                                                    H5P_DEFAULT, H5P_DEFAULT);
    (void)hdf5_.find<decltype(H5Awrite)>("H5Awrite")(id, type, value);
    (void)hdf5_.H5Aclose(id);
    (void)hdf5_.H5Oclose(object);
    (void)hdf5_.H5Sclose(space);
  }

  hid_t text_type(std::size_t size) const {
    const hid_t type = hdf5_.find<decltype(H5Tcopy)>("H5Tcopy")(hdf5_.type("H5T_C_S1_g"));
    (void)hdf5_.find<decltype(H5Tset_size)>("H5Tset_size")(type, size);
    return type;
  }
  hid_t type(const char* name) const { return hdf5_.type(name); }

 private:
  const Hdf5Library& hdf5_;
  hid_t file_;
};

// Compressed rows of single precision, as AnnData stores them by default: without compression.
void make_h5ad(std::int64_t rows, std::int64_t columns, double density, const std::string& path) {
  RandomStream stream(2, "cells");
  std::vector<std::int32_t> offsets = {0};
  std::vector<std::int32_t> indices;
  std::vector<float> values;
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) {
      if (stream.uniform() >= density) continue;
      indices.push_back(static_cast<std::int32_t>(j));
      values.push_back(static_cast<float>(stream.uniform()));
    }
    offsets.push_back(static_cast<std::int32_t>(indices.size()));
  }
  H5adMaker file(path);
  file.names("obs", 'c', rows);
  file.names("var", 'g', columns);
  file.group("X");
  const std::vector<std::int64_t> shape = {rows, columns};
  file.attribute("X", "shape", file.type("H5T_NATIVE_INT64_g"), 2, shape.data());
  const std::string encoding = "csr_matrix";
  file.attribute("X", "encoding-type", file.text_type(encoding.size()), 1, encoding.data());
  file.data("X/indptr", file.type("H5T_NATIVE_INT32_g"), offsets.size(), offsets.data());
  file.data("X/indices", file.type("H5T_NATIVE_INT32_g"), indices.size(), indices.data());
  file.data("X/data", file.type("H5T_NATIVE_FLOAT_g"), values.size(), values.data());
}

// What the library alone takes for the three arrays of X, in the types that they are stored in.
double read_by_hdf5(const std::string& path) {
  const Hdf5Library& hdf5 = Hdf5Library::get(path);
  return best_seconds(kRuns, [&] {
    const hid_t file = hdf5.H5Fopen(path.c_str(), graphsparse::io::kHdf5ReadOnly, H5P_DEFAULT);
    std::vector<std::unique_ptr<char[]>> arrays;  // NOLINT(modernize-avoid-c-arrays)
    for (const auto& [place, type] :
         {std::pair("X/indptr", "H5T_NATIVE_INT32_g"), std::pair("X/indices", "H5T_NATIVE_INT32_g"),
          std::pair("X/data", "H5T_NATIVE_FLOAT_g")}) {
      const hid_t set = hdf5.H5Oopen(file, place, H5P_DEFAULT);
      const hid_t space = hdf5.H5Dget_space(set);
      hsize_t count = 0;
      (void)hdf5.H5Sget_simple_extent_dims(space, &count, nullptr);
      arrays.push_back(std::make_unique_for_overwrite<char[]>(4 * count));  // NOLINT
      (void)hdf5.H5Dread(set, hdf5.type(type), H5S_ALL, H5S_ALL, H5P_DEFAULT, arrays.back().get());
      (void)hdf5.H5Sclose(space);
      (void)hdf5.H5Oclose(set);
    }
    (void)hdf5.H5Fclose(file);
  });
}

#endif

int run(const std::vector<std::string>& words) {
  const auto number = [&](std::size_t i) { return std::strtoll(words[i].c_str(), nullptr, 10); };
  if (words.size() == 4 && words[0] == "make-table") {
    make_table(number(1), number(2), words[3]);
    return 0;
  }
  if (words.size() == 2 && words[0] == "read") {
    fmt::print("{}\n",
               best_seconds(kRuns, [&] { (void)graphsparse::read_data({.data = words[1]}); }));
    return 0;
  }
#ifdef GRAPHSPARSE_HDF5_FILE
  if (words.size() == 5 && words[0] == "make-h5ad") {
    make_h5ad(number(1), number(2), std::strtod(words[3].c_str(), nullptr), words[4]);
    return 0;
  }
  if (words.size() == 2 && words[0] == "hdf5") {
    fmt::print("{}\n", read_by_hdf5(words[1]));
    return 0;
  }
#endif
  fmt::print(stderr,
             "usage: files_runner make-table ROWS COLUMNS FILE | make-h5ad ROWS COLUMNS DENSITY "
             "FILE | read FILE | hdf5 FILE\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  return graphsparse::bench::runner_main("files_runner", argc, argv, run);
}
