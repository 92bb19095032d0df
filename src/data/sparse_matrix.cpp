#include "graphsparse/data/sparse_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "data/compressed_lines.hpp"
#include "graphsparse/core/error.hpp"

namespace graphsparse {
namespace {

void check(const MatrixEntry& entry, RowIndex rows, NodeId columns) {
  const bool is_inside =
      entry.row >= 0 && entry.row < rows && entry.column >= 0 && entry.column < columns;
  if (is_inside) return;
  throw InputError(fmt::format("an entry in row {}, column {} is outside of a {} x {} matrix",
                               entry.row, entry.column, rows, columns));
}

}  // namespace

SparseMatrix::SparseMatrix(RowIndex rows, NodeId columns, std::vector<MatrixEntry> entries)
    : rows_(rows), columns_(columns) {
  if (rows < 0 || columns < 0) {
    throw InputError(fmt::format("a sparse matrix cannot be {} x {}", rows, columns));
  }
  offsets_.assign(static_cast<std::size_t>(rows) + 1, 0);
  for (const MatrixEntry& entry : entries) {
    check(entry, rows, columns);
    ++offsets_[static_cast<std::size_t>(entry.row) + 1];
  }
  std::partial_sum(offsets_.begin(), offsets_.end(), offsets_.begin());
  indices_.resize(entries.size());
  values_.resize(entries.size());
  std::vector<std::int64_t> next(offsets_.begin(), offsets_.end() - 1);
  for (const MatrixEntry& entry : entries) {
    const auto place = static_cast<std::size_t>(next[entry.row]++);
    indices_[place] = entry.column;
    values_[place] = entry.value;
  }
  sort_rows();
}

// Brings the columns of each row into order and adds up what stands at the same place.
void SparseMatrix::sort_rows() {
  std::vector<std::pair<NodeId, double>> sorted;
  std::size_t kept = 0;
  for (std::size_t r = 0; r < static_cast<std::size_t>(rows_); ++r) {
    const auto begin = static_cast<std::size_t>(offsets_[r]);
    const auto end = static_cast<std::size_t>(offsets_[r + 1]);
    sorted.clear();
    for (std::size_t i = begin; i < end; ++i) sorted.emplace_back(indices_[i], values_[i]);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& left, const auto& right) { return left.first < right.first; });
    const std::size_t row_begin = kept;
    for (const auto& [column, value] : sorted) {
      if (kept > row_begin && indices_[kept - 1] == column) {
        values_[kept - 1] += value;
        continue;
      }
      indices_[kept] = column;
      values_[kept] = value;
      ++kept;
    }
    // Nothing moves to the right, and the end of this row is not needed any more.
    offsets_[r] = static_cast<std::int64_t>(row_begin);
  }
  offsets_.back() = static_cast<std::int64_t>(kept);
  indices_.resize(kept);
  values_.resize(kept);
}

CompressedRows<double, NodeId, std::int64_t> SparseMatrix::lines() const {
  return {rows_, columns_, {offsets_, indices_, values_}};
}

SparseMatrix SparseMatrix::some_rows(RowIndex first, RowIndex last) const {
  const CompressedLines<double, NodeId, std::int64_t> lines{offsets_, indices_, values_};
  std::vector<MatrixEntry> entries;
  for (RowIndex index = first; index < last; ++index) {
    const auto row = lines.line(index);
    for (std::size_t i = 0; i < row.indices.size(); ++i) {
      entries.push_back({index - first, row.indices[i], row.values[i]});
    }
  }
  return {last - first, columns_, std::move(entries)};
}

double SparseMatrix::values_per_row() const { return lines().values_per_row(); }

void SparseMatrix::multiply(Rows rows, SparseView w, Output products) const {
  lines().multiply(rows, w, products);
}

void SparseMatrix::add_transposed(Rows rows, Input factors, Output sums) const {
  lines().add_transposed(rows, factors, sums);
}

void SparseMatrix::gather(Rows rows, Columns columns, Output column_major) const {
  lines().gather(rows, columns, column_major);
}

void SparseMatrix::multiply_transposed(Rows rows, Input factors, Columns columns,
                                       Output products) const {
  lines().multiply_transposed(rows, factors, columns, products);
}

void SparseMatrix::add_moments(Rows rows, Input center, Output sums, Output squares) const {
  lines().add_moments(rows, center, sums, squares);
}

std::optional<MatrixPlace> SparseMatrix::find_non_finite() const {
  return lines().find_non_finite();
}

}  // namespace graphsparse
