// Missing values of a design matrix, which are NaN there: what to fill them with, and filling.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "graphsparse/data/design_matrix.hpp"

namespace graphsparse {

// The mean or median of each feature over the values that these rows have; 0 where they have none.
std::vector<double> learn_fill(const DesignMatrix& design, Rows rows, bool by_median);

// A copy with every missing value replaced by that of its feature.
std::unique_ptr<const DesignMatrix> fill_missing(const DesignMatrix& design,
                                                 std::span<const double> fill);

}  // namespace graphsparse
