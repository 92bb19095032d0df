// A data set made by hand, for what comes after reading.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/io/data_file.hpp"

namespace graphsparse::test_support {

// Rows 1 2 3 and 4 5 6. Empty names: features without names.
inline Dataset data_with_names(std::vector<std::string> names) {
  Dataset data;
  data.source = "x.csv";
  data.design = std::make_unique<DenseMatrix<double>>(2, 3, std::vector<double>{1, 2, 3, 4, 5, 6});
  data.feature_names = std::move(names);
  return data;
}

}  // namespace graphsparse::test_support
