// Means as the authors take them: without the smallest and the largest few.
#pragma once

#include <cstddef>
#include <vector>

namespace graphsparse::experiments {

// 3 of 50 at each end, fewer in proportion where there are fewer trials
// (docs/notes/figures/README.md).
std::size_t trimmed_at_each_end(std::size_t trials);

// Sorted, without `cut` values at each end.
std::vector<double> trimmed(std::vector<double> values, std::size_t cut);

}  // namespace graphsparse::experiments
