#include "graphsparse/data/stacked_matrix.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "graphsparse/data/dense_matrix.hpp"

namespace graphsparse {
namespace {

constexpr std::size_t kRowsAtOnce = 4;  // as the kernels of dense rows add them

std::vector<RowIndex> numbered_from(Rows rows, RowIndex first) {
  std::vector<RowIndex> numbers(rows.begin(), rows.end());
  for (RowIndex& number : numbers) number -= first;
  return numbers;
}

std::vector<NodeId> all_columns(NodeId count) {
  std::vector<NodeId> columns(count);
  std::iota(columns.begin(), columns.end(), NodeId{0});
  return columns;
}

}  // namespace

StackedMatrix::StackedMatrix(std::vector<Part> parts, RowIndex rows, double values_per_row,
                             std::optional<RowShare> share)
    : parts_(std::move(parts)),
      rows_(rows),
      columns_(parts_.front().matrix->columns()),
      values_per_row_(values_per_row),
      share_(std::move(share)) {}

const StackedMatrix::Part& StackedMatrix::part_of(RowIndex row) const {
  const auto next =
      std::upper_bound(parts_.begin(), parts_.end(), row,
                       [](RowIndex number, const Part& part) { return number < part.first; });
  return *(next - 1);
}

template <class Work>
void StackedMatrix::in_parts(Rows rows, Work work) const {
  for (std::size_t begin = 0; begin < rows.size();) {
    const Part& part = part_of(rows[begin]);
    std::size_t end = begin + 1;
    while (end < rows.size() && &part_of(rows[end]) == &part) ++end;
    work(part, begin, end - begin);
    begin = end;
  }
}

void StackedMatrix::multiply(Rows rows, SparseView w, Output products) const {
  in_parts(rows, [&](const Part& part, std::size_t begin, std::size_t count) {
    part.matrix->multiply(numbered_from(rows.subspan(begin, count), part.first), w,
                          products.subspan(begin, count));
  });
}

// As one matrix would: by fours from the first row on, and the last ones alone.
void StackedMatrix::add_transposed(Rows rows, Input factors, Output sums) const {
  std::size_t done = 0;
  in_parts(rows, [&](const Part& part, std::size_t begin, std::size_t count) {
    const std::size_t end = begin + count;
    if (done >= end) return;
    // Fours that end in this part begin in an earlier one, or here.
    if (done < begin) {
      const std::size_t four_end = done + kRowsAtOnce;
      if (four_end > end) {
        if (end < rows.size()) return;
        for (; done < end; ++done) {
          const Part& its_part = part_of(rows[done]);
          const RowIndex row = rows[done] - its_part.first;
          its_part.matrix->add_transposed({&row, 1}, factors.subspan(done, 1), sums);
        }
        return;
      }
      add_four_rows(rows.subspan(done, kRowsAtOnce), factors.subspan(done, kRowsAtOnce), sums);
      done = four_end;
    }
    const bool is_last = end == rows.size();
    const std::size_t size = is_last ? end - done : (end - done) / kRowsAtOnce * kRowsAtOnce;
    if (size == 0) return;
    part.matrix->add_transposed(numbered_from(rows.subspan(done, size), part.first),
                                factors.subspan(done, size), sums);
    done += size;
  });
}

void StackedMatrix::add_four_rows(Rows rows, Input factors, Output sums) const {
  const std::vector<NodeId> columns = all_columns(columns_);
  std::vector<double> values(rows.size() * columns.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    gather(rows.subspan(k, 1), columns,
           std::span(values).subspan(k * columns.size(), columns.size()));
  }
  const auto count = static_cast<RowIndex>(rows.size());
  const DenseMatrix<double> four(count, columns_, std::move(values));
  four.add_transposed(all_rows(count), factors, sums);
}

void StackedMatrix::gather(Rows rows, Columns columns, Output column_major) const {
  std::vector<double> values;
  in_parts(rows, [&](const Part& part, std::size_t begin, std::size_t count) {
    const std::vector<RowIndex> numbers = numbered_from(rows.subspan(begin, count), part.first);
    if (count == rows.size()) {
      part.matrix->gather(numbers, columns, column_major);
      return;
    }
    values.resize(count * columns.size());
    part.matrix->gather(numbers, columns, values);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(i * count), count,
                  column_major.begin() + static_cast<std::ptrdiff_t>(i * rows.size() + begin));
    }
  });
}

// Rows of several parts as a matrix of their own. They are not many: long sums are taken in chunks.
void StackedMatrix::multiply_transposed(Rows rows, Input factors, Columns columns,
                                        Output products) const {
  if (rows.empty() || columns.empty()) {
    std::fill_n(products.begin(), columns.size(), 0.0);
    return;
  }
  const Part& first = part_of(rows.front());
  const bool is_one_part =
      std::all_of(rows.begin(), rows.end(), [&](RowIndex row) { return &part_of(row) == &first; });
  if (is_one_part) {
    first.matrix->multiply_transposed(numbered_from(rows, first.first), factors, columns, products);
    return;
  }
  std::vector<double> values(rows.size() * columns.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    gather(rows.subspan(k, 1), columns,
           std::span(values).subspan(k * columns.size(), columns.size()));
  }
  const auto count = static_cast<RowIndex>(rows.size());
  const auto width = static_cast<NodeId>(columns.size());
  const DenseMatrix<double> copy(count, width, std::move(values));
  copy.multiply_transposed(all_rows(count), factors, all_columns(width), products);
}

void StackedMatrix::add_moments(Rows rows, Input center, Output sums, Output squares) const {
  in_parts(rows, [&](const Part& part, std::size_t begin, std::size_t count) {
    part.matrix->add_moments(numbered_from(rows.subspan(begin, count), part.first), center, sums,
                             squares);
  });
}

std::optional<MatrixPlace> StackedMatrix::find_here() const {
  for (const Part& part : parts_) {
    if (auto place = part.matrix->find_non_finite()) {
      place->row += part.first;
      return place;
    }
  }
  return std::nullopt;
}

std::optional<MatrixPlace> StackedMatrix::find_non_finite() const {
  const std::optional<MatrixPlace> here = find_here();
  if (!share_) return here;
  constexpr double none = std::numeric_limits<double>::max();
  const double first = -share_->ranks->largest(here ? -static_cast<double>(here->row) : -none);
  if (first == none) return std::nullopt;
  std::vector<double> found(3, 0.0);
  if (here)
    found = {static_cast<double>(here->row), static_cast<double>(here->column), here->value};
  share_->ranks->broadcast(share_->owner(static_cast<RowIndex>(first)), found);
  return MatrixPlace{static_cast<RowIndex>(found[0]), static_cast<NodeId>(found[1]), found[2]};
}

}  // namespace graphsparse
