// Labels and names of other files for the rows and columns of a matrix.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graphsparse/io/data_file.hpp"
#include "io/problems.hpp"

namespace graphsparse::io {

// Reads the target from request.labels: by sample id where both sides have ids, else by position
// with a note. Samples without a label are a problem, or left out where the request says so. Throws
// InputError where the numbers do not fit.
void attach_labels(const DataRequest& request, Dataset& data, Problems& problems);

// Leaves out the samples whose own table has no value for the target.
void drop_unlabelled_samples(Dataset& data);

// Distinct names from FILE[:COLUMN], one for each of the `count` things of `data`; `what` is
// "feature" or "sample". Throws InputError.
std::vector<std::string> read_names(const std::string& spec, const std::string& what,
                                    std::int64_t count, const Dataset& data);

}  // namespace graphsparse::io
