// Data sets from texts, and what a matrix looks like from outside.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include "graphsparse/io/data_file.hpp"
#include "io/temporary_folder.hpp"

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

// Reads texts as files of data.
class TextData : public testing::Test {
 protected:
  Dataset read(const std::string& text, DataRequest request = {},
               const std::string& name = "x.csv") {
    request.data = folder_.write(name, text);
    return read_data(request);
  }
  std::string error(const std::string& text, const DataRequest& request = {},
                    const std::string& name = "x.csv") {
    return input_error_of([&] { read(text, request, name); });
  }

  TemporaryFolder folder_;
};

}  // namespace graphsparse::test_support
