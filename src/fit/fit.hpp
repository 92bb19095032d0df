// The target of a dataset as numbers that a loss understands.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "graphsparse/fit/fit.hpp"
#include "graphsparse/io/data_file.hpp"
#include "graphsparse/objective/loss.hpp"
#include "graphsparse/objective/problem.hpp"

namespace graphsparse {

struct Target {
  std::vector<double> values;        // classes are -1 and +1
  std::vector<std::string> classes;  // the words for these; empty where there are none
};

// Throws InputError where there is none, and naming the first value that the loss cannot have.
Target encode_target(const Dataset& data, const Loss& loss);

// From the solution of a problem to a whole Fit: the model with its names and statistics, the
// predictors, the selected edges.

// What a fit was made from.
struct FitOrigin {
  const Dataset& data;
  const FeatureGraph& graph;
  const std::vector<std::string>& classes;
  const FitSpec& spec;                 // resolved
  std::span<const NodeId> covariates;  // columns, ascending
};

// The result and the standardization are there; the problem is the one that was solved.
void complete(const FitOrigin& origin, const Problem& problem, Fit& fit);

}  // namespace graphsparse
