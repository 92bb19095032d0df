#include "graphsparse/data/sparse_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

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

// Looks up each of `few` in the ascending `many` and calls visit(place in few, place in many).
template <class Visit>
void look_up(std::span<const NodeId> few, std::span<const NodeId> many, Visit visit) {
  for (std::size_t i = 0; i < few.size(); ++i) {
    const auto found = std::lower_bound(many.begin(), many.end(), few[i]);
    if (found == many.end() || *found != few[i]) continue;
    visit(i, static_cast<std::size_t>(found - many.begin()));
  }
}

template <class Visit>
void merge(std::span<const NodeId> left, std::span<const NodeId> right, Visit visit) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < left.size() && j < right.size()) {
    if (left[i] == right[j]) visit(i, j);
    const bool step_left = left[i] <= right[j];
    const bool step_right = right[j] <= left[i];
    i += static_cast<std::size_t>(step_left);
    j += static_cast<std::size_t>(step_right);
  }
}

// Calls visit(place in row, place in wanted) for the indices in both, in the order of `wanted`, by
// whatever needs the fewest steps. The order is the same each way, hence so is every sum.
template <class Visit>
void for_each_common(std::span<const NodeId> row, std::span<const NodeId> wanted,
                     bool wanted_is_sorted, Visit visit) {
  const auto steps_to_find_in = [](std::span<const NodeId> indices) {
    return static_cast<std::size_t>(std::bit_width(indices.size()));
  };
  const std::size_t by_search_in_row = wanted.size() * steps_to_find_in(row);
  const std::size_t by_search_in_wanted = row.size() * steps_to_find_in(wanted);
  const std::size_t by_merge = row.size() + wanted.size();
  if (!wanted_is_sorted || by_search_in_row <= std::min(by_search_in_wanted, by_merge)) {
    return look_up(wanted, row, [&](std::size_t i, std::size_t j) { visit(j, i); });
  }
  if (by_search_in_wanted <= by_merge) return look_up(row, wanted, visit);
  merge(row, wanted, visit);
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
    const auto place = static_cast<std::size_t>(next[static_cast<std::size_t>(entry.row)]++);
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

SparseMatrix SparseMatrix::some_rows(RowIndex first, RowIndex last) const {
  std::vector<MatrixEntry> entries;
  for (RowIndex index = first; index < last; ++index) {
    const Row here = row(index);
    for (std::size_t i = 0; i < here.indices.size(); ++i) {
      entries.push_back({index - first, here.indices[i], here.values[i]});
    }
  }
  return {last - first, columns_, std::move(entries)};
}

SparseMatrix::Row SparseMatrix::row(RowIndex index) const {
  const auto r = static_cast<std::size_t>(index);
  const auto begin = static_cast<std::size_t>(offsets_[r]);
  const std::size_t count = static_cast<std::size_t>(offsets_[r + 1]) - begin;
  return {{indices_.data() + begin, count}, {values_.data() + begin, count}};
}

void SparseMatrix::multiply(Rows rows, SparseView w, std::span<double> products) const {
  const bool is_sorted = std::is_sorted(w.indices.begin(), w.indices.end());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Row entries = row(rows[k]);
    double sum = 0.0;
    for_each_common(entries.indices, w.indices, is_sorted, [&](std::size_t entry, std::size_t i) {
      sum += entries.values[entry] * w.values[i];
    });
    products[k] = sum;
  }
}

void SparseMatrix::add_transposed(Rows rows, std::span<const double> factors,
                                  std::span<double> sums) const {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Row entries = row(rows[k]);
    for (std::size_t i = 0; i < entries.indices.size(); ++i) {
      sums[static_cast<std::size_t>(entries.indices[i])] += factors[k] * entries.values[i];
    }
  }
}

void SparseMatrix::gather(Rows rows, std::span<const NodeId> columns,
                          std::span<double> column_major) const {
  const bool is_sorted = std::is_sorted(columns.begin(), columns.end());
  std::fill_n(column_major.begin(), rows.size() * columns.size(), 0.0);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Row entries = row(rows[k]);
    for_each_common(entries.indices, columns, is_sorted, [&](std::size_t entry, std::size_t i) {
      column_major[i * rows.size() + k] = entries.values[entry];
    });
  }
}

void SparseMatrix::multiply_transposed(Rows rows, std::span<const double> factors,
                                       std::span<const NodeId> columns,
                                       std::span<double> products) const {
  const bool is_sorted = std::is_sorted(columns.begin(), columns.end());
  std::fill_n(products.begin(), columns.size(), 0.0);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Row entries = row(rows[k]);
    for_each_common(entries.indices, columns, is_sorted, [&](std::size_t entry, std::size_t i) {
      products[i] += factors[k] * entries.values[entry];
    });
  }
}

void SparseMatrix::add_moments(Rows rows, std::span<const double> center, std::span<double> sums,
                               std::span<double> squares) const {
  // Zeros that are not stored are counted instead of visited.
  std::vector<double> zeros(static_cast<std::size_t>(columns_), static_cast<double>(rows.size()));
  for (const RowIndex index : rows) {
    const Row entries = row(index);
    for (std::size_t i = 0; i < entries.indices.size(); ++i) {
      const auto j = static_cast<std::size_t>(entries.indices[i]);
      const double deviation = entries.values[i] - center[j];
      sums[j] += deviation;
      squares[j] += deviation * deviation;
      zeros[j] -= 1.0;
    }
  }
  for (std::size_t j = 0; j < zeros.size(); ++j) {
    sums[j] -= zeros[j] * center[j];
    squares[j] += zeros[j] * (center[j] * center[j]);
  }
}

std::optional<MatrixPlace> SparseMatrix::find_non_finite() const {
  for (RowIndex index = 0; index < rows_; ++index) {
    const Row entries = row(index);
    for (std::size_t i = 0; i < entries.indices.size(); ++i) {
      if (std::isfinite(entries.values[i])) continue;
      return MatrixPlace{index, entries.indices[i], entries.values[i]};
    }
  }
  return std::nullopt;
}

}  // namespace graphsparse
