// NumPy's archives of arrays (.npz), and SciPy's sparse matrices in such.
#pragma once

#include <string>
#include <vector>

#include "graphsparse/io/edge_table.hpp"

namespace graphsparse::io {

// The bytes of the array with that name, as of a .npy file; without a name, of the only one. Throws
// InputError.
std::string read_npz_array(const std::string& path, const std::string& name);

std::vector<double> read_npz_vector(const std::string& path, const std::string& name);

}  // namespace graphsparse::io
