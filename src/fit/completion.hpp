// From the solution of a problem to a whole Fit: the model with its names and statistics, the
// predictors, the selected edges.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "graphsparse/fit/fit.hpp"
#include "graphsparse/objective/problem.hpp"

namespace graphsparse {

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
