#include "io/matio_library.hpp"

#include <dlfcn.h>
#if __has_include(<H5Epublic.h>)
#include <H5Epublic.h>
#endif

#include <stdexcept>
#include <type_traits>

#include "io/input_file.hpp"

namespace graphsparse::io {

#ifdef H5E_DEFAULT
static_assert(std::is_same_v<Hdf5ErrorPrinter, H5E_auto2_t> && kHdf5ErrorStack == H5E_DEFAULT);
#endif

MatioLibrary::MatioLibrary(const std::string& path)
    : handle_(dlopen(GRAPHSPARSE_MATIO_FILE, RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr) {
    fail_in(path, "reading it needs the library " GRAPHSPARSE_MATIO_FILE
                  ", which is not installed; install matio, or save the matrix as .npy or .csv");
  }
  (void)find<int()>("H5dont_atexit")();  // as in hdf5_library.cpp
  open = find<decltype(Mat_Open)>("Mat_Open");
  close = find<decltype(Mat_Close)>("Mat_Close");
  version = find<decltype(Mat_GetVersion)>("Mat_GetVersion");
  variables = find<decltype(Mat_GetDir)>("Mat_GetDir");
  read_info = find<decltype(Mat_VarReadInfo)>("Mat_VarReadInfo");
  read_data = find<decltype(Mat_VarReadDataAll)>("Mat_VarReadDataAll");
  free_variable = find<decltype(Mat_VarFree)>("Mat_VarFree");
  hdf5_error_printer = find<int(std::int64_t, Hdf5ErrorPrinter*, void**)>("H5Eget_auto2");
  set_hdf5_error_printer = find<int(std::int64_t, Hdf5ErrorPrinter, void*)>("H5Eset_auto2");
}

// Stays loaded to the end of the program.
const MatioLibrary& MatioLibrary::get(const std::string& path) {
  static const MatioLibrary kLibrary(path);
  return kLibrary;
}

void* MatioLibrary::address(const char* name) const {
  void* const found = dlsym(handle_, name);
  if (found != nullptr) return found;
  throw std::runtime_error(std::string(GRAPHSPARSE_MATIO_FILE ": no function ") + name);
}

}  // namespace graphsparse::io
