// Tables with features in rows and samples in columns.
#pragma once

#include <string>

#include "graphsparse/io/data_file.hpp"
#include "io/problems.hpp"
#include "io/table_reader.hpp"

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

// Labels from what a series matrix or GCT tells of its samples, whose names are the ids.
FileColumn read_sample_annotation(const std::string& path, RowLayout layout,
                                  const std::string& name);
bool has_sample_annotation(const std::string& path, RowLayout layout, const std::string& name);

}  // namespace graphsparse::io
