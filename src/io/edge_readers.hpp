// One reader a file format; read_edge_table() chooses among them. All throw InputError.
#pragma once

#include <string>
#include <vector>

#include "graphsparse/io/edge_table.hpp"
#include "io/h5ad_file.hpp"

namespace graphsparse::io {

// .tsv, .csv, .txt. `columns` holds two or three names of the header to pick, or none.
EdgeTable read_edge_list(const std::string& path, const std::vector<std::string>& columns);
EdgeTable read_sif(const std::string& path);
EdgeTable read_graphml(const std::string& path);
EdgeTable read_matrix_market(const std::string& path);
// A sparse matrix of SciPy's.
EdgeTable read_npz_edges(const std::string& path);
// A network in varp, with the names of var; without a name, the only one.
EdgeTable read_h5ad_edges(const std::string& path, const std::string& name);

// A square matrix as a graph: each entry is an edge, its value the cost. Nodes have no names. An
// edge that stands there in both directions with one value is one edge; of a dense matrix, zeros
// are no edges.
EdgeTable edges_of_matrix(const StoredMatrix& matrix, const std::string& source);

}  // namespace graphsparse::io
