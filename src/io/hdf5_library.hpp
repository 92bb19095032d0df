// HDF5, loaded when the first .h5ad file is read, as matio_library.hpp does and for its reason.
// Only sources that are compiled with GRAPHSPARSE_HDF5_FILE may include this.
#pragma once

#include <hdf5.h>

#include <string>

namespace graphsparse::io {

// H5F_ACC_RDONLY and H5F_ACC_TRUNC, which call functions of a library that is linked.
inline constexpr unsigned kHdf5ReadOnly = 0;
inline constexpr unsigned kHdf5Truncate = 2;

class Hdf5Library {
 public:
  // Throws InputError where the library is not installed; `path` is the file to be read.
  static const Hdf5Library& get(const std::string& path);

  // A function of the library, such as find<decltype(H5Fopen)>("H5Fopen").
  template <class Function>
  Function* find(const char* name) const {
    return reinterpret_cast<Function*>(address(name));
  }
  // A type of numbers in memory; HDF5 keeps them in variables such as H5T_NATIVE_DOUBLE_g.
  hid_t type(const char* variable) const { return *static_cast<const hid_t*>(address(variable)); }

  // Lets texts of any length, of which `text` is a type, be read as the references to them that
  // stand in the file: as bytes of a type of the class H5T_OPAQUE.
  void give_references(hid_t text) const;

 private:
  explicit Hdf5Library(const std::string& path);
  void* address(const char* name) const;

  void* handle_ = nullptr;

 public:
// NOLINTNEXTLINE(cppcoreguidelines-macro-usage,bugprone-macro-parentheses): one name for both
#define GRAPHSPARSE_HDF5_FUNCTION(name) decltype(::name)* name = find<decltype(::name)>(#name);
  GRAPHSPARSE_HDF5_FUNCTION(H5dont_atexit)
  GRAPHSPARSE_HDF5_FUNCTION(H5open)
  GRAPHSPARSE_HDF5_FUNCTION(H5Fopen)
  GRAPHSPARSE_HDF5_FUNCTION(H5Fclose)
  GRAPHSPARSE_HDF5_FUNCTION(H5Fget_name)
  GRAPHSPARSE_HDF5_FUNCTION(H5Fget_create_plist)
  GRAPHSPARSE_HDF5_FUNCTION(H5Oopen)
  GRAPHSPARSE_HDF5_FUNCTION(H5Oclose)
  GRAPHSPARSE_HDF5_FUNCTION(H5Iget_type)
  GRAPHSPARSE_HDF5_FUNCTION(H5Lexists)
  GRAPHSPARSE_HDF5_FUNCTION(H5Gget_info)
  GRAPHSPARSE_HDF5_FUNCTION(H5Lget_name_by_idx)
  GRAPHSPARSE_HDF5_FUNCTION(H5Dget_space)
  GRAPHSPARSE_HDF5_FUNCTION(H5Dget_type)
  GRAPHSPARSE_HDF5_FUNCTION(H5Dget_storage_size)
  GRAPHSPARSE_HDF5_FUNCTION(H5Dget_create_plist)
  GRAPHSPARSE_HDF5_FUNCTION(H5Pget_external_count)
  GRAPHSPARSE_HDF5_FUNCTION(H5Pget_layout)
  GRAPHSPARSE_HDF5_FUNCTION(H5Pget_sizes)
  GRAPHSPARSE_HDF5_FUNCTION(H5Pget_userblock)
  GRAPHSPARSE_HDF5_FUNCTION(H5Pclose)
  GRAPHSPARSE_HDF5_FUNCTION(H5Dread)
  GRAPHSPARSE_HDF5_FUNCTION(H5Dvlen_reclaim)
  GRAPHSPARSE_HDF5_FUNCTION(H5Sget_simple_extent_ndims)
  GRAPHSPARSE_HDF5_FUNCTION(H5Sget_simple_extent_dims)
  GRAPHSPARSE_HDF5_FUNCTION(H5Sclose)
  GRAPHSPARSE_HDF5_FUNCTION(H5Tcreate)
  GRAPHSPARSE_HDF5_FUNCTION(H5Tregister)
  GRAPHSPARSE_HDF5_FUNCTION(H5Tget_class)
  GRAPHSPARSE_HDF5_FUNCTION(H5Tget_size)
  GRAPHSPARSE_HDF5_FUNCTION(H5Tget_super)
  GRAPHSPARSE_HDF5_FUNCTION(H5Tis_variable_str)
  GRAPHSPARSE_HDF5_FUNCTION(H5Tclose)
  GRAPHSPARSE_HDF5_FUNCTION(H5Aexists)
  GRAPHSPARSE_HDF5_FUNCTION(H5Aopen)
  GRAPHSPARSE_HDF5_FUNCTION(H5Aclose)
  GRAPHSPARSE_HDF5_FUNCTION(H5Aget_type)
  GRAPHSPARSE_HDF5_FUNCTION(H5Aget_space)
  GRAPHSPARSE_HDF5_FUNCTION(H5Aread)
  GRAPHSPARSE_HDF5_FUNCTION(H5Eget_auto2)
  GRAPHSPARSE_HDF5_FUNCTION(H5Eset_auto2)
#undef GRAPHSPARSE_HDF5_FUNCTION
};

}  // namespace graphsparse::io
