// A square matrix as a graph: each entry is an edge, its value the cost.
#pragma once

#include <string>

#include "graphsparse/io/edge_table.hpp"
#include "io/h5ad_file.hpp"

namespace graphsparse::io {

// Nodes without names. An edge that stands there in both directions with one value is one edge; of
// a dense matrix, zeros are no edges. Throws InputError.
EdgeTable edges_of_matrix(const StoredMatrix& matrix, const std::string& source);

}  // namespace graphsparse::io
