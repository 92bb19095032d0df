// Weights and other columns of samples from a file beside the data.
#pragma once

#include <string>
#include <vector>

#include "graphsparse/io/data_file.hpp"

namespace graphsparse {

// FILE[:COLUMN] or FILE.mat:VARIABLE, matched with the samples as labels are: by id where both
// sides have ids (`id_column` may name those of the file), else by position. Throws InputError for
// a weight that is negative or no number.
std::vector<double> read_sample_weights(const std::string& spec, const std::string& id_column,
                                        Dataset& data);

// The same for any column, such as groups of samples; values as written.
SampleColumn read_sample_column(const std::string& spec, const std::string& id_column,
                                Dataset& data);

// Columns with these names that the data does not have and the table of its labels has, as further
// features. Throws InputError for what is no number.
void add_columns_of_labels(const std::vector<std::string>& names, const DataRequest& request,
                           Dataset& data);

}  // namespace graphsparse
