// The order in which the specs of a grid are fitted.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "graphsparse/core/fit_spec.hpp"
#include "graphsparse/data/design_matrix.hpp"

namespace graphsparse {

struct PathStep {
  std::size_t spec = 0;
  std::optional<std::size_t> before;  // the last one fitted that differs in sparsity at most
  bool is_same = false;               // as the one before
};

// From the smallest sparsity up. The specs hold nothing that their solver does not use.
std::vector<PathStep> order_path(std::span<const FitSpec> specs);

// Missing values of a design matrix, which are NaN there: what to fill them with, and filling.

// The mean or median of each feature over the values that these rows have; 0 where they have none.
std::vector<double> learn_fill(const DesignMatrix& design, Rows rows, bool by_median);

// A copy with every missing value replaced by that of its feature.
std::unique_ptr<const DesignMatrix> fill_missing(const DesignMatrix& design,
                                                 std::span<const double> fill);

}  // namespace graphsparse
