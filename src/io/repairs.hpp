// What is done about double features and missing values once a table is read.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graphsparse/io/data_file.hpp"
#include "io/problems.hpp"

namespace graphsparse::io {

// The values of named features, with NaN where one is missing.
struct FeatureValues {
  std::vector<std::string> names;
  RowIndex samples = 0;
  std::vector<double> values;  // sample by sample
};

// The design of the data: features of one name are made one, and those with missing values are
// treated as the request says; problems are added where it says nothing. `where` tells the place of
// the feature with that number.
void take_features(const DataRequest& request, FeatureValues features,
                   const std::function<std::string(std::size_t)>& where, Dataset& data,
                   Problems& problems);

// The same for a matrix that is there already, where it has missing values and the request says
// what to do about them.
void treat_missing_values(const DataRequest& request, Dataset& data);

// Sample by sample from feature by feature, and the other way round.
std::vector<double> transposed(const std::vector<double>& values, std::size_t rows,
                               std::size_t columns);

// Row by row.
std::vector<double> dense_values(const DesignMatrix& design);

// A matrix whose rows fill_row(row, values) tells, sparse where `like` is.
std::shared_ptr<const DesignMatrix> design_of_rows(
    const DesignMatrix& like, std::size_t columns,
    const std::function<void(RowIndex row, std::span<double> values)>& fill_row);

// Leaves out the features that the request excludes, of a matrix whose names came from elsewhere.
void leave_out_features(const DataRequest& request, Dataset& data);

// The data without the samples whose place is false.
void keep_samples(const std::vector<bool>& is_kept, Dataset& data);

}  // namespace graphsparse::io
