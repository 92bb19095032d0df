// Cuts rows into test parts, each row into exactly one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphsparse/data/design_matrix.hpp"

namespace graphsparse {

struct FoldRequest {
  std::int64_t folds = 5;
  // One per row of the whole data. Classes (-1, +1) are spread evenly over the folds; empty: rows
  // are cut as they come after a shuffle.
  std::span<const double> classes = {};
  // Rows of the same group stay together, such as samples of one patient; empty: no groups.
  std::span<const std::int32_t> groups = {};
  // The folds depend on these three alone.
  std::uint64_t seed = 0;
  std::uint64_t repeat = 0;
  std::uint64_t part = 0;  // inner folds of outer fold f: f + 1
};

// The test rows of each fold, increasing. With groups, classes are spread as evenly as a greedy
// choice manages. Throws InputError where a fold would be empty, or would lack a class.
std::vector<std::vector<RowIndex>> make_folds(Rows rows, const FoldRequest& request);

// The rows that are not in `test`; both increasing.
std::vector<RowIndex> rows_without(Rows rows, Rows test);

}  // namespace graphsparse
