#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "io/edge_readers.hpp"
#include "io/input_file.hpp"

namespace graphsparse::io {
namespace {

class MatrixEdges {
 public:
  MatrixEdges(std::int64_t rows, std::int64_t columns, const std::string& source)
      : source_(source) {
    if (rows != columns || rows < 1) {
      fail_in(source,
              fmt::format("a {} x {} matrix is no graph; it must be square", rows, columns));
    }
    if (rows > std::numeric_limits<NodeId>::max()) {
      fail_in(source, fmt::format("{} nodes are too many", rows));
    }
    table_.source = source;
    table_.implied_node_count = rows;
  }

  void add(std::int64_t row, std::int64_t column, double value) {
    if (!std::isfinite(value) || value < 0.0) {
      fail_in(source_, fmt::format("row {}, column {} (counted from 0) is {}; a cost is a finite "
                                   "number of at least 0",
                                   row, column, value));
    }
    const auto [u, v] = std::minmax(row, column);
    table_.edges.push_back({static_cast<NodeId>(u), static_cast<NodeId>(v), value + 0.0});
    table_.has_values = table_.has_values || value != 1.0;
  }

  EdgeTable finish() {
    const auto key = [](const Edge& edge) { return std::tuple(edge.u, edge.v, edge.cost); };
    std::sort(table_.edges.begin(), table_.edges.end(),
              [&](const Edge& left, const Edge& right) { return key(left) < key(right); });
    table_.edges.erase(
        std::unique(table_.edges.begin(), table_.edges.end(),
                    [&](const Edge& left, const Edge& right) { return key(left) == key(right); }),
        table_.edges.end());
    return std::move(table_);
  }

 private:
  const std::string& source_;
  EdgeTable table_;
};

}  // namespace

EdgeTable edges_of_matrix(const StoredMatrix& matrix, const std::string& source) {
  if (const auto* const arrays = std::get_if<CompressedArrays>(&matrix)) {
    MatrixEdges edges(arrays->rows, arrays->columns, source);
    for_each_entry(*arrays, [&](std::int64_t row, std::int64_t column, double value) {
      edges.add(row, column, value);
    });
    return edges.finish();
  }
  const auto& dense = std::get<StoredDense>(matrix);
  MatrixEdges edges(dense.rows, dense.columns, source);
  std::visit(
      [&](const auto& values) {
        for (std::int64_t row = 0; row < dense.rows; ++row) {
          for (std::int64_t column = 0; column < dense.columns; ++column) {
            const auto value =
                static_cast<double>(values[static_cast<std::size_t>(row * dense.columns + column)]);
            if (value != 0.0) edges.add(row, column, value);
          }
        }
      },
      dense.values);
  return edges.finish();
}

}  // namespace graphsparse::io
