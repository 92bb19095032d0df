// What matrices on threads and on ranks have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "data/shared_rows.hpp"
#include "graphsparse/data/design_matrix.hpp"

namespace graphsparse {

// A product of fewer values is over before further threads have begun.
inline constexpr double kValuesPerThread = 1 << 20;

// Of `threads`, those for a product that reads this many values.
std::int64_t threads_for(double values, std::int64_t threads);

// add_moments() in the tree of chunks; the matrix may be spread over ranks.
void add_moments_in_tree(const DesignMatrix& matrix, std::int64_t threads, Rows rows,
                         std::span<const double> center, std::span<double> sums,
                         std::span<double> squares);

}  // namespace graphsparse
