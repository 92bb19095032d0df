// From outcomes of tasks to what cross-validation says.
#pragma once

#include <vector>

#include "graphsparse/selection/cross_validation.hpp"
#include "selection/fold_parts.hpp"

namespace graphsparse {

// Outcomes in the order of the tasks.
CrossValidationResult summarize(const CrossValidationData& data, const CrossValidationPlan& plan,
                                const FoldParts& parts, std::size_t settings,
                                const std::vector<FoldOutcome>& outcomes);

}  // namespace graphsparse
