// The order in which the specs of a grid are fitted.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "graphsparse/core/fit_spec.hpp"

namespace graphsparse {

struct PathStep {
  std::size_t spec = 0;
  std::optional<std::size_t> before;  // the last one fitted that differs in sparsity at most
  bool is_same = false;               // as the one before
};

// From the smallest sparsity up. The specs hold nothing that their solver does not use.
std::vector<PathStep> order_path(std::span<const FitSpec> specs);

}  // namespace graphsparse
