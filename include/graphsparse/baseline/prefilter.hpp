// Leaves out, before a fit, features that hardly vary with the label.
#pragma once

#include <cstdint>

#include "graphsparse/objective/problem.hpp"

namespace graphsparse {

// The `count` of the candidates whose absolute correlation with the target is largest over the
// problem's used rows; ties go to the smaller number. Rows weigh the same, whatever their weights.
Support most_correlated_features(const Problem& problem, const Support& candidates,
                                 std::int64_t count);

}  // namespace graphsparse
