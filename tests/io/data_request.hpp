// Data sets from texts, and what a matrix looks like from outside.
#pragma once

#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include "graphsparse/io/data_file.hpp"

namespace graphsparse::test_support {

inline std::vector<std::vector<double>> rows_of(const DesignMatrix& matrix) {
  std::vector<NodeId> columns(static_cast<std::size_t>(matrix.columns()));
  std::iota(columns.begin(), columns.end(), NodeId{0});
  std::vector<std::vector<double>> result;
  for (const RowIndex row : all_rows(matrix.rows())) {
    result.emplace_back(columns.size());
    matrix.gather(Rows(&row, 1), columns, result.back());
  }
  return result;
}

}  // namespace graphsparse::test_support
