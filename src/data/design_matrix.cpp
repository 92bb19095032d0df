#include "graphsparse/data/design_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace graphsparse {
namespace {

constexpr std::size_t kColumnsAtOnce = 1 << 14;  // of a row, so that a piece stays in the cache

// Whole rows of any matrix, one after the other.
class RowCopy {
 public:
  explicit RowCopy(const DesignMatrix& matrix)
      : matrix_(matrix),
        columns_(static_cast<std::size_t>(matrix.columns())),
        values_(columns_.size()) {
    std::iota(columns_.begin(), columns_.end(), NodeId{0});
  }

  std::span<const double> copy(RowIndex row) {
    matrix_.gather(Rows(&row, 1), columns_, values_);
    return values_;
  }

 private:
  const DesignMatrix& matrix_;
  std::vector<NodeId> columns_;
  std::vector<double> values_;
};

}  // namespace

void DesignMatrix::multiply_transposed(Rows rows, Input factors, Columns columns,
                                       Output products) const {
  std::vector<double> sums(this->columns(), 0.0);
  add_transposed(rows, factors, sums);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    products[i] = sums[columns[i]];
  }
}

void DesignMatrix::add_moments(Rows rows, Input center, Output sums, Output squares) const {
  RowCopy rows_copied(*this);
  for (const RowIndex row : rows) {
    const std::span<const double> values = rows_copied.copy(row);
    for (std::size_t j = 0; j < values.size(); ++j) {
      const double deviation = values[j] - center[j];
      sums[j] += deviation;
      squares[j] += deviation * deviation;
    }
  }
}

void DesignMatrix::square_norms(Rows rows, Output norms) const {
  const auto features = static_cast<std::size_t>(columns());
  std::vector<NodeId> columns;
  std::vector<double> piece;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    double sum = 0.0;
    for (std::size_t begin = 0; begin < features; begin += kColumnsAtOnce) {
      columns.resize(std::min(kColumnsAtOnce, features - begin));
      std::iota(columns.begin(), columns.end(), static_cast<NodeId>(begin));
      piece.resize(columns.size());
      gather(rows.subspan(k, 1), columns, piece);
      for (const double value : piece) sum += value * value;
    }
    norms[k] = sum;
  }
}

std::optional<MatrixPlace> DesignMatrix::find_non_finite() const {
  RowCopy rows_copied(*this);
  for (RowIndex row = 0; row < rows(); ++row) {
    const std::span<const double> values = rows_copied.copy(row);
    for (std::size_t j = 0; j < values.size(); ++j) {
      if (!std::isfinite(values[j])) return MatrixPlace{row, static_cast<NodeId>(j), values[j]};
    }
  }
  return std::nullopt;
}

// By add_transposed, which costs a sparse matrix its entries alone.
Fingerprint fingerprint_of(const DesignMatrix& matrix) {
  Fingerprint fingerprint = fingerprint_of_all(matrix.rows(), matrix.columns());
  std::vector<double> values(matrix.columns());
  const double one = 1.0;
  for (RowIndex row = 0; row < matrix.rows(); ++row) {
    std::fill(values.begin(), values.end(), 0.0);
    matrix.add_transposed(Rows(&row, 1), std::span(&one, 1), values);
    for (std::size_t column = 0; column < values.size(); ++column) {
      if (values[column] == 0.0) continue;
      fingerprint.add(column);
      fingerprint.add(values[column]);
    }
    fingerprint.add(matrix.columns());  // where the row ends
  }
  return fingerprint;
}

}  // namespace graphsparse
