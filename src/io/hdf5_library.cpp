#ifdef GRAPHSPARSE_HDF5_FILE

#include "io/hdf5_library.hpp"

#include <dlfcn.h>

#include <cstddef>
#include <new>
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

// A conversion that leaves the bytes as they are.
herr_t keep_bytes(hid_t /*from*/, hid_t /*to*/, H5T_cdata_t* state, std::size_t /*count*/,
                  std::size_t /*stride*/, std::size_t /*background_stride*/, void* /*bytes*/,
                  void* /*background*/, hid_t /*transfer*/) {
  if (state->command == H5T_CONV_INIT) state->need_bkg = H5T_BKG_NO;
  return 0;
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

void Hdf5Library::give_references(hid_t text) const {
  static const bool kIsKnown = [&] {
    const hid_t bytes = H5Tcreate(H5T_OPAQUE, 1);
    const bool is_known =
        bytes >= 0 && H5Tregister(H5T_PERS_SOFT, "references", text, bytes, keep_bytes) >= 0;
    (void)H5Tclose(bytes);
    return is_known;
  }();
  if (!kIsKnown) throw std::bad_alloc();
}

void* Hdf5Library::address(const char* name) const {
  void* const found = dlsym(handle_, name);
  if (found != nullptr) return found;
  throw std::runtime_error(std::string(GRAPHSPARSE_HDF5_FILE ": no function ") + name);
}

}  // namespace graphsparse::io

#endif
