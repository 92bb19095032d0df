// The library matio, loaded when the first .mat file is read. It draws in some forty others (HDF5
// and what that needs); linked, these would cost every start of the tool ten milliseconds.
#pragma once

#include <matio.h>

#include <cstdint>
#include <string>

namespace graphsparse::io {

// As HDF5 declares them, whose headers are in a folder of their own.
using Hdf5ErrorPrinter = int (*)(std::int64_t stack, void* data);
inline constexpr std::int64_t kHdf5ErrorStack = 0;

class MatioLibrary {
 public:
  // Throws InputError where the library is not installed; `path` is the file to be read.
  static const MatioLibrary& get(const std::string& path);

  // A function of the library or of one it needs, such as find<decltype(Mat_Open)>("Mat_Open").
  template <class Function>
  Function* find(const char* name) const {
    return reinterpret_cast<Function*>(address(name));
  }

 private:
  explicit MatioLibrary(const std::string& path);
  void* address(const char* name) const;

  void* handle_ = nullptr;

 public:
  decltype(Mat_Open)* open = nullptr;
  decltype(Mat_Close)* close = nullptr;
  decltype(Mat_GetVersion)* version = nullptr;
  decltype(Mat_GetDir)* variables = nullptr;
  decltype(Mat_VarReadInfo)* read_info = nullptr;
  decltype(Mat_VarReadDataAll)* read_data = nullptr;
  decltype(Mat_VarFree)* free_variable = nullptr;
  int (*hdf5_error_printer)(std::int64_t stack, Hdf5ErrorPrinter* printer, void** data) = nullptr;
  int (*set_hdf5_error_printer)(std::int64_t stack, Hdf5ErrorPrinter printer, void* data) = nullptr;
};

}  // namespace graphsparse::io
