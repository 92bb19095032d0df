#include "graphsparse/data/matrix_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "data/dense_kernels.hpp"
#include "graphsparse/core/error.hpp"

namespace graphsparse {
namespace {

RowIndex checked_rows(RowIndex rows) {
  if (rows >= 0) return rows;
  throw InputError(fmt::format("rows: {} is negative; 0 or more would be right", rows));
}

NodeId checked_columns(std::int64_t columns) {
  constexpr std::int64_t most = std::numeric_limits<NodeId>::max();
  if (columns >= 0 && columns <= most) return static_cast<NodeId>(columns);
  throw InputError(fmt::format("columns: {} is not from 0 to {}", columns, most));
}

// Rows where the layout is by row, columns where it is by column.
struct LineSizes {
  const char* line;    // what a line is called
  const char* across;  // and what it consists of
  std::int64_t lines = 0;
  std::int64_t line_size = 0;
};

LineSizes by_row(RowIndex rows, std::int64_t columns) { return {"row", "column", rows, columns}; }
LineSizes by_column(RowIndex rows, std::int64_t columns) {
  return {"column", "row", columns, rows};
}

// For sizes that are checked. The stride of a matrix without values is 0, so that no place is ever
// computed from a pointer to nothing.
std::size_t checked_stride(std::size_t value_count, const LineSizes& sizes, std::int64_t stride) {
  if (stride == 0) stride = sizes.line_size;
  if (stride < sizes.line_size) {
    throw InputError(
        fmt::format("stride: a {} of {} values cannot begin every {} values; {} or more would be "
                    "right, or 0 where there are no gaps",
                    sizes.line, sizes.line_size, stride, sizes.line_size));
  }
  if (sizes.lines == 0 || sizes.line_size == 0) return 0;
  const auto gaps = static_cast<std::size_t>(sizes.lines - 1);
  const auto line_size = static_cast<std::size_t>(sizes.line_size);
  const bool is_enough = value_count >= line_size &&
                         gaps <= (value_count - line_size) / static_cast<std::size_t>(stride);
  if (is_enough) return static_cast<std::size_t>(stride);
  throw InputError(
      fmt::format("values: there are {}, too few for {} {}s of {} values with the stride {}; "
                  "({} - 1) * {} + {} would be enough",
                  value_count, sizes.lines, sizes.line, sizes.line_size, stride, sizes.lines,
                  stride, sizes.line_size));
}

template <class Scalar, class Index>
void check_offsets(const CompressedLines<Scalar, Index>& lines, const LineSizes& sizes) {
  const std::span<const Index> offsets = lines.offsets;
  const std::size_t wanted = static_cast<std::size_t>(sizes.lines) + 1;
  if (offsets.size() != wanted) {
    throw InputError(fmt::format("offsets: there are {}, and {} {}s need {}", offsets.size(),
                                 sizes.lines, sizes.line, wanted));
  }
  if (offsets[0] < 0) {
    throw InputError(
        fmt::format("offsets[0]: {} is negative; 0 or more would be right", offsets[0]));
  }
  for (std::size_t l = 1; l < offsets.size(); ++l) {
    if (offsets[l] >= offsets[l - 1]) continue;
    throw InputError(
        fmt::format("offsets[{}]: {} is less than the {} before it; offsets must not "
                    "decrease",
                    l, offsets[l], offsets[l - 1]));
  }
  const auto check_size = [&](const char* name, std::size_t size) {
    if (static_cast<std::uint64_t>(offsets.back()) <= size) return;
    throw InputError(
        fmt::format("{}: there are {}, and offsets ends with {}; at least as many would be right",
                    name, size, offsets.back()));
  };
  check_size("indices", lines.indices.size());
  check_size("values", lines.values.size());
}

template <class Scalar, class Index>
void check_indices(const CompressedLines<Scalar, Index>& lines, const LineSizes& sizes) {
  for (std::int64_t l = 0; l < sizes.lines; ++l) {
    const std::span<const Index> indices = lines.line(l).indices;
    const auto fail = [&](std::size_t i, const std::string& what) {
      throw InputError(
          fmt::format("indices[{}]: {} {} in {} {} {}",
                      (indices.data() - lines.indices.data()) + static_cast<std::ptrdiff_t>(i),
                      sizes.across, indices[i], sizes.line, l, what));
    };
    for (std::size_t i = 0; i < indices.size(); ++i) {
      if (indices[i] < 0 || indices[i] >= sizes.line_size) {
        fail(i, fmt::format("is outside; there are {} {}s, counted from 0", sizes.line_size,
                            sizes.across));
      }
      if (i > 0 && indices[i] <= indices[i - 1]) {
        fail(i, fmt::format("follows {} {}; they must be strictly ascending: sorted, and equal "
                            "ones added up (in SciPy by sum_duplicates)",
                            sizes.across, indices[i - 1]));
      }
    }
  }
}

template <class Scalar, class Index>
CompressedLines<Scalar, Index> checked_lines(const CompressedLines<Scalar, Index>& lines,
                                             const LineSizes& sizes) {
  check_offsets(lines, sizes);
  check_indices(lines, sizes);
  return lines;
}

// The first place from `from` on that holds `bound` or more, in as many steps as the distance has
// binary digits: a walk over a whole line never costs more than its entries.
template <class Index>
std::size_t gallop(std::span<const Index> ascending, std::size_t from, std::int64_t bound) {
  std::size_t step = 1;
  while (from + step <= ascending.size() && ascending[from + step - 1] < bound) {
    from += step;
    step *= 2;
  }
  const Index* const begin = ascending.data();
  const std::size_t end = std::min(from + step - 1, ascending.size());
  return static_cast<std::size_t>(std::lower_bound(begin + from, begin + end, bound) - begin);
}

// The rows or columns that a product asks for, in their order.
template <class Wanted>
class Selection {
 public:
  explicit Selection(std::span<const Wanted> wanted) : wanted_(wanted) {
    order_ = Order::range;
    for (std::size_t k = 1; k < wanted.size(); ++k) {
      if (wanted[k] < wanted[k - 1]) {
        order_ = Order::any;
        return;
      }
      if (wanted[k] - wanted[k - 1] != 1) order_ = Order::ascending;
    }
  }

  // Calls visit(place in line, place in the selection) for what is in both, in the order of the
  // selection, hence every sum over a line is added up alike whatever the way.
  template <class Index, class Visit>
  void for_each_in(std::span<const Index> line, Visit visit) const {
    if (wanted_.empty() || line.empty()) return;
    switch (order_) {
      case Order::range:
        return walk(line, visit);
      case Order::ascending:
        return merge(line, visit);
      case Order::any:
        return look_up(line, visit);
    }
  }

 private:
  enum class Order { range, ascending, any };

  template <class Index, class Visit>
  void walk(std::span<const Index> line, Visit visit) const {
    const std::int64_t first = wanted_.front();
    const std::int64_t last = wanted_.back();
    for (std::size_t i = gallop(line, 0, first); i < line.size() && line[i] <= last; ++i) {
      visit(i, static_cast<std::size_t>(line[i] - first));
    }
  }

  template <class Index, class Visit>
  void merge(std::span<const Index> line, Visit visit) const {
    std::size_t i = 0;
    std::size_t k = 0;
    while (i < line.size() && k < wanted_.size()) {
      if (line[i] < wanted_[k]) {
        i = gallop(line, i + 1, wanted_[k]);
      } else if (wanted_[k] < line[i]) {
        k = gallop(wanted_, k + 1, line[i]);
      } else {
        visit(i, k++);  // the entry stays, for the next one may be the same
      }
    }
  }

  template <class Index, class Visit>
  void look_up(std::span<const Index> line, Visit visit) const {
    for (std::size_t k = 0; k < wanted_.size(); ++k) {
      const auto found = std::lower_bound(line.begin(), line.end(), wanted_[k]);
      if (found == line.end() || *found != wanted_[k]) continue;
      visit(static_cast<std::size_t>(found - line.begin()), k);
    }
  }

  std::span<const Wanted> wanted_;
  Order order_;
};

template <class Scalar>
std::size_t first_non_finite(std::span<const Scalar> values) {
  const auto is_bad = [](Scalar value) { return !std::isfinite(value); };
  const auto found = std::find_if(values.begin(), values.end(), is_bad);
  return static_cast<std::size_t>(found - values.begin());
}

// The deviations of a column from its center, summed up value by value.
struct Moments {
  double center = 0.0;
  double sum = 0.0;
  double squares = 0.0;

  void add(double value) {
    const double deviation = value - center;
    sum += deviation;
    squares += deviation * deviation;
  }
};

// Four columns at a time: their sums do not wait for each other.
template <class Scalar>
void add_transposed_scattered(DenseColumns<Scalar> matrix, Rows rows,
                              std::span<const double> factors, std::size_t columns,
                              std::span<double> sums) {
  for (std::size_t j = 0; j < columns; j += 4) {
    const std::size_t count = std::min<std::size_t>(4, columns - j);
    const Scalar* four[4] = {};
    for (std::size_t c = 0; c < 4; ++c) {
      four[c] = matrix.column(static_cast<NodeId>(j + std::min(c, count - 1)));
    }
    double parts[4] = {};
    for (std::size_t k = 0; k < rows.size(); ++k) {
      for (std::size_t c = 0; c < 4; ++c) {
        parts[c] += factors[k] * static_cast<double>(four[c][rows[k]]);
      }
    }
    for (std::size_t c = 0; c < count; ++c) sums[j + c] += parts[c];
  }
}

}  // namespace

template <class Scalar>
RowMajorView<Scalar>::RowMajorView(std::span<const Scalar> values, RowIndex rows,
                                   std::int64_t columns, std::int64_t stride)
    : rows_(checked_rows(rows)),
      columns_(checked_columns(columns)),
      values_(values.data()),
      stride_(checked_stride(values.size(), by_row(rows, columns), stride)) {}

template <class Scalar>
DenseRows<Scalar> RowMajorView<Scalar>::layout() const {
  return {values_, static_cast<std::size_t>(columns_), stride_};
}

template <class Scalar>
void RowMajorView<Scalar>::multiply(Rows rows, SparseView w, std::span<double> products) const {
  multiply_rows(layout(), rows, w, products);
}

template <class Scalar>
void RowMajorView<Scalar>::add_transposed(Rows rows, std::span<const double> factors,
                                          std::span<double> sums) const {
  add_transposed_rows(layout(), rows, factors, sums);
}

template <class Scalar>
void RowMajorView<Scalar>::gather(Rows rows, std::span<const NodeId> columns,
                                  std::span<double> column_major) const {
  gather_columns(layout(), rows, columns, column_major);
}

template <class Scalar>
void RowMajorView<Scalar>::multiply_transposed(Rows rows, std::span<const double> factors,
                                               std::span<const NodeId> columns,
                                               std::span<double> products) const {
  std::fill_n(products.begin(), columns.size(), 0.0);
  add_transposed_at(layout(), rows, factors, columns, products);
}

template <class Scalar>
void RowMajorView<Scalar>::add_moments(Rows rows, std::span<const double> center,
                                       std::span<double> sums, std::span<double> squares) const {
  const DenseRows<Scalar> matrix = layout();
  for (const RowIndex index : rows) {
    const Scalar* const row = matrix.row(index);
    for (std::size_t j = 0; j < matrix.columns; ++j) {
      const double deviation = static_cast<double>(row[j]) - center[j];
      sums[j] += deviation;
      squares[j] += deviation * deviation;
    }
  }
}

template <class Scalar>
std::optional<MatrixPlace> RowMajorView<Scalar>::find_non_finite() const {
  const DenseRows<Scalar> matrix = layout();
  for (RowIndex index = 0; index < rows_; ++index) {
    const std::span<const Scalar> row(matrix.row(index), matrix.columns);
    const std::size_t j = first_non_finite(row);
    if (j == row.size()) continue;
    return MatrixPlace{index, static_cast<NodeId>(j), static_cast<double>(row[j])};
  }
  return std::nullopt;
}

template <class Scalar>
ColumnMajorView<Scalar>::ColumnMajorView(std::span<const Scalar> values, RowIndex rows,
                                         std::int64_t columns, std::int64_t stride)
    : rows_(checked_rows(rows)),
      columns_(checked_columns(columns)),
      values_(values.data()),
      stride_(checked_stride(values.size(), by_column(rows, columns), stride)) {}

template <class Scalar>
DenseColumns<Scalar> ColumnMajorView<Scalar>::layout() const {
  return {values_, stride_};
}

template <class Scalar>
void ColumnMajorView<Scalar>::multiply(Rows rows, SparseView w, std::span<double> products) const {
  multiply_columns(layout(), rows, w, products);
}

template <class Scalar>
void ColumnMajorView<Scalar>::add_transposed(Rows rows, std::span<const double> factors,
                                             std::span<double> sums) const {
  if (add_transposed_columns(layout(), rows, factors, sums)) return;
  add_transposed_scattered(layout(), rows, factors, static_cast<std::size_t>(columns_), sums);
}

template <class Scalar>
void ColumnMajorView<Scalar>::gather(Rows rows, std::span<const NodeId> columns,
                                     std::span<double> column_major) const {
  copy_columns(layout(), rows, columns, column_major);
}

template <class Scalar>
void ColumnMajorView<Scalar>::multiply_transposed(Rows rows, std::span<const double> factors,
                                                  std::span<const NodeId> columns,
                                                  std::span<double> products) const {
  multiply_transposed_columns(layout(), rows, factors, columns, products);
}

template <class Scalar>
void ColumnMajorView<Scalar>::add_moments(Rows rows, std::span<const double> center,
                                          std::span<double> sums, std::span<double> squares) const {
  for (NodeId column = 0; column < columns_; ++column) {
    const Scalar* const values = layout().column(column);
    const auto j = static_cast<std::size_t>(column);
    Moments moments{center[j], sums[j], squares[j]};
    for (const RowIndex row : rows) moments.add(static_cast<double>(values[row]));
    sums[j] = moments.sum;
    squares[j] = moments.squares;
  }
}

// Of each column only what is above the best place so far.
template <class Scalar>
std::optional<MatrixPlace> ColumnMajorView<Scalar>::find_non_finite() const {
  std::optional<MatrixPlace> place;
  auto above = static_cast<std::size_t>(rows_);
  for (NodeId column = 0; column < columns_; ++column) {
    const std::span<const Scalar> values(layout().column(column), above);
    const std::size_t row = first_non_finite(values);
    if (row == above) continue;
    place = MatrixPlace{static_cast<RowIndex>(row), column, static_cast<double>(values[row])};
    above = row;
  }
  return place;
}

template <class Scalar, class Index>
CsrView<Scalar, Index>::CsrView(RowIndex rows, std::int64_t columns, std::span<const Index> offsets,
                                std::span<const Index> indices, std::span<const Scalar> values)
    : rows_(checked_rows(rows)),
      columns_(checked_columns(columns)),
      lines_(checked_lines<Scalar, Index>({offsets, indices, values}, by_row(rows, columns))) {}

template <class Scalar, class Index>
void CsrView<Scalar, Index>::multiply(Rows rows, SparseView w, std::span<double> products) const {
  const Selection selection(w.indices);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto row = lines_.line(rows[k]);
    double sum = 0.0;
    selection.for_each_in(row.indices, [&](std::size_t entry, std::size_t i) {
      sum += static_cast<double>(row.values[entry]) * w.values[i];
    });
    products[k] = sum;
  }
}

template <class Scalar, class Index>
void CsrView<Scalar, Index>::add_transposed(Rows rows, std::span<const double> factors,
                                            std::span<double> sums) const {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto row = lines_.line(rows[k]);
    for (std::size_t i = 0; i < row.indices.size(); ++i) {
      sums[static_cast<std::size_t>(row.indices[i])] +=
          factors[k] * static_cast<double>(row.values[i]);
    }
  }
}

template <class Scalar, class Index>
void CsrView<Scalar, Index>::gather(Rows rows, std::span<const NodeId> columns,
                                    std::span<double> column_major) const {
  const Selection selection(columns);
  std::fill_n(column_major.begin(), rows.size() * columns.size(), 0.0);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto row = lines_.line(rows[k]);
    selection.for_each_in(row.indices, [&](std::size_t entry, std::size_t i) {
      column_major[i * rows.size() + k] = static_cast<double>(row.values[entry]);
    });
  }
}

template <class Scalar, class Index>
void CsrView<Scalar, Index>::multiply_transposed(Rows rows, std::span<const double> factors,
                                                 std::span<const NodeId> columns,
                                                 std::span<double> products) const {
  const Selection selection(columns);
  std::fill_n(products.begin(), columns.size(), 0.0);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto row = lines_.line(rows[k]);
    selection.for_each_in(row.indices, [&](std::size_t entry, std::size_t i) {
      products[i] += factors[k] * static_cast<double>(row.values[entry]);
    });
  }
}

template <class Scalar, class Index>
void CsrView<Scalar, Index>::add_moments(Rows rows, std::span<const double> center,
                                         std::span<double> sums, std::span<double> squares) const {
  // Zeros that are not stored are counted instead of visited.
  std::vector<double> zeros(static_cast<std::size_t>(columns_), static_cast<double>(rows.size()));
  for (const RowIndex index : rows) {
    const auto row = lines_.line(index);
    for (std::size_t i = 0; i < row.indices.size(); ++i) {
      const auto j = static_cast<std::size_t>(row.indices[i]);
      const double deviation = static_cast<double>(row.values[i]) - center[j];
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

template <class Scalar, class Index>
std::optional<MatrixPlace> CsrView<Scalar, Index>::find_non_finite() const {
  for (RowIndex index = 0; index < rows_; ++index) {
    const auto row = lines_.line(index);
    const std::size_t i = first_non_finite(row.values);
    if (i == row.values.size()) continue;
    return MatrixPlace{index, static_cast<NodeId>(row.indices[i]),
                       static_cast<double>(row.values[i])};
  }
  return std::nullopt;
}

template <class Scalar, class Index>
CscView<Scalar, Index>::CscView(RowIndex rows, std::int64_t columns, std::span<const Index> offsets,
                                std::span<const Index> indices, std::span<const Scalar> values)
    : rows_(checked_rows(rows)),
      columns_(checked_columns(columns)),
      lines_(checked_lines<Scalar, Index>({offsets, indices, values}, by_column(rows, columns))) {}

template <class Scalar, class Index>
void CscView<Scalar, Index>::multiply(Rows rows, SparseView w, std::span<double> products) const {
  const Selection selection(rows);
  std::fill_n(products.begin(), rows.size(), 0.0);
  for (std::size_t i = 0; i < w.indices.size(); ++i) {
    const auto column = lines_.line(w.indices[i]);
    selection.for_each_in(column.indices, [&](std::size_t entry, std::size_t k) {
      products[k] += static_cast<double>(column.values[entry]) * w.values[i];
    });
  }
}

template <class Scalar, class Index>
void CscView<Scalar, Index>::add_transposed(Rows rows, std::span<const double> factors,
                                            std::span<double> sums) const {
  const Selection selection(rows);
  for (NodeId j = 0; j < columns_; ++j) {
    const auto column = lines_.line(j);
    double sum = 0.0;
    selection.for_each_in(column.indices, [&](std::size_t entry, std::size_t k) {
      sum += factors[k] * static_cast<double>(column.values[entry]);
    });
    sums[static_cast<std::size_t>(j)] += sum;
  }
}

template <class Scalar, class Index>
void CscView<Scalar, Index>::gather(Rows rows, std::span<const NodeId> columns,
                                    std::span<double> column_major) const {
  const Selection selection(rows);
  std::fill_n(column_major.begin(), rows.size() * columns.size(), 0.0);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto column = lines_.line(columns[i]);
    selection.for_each_in(column.indices, [&](std::size_t entry, std::size_t k) {
      column_major[i * rows.size() + k] = static_cast<double>(column.values[entry]);
    });
  }
}

template <class Scalar, class Index>
void CscView<Scalar, Index>::multiply_transposed(Rows rows, std::span<const double> factors,
                                                 std::span<const NodeId> columns,
                                                 std::span<double> products) const {
  const Selection selection(rows);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto column = lines_.line(columns[i]);
    double sum = 0.0;
    selection.for_each_in(column.indices, [&](std::size_t entry, std::size_t k) {
      sum += factors[k] * static_cast<double>(column.values[entry]);
    });
    products[i] = sum;
  }
}

template <class Scalar, class Index>
void CscView<Scalar, Index>::add_moments(Rows rows, std::span<const double> center,
                                         std::span<double> sums, std::span<double> squares) const {
  const Selection selection(rows);
  for (NodeId index = 0; index < columns_; ++index) {
    const auto column = lines_.line(index);
    const auto j = static_cast<std::size_t>(index);
    Moments moments{center[j], sums[j], squares[j]};
    auto zeros = static_cast<double>(rows.size());  // not stored, counted instead of visited
    selection.for_each_in(column.indices, [&](std::size_t entry, std::size_t) {
      moments.add(static_cast<double>(column.values[entry]));
      zeros -= 1.0;
    });
    sums[j] = moments.sum - zeros * center[j];
    squares[j] = moments.squares + zeros * (center[j] * center[j]);
  }
}

template <class Scalar, class Index>
std::optional<MatrixPlace> CscView<Scalar, Index>::find_non_finite() const {
  std::optional<MatrixPlace> place;
  for (NodeId j = 0; j < columns_; ++j) {
    const auto column = lines_.line(j);
    const std::size_t i = first_non_finite(column.values);
    if (i == column.values.size()) continue;
    const RowIndex row = column.indices[i];
    if (place.has_value() && place->row <= row) continue;
    place = MatrixPlace{row, j, static_cast<double>(column.values[i])};
  }
  return place;
}

template class RowMajorView<float>;
template class RowMajorView<double>;
template class ColumnMajorView<float>;
template class ColumnMajorView<double>;
template class CsrView<float, std::int32_t>;
template class CsrView<float, std::int64_t>;
template class CsrView<double, std::int32_t>;
template class CsrView<double, std::int64_t>;
template class CscView<float, std::int32_t>;
template class CscView<float, std::int64_t>;
template class CscView<double, std::int32_t>;
template class CscView<double, std::int64_t>;

std::shared_ptr<const DesignMatrix> view_row_major(std::span<const float> values, RowIndex rows,
                                                   std::int64_t columns, std::int64_t stride) {
  return std::make_shared<RowMajorView<float>>(values, rows, columns, stride);
}

std::shared_ptr<const DesignMatrix> view_row_major(std::span<const double> values, RowIndex rows,
                                                   std::int64_t columns, std::int64_t stride) {
  return std::make_shared<RowMajorView<double>>(values, rows, columns, stride);
}

std::shared_ptr<const DesignMatrix> view_column_major(std::span<const float> values, RowIndex rows,
                                                      std::int64_t columns, std::int64_t stride) {
  return std::make_shared<ColumnMajorView<float>>(values, rows, columns, stride);
}

std::shared_ptr<const DesignMatrix> view_column_major(std::span<const double> values, RowIndex rows,
                                                      std::int64_t columns, std::int64_t stride) {
  return std::make_shared<ColumnMajorView<double>>(values, rows, columns, stride);
}

std::shared_ptr<const DesignMatrix> view_csr(RowIndex rows, std::int64_t columns,
                                             std::span<const std::int32_t> offsets,
                                             std::span<const std::int32_t> indices,
                                             std::span<const float> values) {
  return std::make_shared<CsrView<float, std::int32_t>>(rows, columns, offsets, indices, values);
}

std::shared_ptr<const DesignMatrix> view_csr(RowIndex rows, std::int64_t columns,
                                             std::span<const std::int32_t> offsets,
                                             std::span<const std::int32_t> indices,
                                             std::span<const double> values) {
  return std::make_shared<CsrView<double, std::int32_t>>(rows, columns, offsets, indices, values);
}

std::shared_ptr<const DesignMatrix> view_csr(RowIndex rows, std::int64_t columns,
                                             std::span<const std::int64_t> offsets,
                                             std::span<const std::int64_t> indices,
                                             std::span<const float> values) {
  return std::make_shared<CsrView<float, std::int64_t>>(rows, columns, offsets, indices, values);
}

std::shared_ptr<const DesignMatrix> view_csr(RowIndex rows, std::int64_t columns,
                                             std::span<const std::int64_t> offsets,
                                             std::span<const std::int64_t> indices,
                                             std::span<const double> values) {
  return std::make_shared<CsrView<double, std::int64_t>>(rows, columns, offsets, indices, values);
}

std::shared_ptr<const DesignMatrix> view_csc(RowIndex rows, std::int64_t columns,
                                             std::span<const std::int32_t> offsets,
                                             std::span<const std::int32_t> indices,
                                             std::span<const float> values) {
  return std::make_shared<CscView<float, std::int32_t>>(rows, columns, offsets, indices, values);
}

std::shared_ptr<const DesignMatrix> view_csc(RowIndex rows, std::int64_t columns,
                                             std::span<const std::int32_t> offsets,
                                             std::span<const std::int32_t> indices,
                                             std::span<const double> values) {
  return std::make_shared<CscView<double, std::int32_t>>(rows, columns, offsets, indices, values);
}

std::shared_ptr<const DesignMatrix> view_csc(RowIndex rows, std::int64_t columns,
                                             std::span<const std::int64_t> offsets,
                                             std::span<const std::int64_t> indices,
                                             std::span<const float> values) {
  return std::make_shared<CscView<float, std::int64_t>>(rows, columns, offsets, indices, values);
}

std::shared_ptr<const DesignMatrix> view_csc(RowIndex rows, std::int64_t columns,
                                             std::span<const std::int64_t> offsets,
                                             std::span<const std::int64_t> indices,
                                             std::span<const double> values) {
  return std::make_shared<CscView<double, std::int64_t>>(rows, columns, offsets, indices, values);
}

}  // namespace graphsparse
