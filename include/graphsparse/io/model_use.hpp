// A fitted model meets data: names are matched, not positions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graphsparse/data/standardized_matrix.hpp"
#include "graphsparse/io/data_file.hpp"
#include "graphsparse/io/model_file.hpp"
#include "graphsparse/objective/problem.hpp"

namespace graphsparse {

// Identifies the names of all features and their order.
std::string feature_fingerprint(const DataSet& data);

// The column of each of the model's features. Data without names is matched by number, and must
// then have as many features as the model was fitted on; only a .svm file may have fewer, where the
// last ones are zero everywhere, and gets kNoNode for them. Throws InputError naming what is
// missing.
std::vector<NodeId> locate_features(const FittedModel& model, const DataSet& data);

// The linear predictor of each sample.
std::vector<double> predict_linear(const FittedModel& model, const DataSet& data);

// What the loss makes of a linear predictor: the expected value for squares, huber and poisson, the
// probability of the second class for logistic.
double expected_value(std::string_view loss, double linear_predictor);

// The model as a start for a fit on the data, whose columns are standardised as told; null: not at
// all. Whether the model was fitted on standardised columns makes no difference.
Point starting_point(const FittedModel& model, const DataSet& data,
                     const Standardization* standardization);

}  // namespace graphsparse
