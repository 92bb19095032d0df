// One reader a file format; read_edge_table() chooses among them. All throw InputError.
#pragma once

#include <string>
#include <vector>

#include "graphsparse/io/edge_table.hpp"

namespace graphsparse::io {

// .tsv, .csv, .txt. `columns` holds two or three names of the header to pick, or none.
EdgeTable read_edge_list(const std::string& path, const std::vector<std::string>& columns);
EdgeTable read_sif(const std::string& path);
EdgeTable read_graphml(const std::string& path);
EdgeTable read_matrix_market(const std::string& path);

}  // namespace graphsparse::io
