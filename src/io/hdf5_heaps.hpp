// The global heaps of HDF5 files, where texts of any length are kept.
#pragma once

#include <string>

namespace graphsparse::io {

// Whether every object of every heap in the file ends inside its heap. HDF5 takes their sizes on
// trust, and reads and writes beyond its memory where one is damaged. Reads the whole file once.
bool are_heaps_sound(const std::string& path);

}  // namespace graphsparse::io
