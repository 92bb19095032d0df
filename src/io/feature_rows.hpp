// Tables with features in rows and samples in columns.
#pragma once

#include <string>

#include "graphsparse/io/data_file.hpp"
#include "io/problems.hpp"

namespace graphsparse::io {

enum class RowLayout {
  samples,     // an ordinary table
  features,    // the same with rows and columns exchanged
  geo_series,  // a series matrix of GEO: lines of !Series_ and !Sample_ before it
  gct          // version 1.2 or 1.3 of Broad's format
};

// By what the file begins with. Files that can be read only once are ordinary tables.
RowLayout row_layout_of(const std::string& path, const DataRequest& request);

// Everything but ordinary tables. The target and groups, where asked for, are rows of that name.
Dataset read_feature_rows(const std::string& path, RowLayout layout, const DataRequest& request,
                          Problems& problems);

}  // namespace graphsparse::io
