// Data whose rows are in several files or are spread over several ranks.
#pragma once

#include <memory>
#include <string>

#include "graphsparse/io/data_file.hpp"

namespace graphsparse::io {

// Whether it stands for several files, as part-*.npy does where there is no file of that name.
bool is_pattern(const std::string& path);

// Whether the .npy file, or the files of the pattern, are read row range by row range.
bool is_spread(const DataRequest& request, const std::string& path);

// Files of the pattern in the order of their names, or one file; with ranks, the rows of this one.
// All headers are read and compared by every rank.
Dataset read_npy_parts(const DataRequest& request);

// Of data that was read as a whole, the rows of this rank. Data that has a share stays as it is.
void keep_share(const Communicator& ranks, Dataset& data);

// In memory.
std::shared_ptr<const DesignMatrix> copy_of_rows(const DesignMatrix& whole, RowIndex first,
                                                 RowIndex last);

}  // namespace graphsparse::io
