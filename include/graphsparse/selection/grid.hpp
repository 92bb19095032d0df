// Grids of settings, as `--grid` tells them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graphsparse/selection/learner.hpp"

namespace graphsparse {

struct GridAxis {
  std::string name;
  std::vector<double> values;  // distinct
};

// "sparsity=10:100:5" (first, last, step; both ends belong to it, the step is 1 where it is left
// out), "l2=1e-3,1e-4", or pieces of both. Throws InputError.
GridAxis parse_grid_axis(std::string_view text);

// All combinations; the last axis runs fastest. Throws InputError for a name that is there twice or
// not among `known`, an axis without values, and grids beyond a million points.
std::vector<Setting> make_settings(const std::vector<GridAxis>& axes,
                                   std::span<const std::string_view> known);

}  // namespace graphsparse
