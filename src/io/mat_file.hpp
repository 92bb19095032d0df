// MATLAB's .mat files, versions 4, 5, 7 and 7.3.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graphsparse/data/design_matrix.hpp"

namespace graphsparse::io {

// A real two-dimensional variable, full or sparse, of any numeric class. An empty `variable` means
// the only one of the file. Values may be non-finite. Throws InputError; a missing variable lists
// those that are there.
std::unique_ptr<DesignMatrix> read_mat_matrix(const std::string& path, const std::string& variable);

// The same for a matrix with one row or one column.
std::vector<double> read_mat_vector(const std::string& path, const std::string& variable);

}  // namespace graphsparse::io
