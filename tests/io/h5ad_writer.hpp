// Writes AnnData files for tests, by the library that reads them.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "io/hdf5_library.hpp"

namespace graphsparse::test_support {

class H5adWriter {
 public:
  explicit H5adWriter(const std::string& path)
      : hdf5_(io::Hdf5Library::get(path)),
        file_(function<decltype(H5Fcreate)>("H5Fcreate")(path.c_str(), io::kHdf5Truncate,
                                                         H5P_DEFAULT, H5P_DEFAULT)) {
    EXPECT_GE(file_, 0) << path;
  }
  ~H5adWriter() { (void)hdf5_.H5Fclose(file_); }
  H5adWriter(const H5adWriter&) = delete;
  H5adWriter& operator=(const H5adWriter&) = delete;

  void group(const std::string& place, const std::string& encoding) {
    const hid_t id = function<decltype(H5Gcreate2)>("H5Gcreate2")(file_, place.c_str(), H5P_DEFAULT,
                                                                  H5P_DEFAULT, H5P_DEFAULT);
    EXPECT_GE(id, 0) << place;
    (void)hdf5_.H5Oclose(id);
    attribute(place, "encoding-type", encoding);
  }

  // A table with its index, such as obs.
  void table(const std::string& place, const std::vector<std::string>& index,
             const std::string& index_name = "_index") {
    group(place, "dataframe");
    attribute(place, "_index", index_name);
    texts(place + "/" + index_name, index);
  }

  void matrix(const std::string& place, const std::string& encoding,
              const std::vector<std::int64_t>& shape, const std::vector<std::int32_t>& offsets,
              const std::vector<std::int32_t>& indices, const std::vector<float>& values) {
    group(place, encoding);
    shape_of(place, shape);
    numbers(place + "/indptr", offsets);
    numbers(place + "/indices", indices);
    numbers(place + "/data", values);
  }

  void categories(const std::string& place, const std::vector<std::int8_t>& codes,
                  const std::vector<std::string>& names) {
    group(place, "categorical");
    numbers(place + "/codes", codes);
    texts(place + "/categories", names);
  }

  template <class Number>
  void numbers(const std::string& place, const std::vector<Number>& values,
               std::vector<hsize_t> sides = {}) {
    if (sides.empty()) sides = {values.size()};
    write(place, type_of(Number{}), sides, values.data());
  }

  void texts(const std::string& place, const std::vector<std::string>& values) {
    std::vector<const char*> pointers;
    for (const std::string& value : values) pointers.push_back(value.c_str());
    const hid_t type = text_type();
    write(place, type, {pointers.size()}, pointers.data());
    (void)hdf5_.H5Tclose(type);
  }

  // FALSE and TRUE, as h5py stores truth values.
  void truths(const std::string& place, const std::vector<std::int8_t>& values) {
    const hid_t type =
        function<decltype(H5Tenum_create)>("H5Tenum_create")(hdf5_.type("H5T_NATIVE_INT8_g"));
    const auto insert = function<decltype(H5Tenum_insert)>("H5Tenum_insert");
    const std::vector<std::int8_t> each = {0, 1};
    (void)insert(type, "FALSE", each.data());
    (void)insert(type, "TRUE", each.data() + 1);
    write(place, type, {values.size()}, values.data());
    (void)hdf5_.H5Tclose(type);
  }

  // What stands elsewhere: an object of another such file, and plain numbers in any file.
  void link(const std::string& place, const std::string& other_file,
            const std::string& other_place) {
    EXPECT_GE(function<decltype(H5Lcreate_external)>("H5Lcreate_external")(
                  other_file.c_str(), other_place.c_str(), file_, place.c_str(), H5P_DEFAULT,
                  H5P_DEFAULT),
              0);
  }
  void numbers_outside(const std::string& place, const std::string& other_file,
                       const std::vector<hsize_t>& sides) {
    const hid_t made =
        function<decltype(H5Pcreate)>("H5Pcreate")(hdf5_.type("H5P_CLS_DATASET_CREATE_ID_g"));
    EXPECT_GE(function<decltype(H5Pset_external)>("H5Pset_external")(made, other_file.c_str(), 0,
                                                                     H5F_UNLIMITED),
              0);
    const hid_t space = function<decltype(H5Screate_simple)>("H5Screate_simple")(
        static_cast<int>(sides.size()), sides.data(), nullptr);
    const hid_t id = function<decltype(H5Dcreate2)>("H5Dcreate2")(
        file_, place.c_str(), type_of(float{}), space, H5P_DEFAULT, made, H5P_DEFAULT);
    EXPECT_GE(id, 0) << place;
    (void)hdf5_.H5Oclose(id);
    (void)hdf5_.H5Sclose(space);
    (void)hdf5_.H5Pclose(made);
  }

  void attribute(const std::string& place, const char* name, const std::string& value) {
    const char* text = value.c_str();
    const hid_t type = text_type();
    const hid_t space = function<decltype(H5Screate)>("H5Screate")(H5S_SCALAR);
    write_attribute(place, name, type, space, static_cast<const void*>(&text));
    (void)hdf5_.H5Tclose(type);
  }

 private:
  template <class Function>
  Function* function(const char* name) const {
    return hdf5_.find<Function>(name);
  }

  hid_t type_of(double) const { return hdf5_.type("H5T_NATIVE_DOUBLE_g"); }
  hid_t type_of(float) const { return hdf5_.type("H5T_NATIVE_FLOAT_g"); }
  hid_t type_of(std::int8_t) const { return hdf5_.type("H5T_NATIVE_INT8_g"); }
  hid_t type_of(std::int32_t) const { return hdf5_.type("H5T_NATIVE_INT32_g"); }
  hid_t type_of(std::int64_t) const { return hdf5_.type("H5T_NATIVE_INT64_g"); }

  hid_t text_type() const {
    const hid_t type = function<decltype(H5Tcopy)>("H5Tcopy")(hdf5_.type("H5T_C_S1_g"));
    (void)function<decltype(H5Tset_size)>("H5Tset_size")(type, H5T_VARIABLE);
    (void)function<decltype(H5Tset_cset)>("H5Tset_cset")(type, H5T_CSET_UTF8);
    return type;
  }

  void shape_of(const std::string& place, const std::vector<std::int64_t>& shape) {
    const hsize_t count = shape.size();
    const hid_t space =
        function<decltype(H5Screate_simple)>("H5Screate_simple")(1, &count, nullptr);
    write_attribute(place, "shape", hdf5_.type("H5T_NATIVE_INT64_g"), space, shape.data());
  }

  void write_attribute(const std::string& place, const char* name, hid_t type, hid_t space,
                       const void* value) {
    const hid_t object = hdf5_.H5Oopen(file_, place.c_str(), H5P_DEFAULT);
    const hid_t id = function<decltype(H5Acreate2)>("H5Acreate2")(object, name, type, space,
                                                                  H5P_DEFAULT, H5P_DEFAULT);
    EXPECT_GE(function<decltype(H5Awrite)>("H5Awrite")(id, type, value), 0) << place << " " << name;
    (void)hdf5_.H5Aclose(id);
    (void)hdf5_.H5Sclose(space);
    (void)hdf5_.H5Oclose(object);
  }

  void write(const std::string& place, hid_t type, const std::vector<hsize_t>& sides,
             const void* values) {
    const hid_t space = function<decltype(H5Screate_simple)>("H5Screate_simple")(
        static_cast<int>(sides.size()), sides.data(), nullptr);
    const hid_t id = function<decltype(H5Dcreate2)>("H5Dcreate2")(
        file_, place.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    EXPECT_GE(
        function<decltype(H5Dwrite)>("H5Dwrite")(id, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values),
        0)
        << place;
    (void)hdf5_.H5Oclose(id);
    (void)hdf5_.H5Sclose(space);
  }

  const io::Hdf5Library& hdf5_;
  hid_t file_;
};

}  // namespace graphsparse::test_support
