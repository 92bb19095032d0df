// AnnData files as labels: a column of obs, with the names of the samples as its ids.
#pragma once

#include <string>

#include "io/table_reader.hpp"

namespace graphsparse::io {

// Without a name, the only column. Throws InputError.
FileColumn read_h5ad_column(const std::string& path, const std::string& name,
                            const std::string& id_column);

}  // namespace graphsparse::io
