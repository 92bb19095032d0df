#ifdef GRAPHSPARSE_HDF5_FILE

#include "io/hdf5_library.hpp"

#include <dlfcn.h>

#include <stdexcept>

#include "io/input_file.hpp"

namespace graphsparse::io {
namespace {

void* open_hdf5(const std::string& path) {
  void* const handle = dlopen(GRAPHSPARSE_HDF5_FILE, RTLD_NOW | RTLD_LOCAL);
  if (handle != nullptr) return handle;
  fail_in(path, "reading it needs the library " GRAPHSPARSE_HDF5_FILE
                ", which is not installed; install HDF5, or save the matrix as .npz or .mtx");
}

}  // namespace

// What HDF5 does at the end of the program is of use to those who write. After a damaged file it
// may find no end, and then says so on standard error.
Hdf5Library::Hdf5Library(const std::string& path) : handle_(open_hdf5(path)) {
  (void)H5dont_atexit();
  (void)H5open();
}

// Stays loaded to the end of the program.
const Hdf5Library& Hdf5Library::get(const std::string& path) {
  static const Hdf5Library kLibrary(path);
  return kLibrary;
}

void* Hdf5Library::address(const char* name) const {
  void* const found = dlsym(handle_, name);
  if (found != nullptr) return found;
  throw std::runtime_error(std::string(GRAPHSPARSE_HDF5_FILE ": no function ") + name);
}

}  // namespace graphsparse::io

#endif
