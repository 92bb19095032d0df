// Fits by the convex solvers: the lasso and the latent group lasso.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "graphsparse/fit/fit.hpp"

namespace graphsparse {

// Follows a path down to the penalty asked for. Once `cancelled` says true, the point reached is
// the result. Sweeps count as epochs, Newton steps as iterations.
Fit fit_convex(const Problem& problem, const Dataset& data, const FitSpec& spec,
               const std::function<bool()>& cancelled);

// One path through the penalties of all specs, which differ in nothing else.
std::vector<Fit> fit_convex_path(const Problem& problem, const Dataset& data,
                                 std::span<const FitSpec> specs,
                                 const std::function<bool()>& cancelled);

}  // namespace graphsparse
