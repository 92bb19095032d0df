#include "graphsparse/data/matrix_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "data/compressed_lines.hpp"
#include "data/dense_kernels.hpp"
#include "data/line_checks.hpp"
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
    if (is_ascending_within(indices, sizes.line_size)) continue;
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
void add_transposed_scattered(DenseColumns<Scalar> matrix, Rows rows, Input factors,
                              std::size_t columns, Output sums) {
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

template <class Scalar>
class RowMajorView final : public DesignMatrix {
 public:
  RowMajorView(std::span<const Scalar> values, RowIndex rows, std::int64_t columns,
               std::int64_t stride)
      : rows_(checked_rows(rows)),
        columns_(checked_columns(columns)),
        values_(values.data()),
        stride_(checked_stride(values.size(), by_row(rows, columns), stride)) {}

  RowIndex rows() const override { return rows_; }
  NodeId columns() const override { return columns_; }
  void multiply(Rows rows, SparseView w, Output products) const override {
    multiply_rows(layout(), rows, w, products);
  }
  void add_transposed(Rows rows, Input factors, Output sums) const override {
    add_transposed_rows(layout(), rows, factors, sums);
  }
  void gather(Rows rows, Columns columns, Output column_major) const override {
    gather_columns(layout(), rows, columns, column_major);
  }
  void multiply_transposed(Rows rows, Input factors, Columns columns,
                           Output products) const override {
    std::fill_n(products.begin(), columns.size(), 0.0);
    add_transposed_at(layout(), rows, factors, columns, products);
  }
  void add_moments(Rows rows, Input center, Output sums, Output squares) const override {
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
  std::optional<MatrixPlace> find_non_finite() const override {
    const DenseRows<Scalar> matrix = layout();
    for (RowIndex index = 0; index < rows_; ++index) {
      const std::span<const Scalar> row(matrix.row(index), matrix.columns);
      const std::size_t j = first_non_finite(row);
      if (j == row.size()) continue;
      return MatrixPlace{index, static_cast<NodeId>(j), static_cast<double>(row[j])};
    }
    return std::nullopt;
  }

 private:
  DenseRows<Scalar> layout() const {
    return {values_, static_cast<std::size_t>(columns_), stride_};
  }

  RowIndex rows_;
  NodeId columns_;
  const Scalar* values_;
  std::size_t stride_;
};

template <class Scalar>
class ColumnMajorView final : public DesignMatrix {
 public:
  ColumnMajorView(std::span<const Scalar> values, RowIndex rows, std::int64_t columns,
                  std::int64_t stride)
      : rows_(checked_rows(rows)),
        columns_(checked_columns(columns)),
        values_(values.data()),
        stride_(checked_stride(values.size(), by_column(rows, columns), stride)) {}

  RowIndex rows() const override { return rows_; }
  NodeId columns() const override { return columns_; }
  void multiply(Rows rows, SparseView w, Output products) const override {
    multiply_columns(layout(), rows, w, products);
  }
  void add_transposed(Rows rows, Input factors, Output sums) const override {
    if (add_transposed_columns(layout(), rows, factors, sums)) return;
    add_transposed_scattered(layout(), rows, factors, static_cast<std::size_t>(columns_), sums);
  }
  void gather(Rows rows, Columns columns, Output column_major) const override {
    copy_columns(layout(), rows, columns, column_major);
  }
  void multiply_transposed(Rows rows, Input factors, Columns columns,
                           Output products) const override {
    multiply_transposed_columns(layout(), rows, factors, columns, products);
  }
  void add_moments(Rows rows, Input center, Output sums, Output squares) const override {
    for (NodeId column = 0; column < columns_; ++column) {
      const Scalar* const values = layout().column(column);
      Moments moments{center[column], sums[column], squares[column]};
      for (const RowIndex row : rows) moments.add(static_cast<double>(values[row]));
      sums[column] = moments.sum;
      squares[column] = moments.squares;
    }
  }
  // Of each column only what is above the best place so far.
  std::optional<MatrixPlace> find_non_finite() const override {
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

 private:
  DenseColumns<Scalar> layout() const { return {values_, stride_}; }

  RowIndex rows_;
  NodeId columns_;
  const Scalar* values_;
  std::size_t stride_;
};

template <class Scalar, class Index>
class CompressedColumns final : public DesignMatrix {
 public:
  CompressedColumns(RowIndex rows, NodeId columns, CompressedLines<Scalar, Index> lines)
      : rows_(rows), columns_(columns), lines_(lines) {}

  RowIndex rows() const override { return rows_; }
  NodeId columns() const override { return columns_; }
  double values_per_row() const override {
    return static_cast<double>(lines_.size()) / static_cast<double>(rows_ > 0 ? rows_ : 1);
  }
  void multiply(Rows rows, SparseView w, Output products) const override {
    const Selection selection(rows);
    std::fill_n(products.begin(), rows.size(), 0.0);
    for (std::size_t i = 0; i < w.indices.size(); ++i) {
      const auto column = lines_.line(w.indices[i]);
      selection.for_each_in(column.indices, [&](std::size_t entry, std::size_t k) {
        products[k] += static_cast<double>(column.values[entry]) * w.values[i];
      });
    }
  }
  void add_transposed(Rows rows, Input factors, Output sums) const override {
    const Selection selection(rows);
    for (NodeId j = 0; j < columns_; ++j) {
      const auto column = lines_.line(j);
      double sum = 0.0;
      selection.for_each_in(column.indices, [&](std::size_t entry, std::size_t k) {
        sum += factors[k] * static_cast<double>(column.values[entry]);
      });
      sums[j] += sum;
    }
  }
  void gather(Rows rows, Columns columns, Output column_major) const override {
    const Selection selection(rows);
    std::fill_n(column_major.begin(), rows.size() * columns.size(), 0.0);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto column = lines_.line(columns[i]);
      selection.for_each_in(column.indices, [&](std::size_t entry, std::size_t k) {
        column_major[i * rows.size() + k] = static_cast<double>(column.values[entry]);
      });
    }
  }
  void multiply_transposed(Rows rows, Input factors, Columns columns,
                           Output products) const override {
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
  void add_moments(Rows rows, Input center, Output sums, Output squares) const override {
    const Selection selection(rows);
    for (NodeId index = 0; index < columns_; ++index) {
      const auto column = lines_.line(index);
      Moments moments{center[index], sums[index], squares[index]};
      auto zeros = static_cast<double>(rows.size());  // not stored, counted instead of visited
      selection.for_each_in(column.indices, [&](std::size_t entry, std::size_t) {
        moments.add(static_cast<double>(column.values[entry]));
        zeros -= 1.0;
      });
      sums[index] = moments.sum - zeros * center[index];
      squares[index] = moments.squares + zeros * (center[index] * center[index]);
    }
  }
  std::optional<MatrixPlace> find_non_finite() const override {
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

 private:
  RowIndex rows_;
  NodeId columns_;
  CompressedLines<Scalar, Index> lines_;
};

}  // namespace

template <class Scalar>
MatrixView make_dense_view(MatrixLayout layout, RowIndex rows, std::int64_t columns,
                           std::span<const Scalar> values, std::int64_t stride) {
  if (layout == MatrixLayout::by_row) {
    return std::make_shared<RowMajorView<Scalar>>(values, rows, columns, stride);
  }
  return std::make_shared<ColumnMajorView<Scalar>>(values, rows, columns, stride);
}

template <class Scalar, class Index>
MatrixView make_compressed_view(MatrixLayout layout, RowIndex rows, std::int64_t columns,
                                std::span<const Index> offsets, std::span<const Index> indices,
                                std::span<const Scalar> values) {
  const RowIndex row_count = checked_rows(rows);
  const NodeId column_count = checked_columns(columns);
  const bool is_by_row = layout == MatrixLayout::by_row;
  const LineSizes sizes = is_by_row ? by_row(rows, columns) : by_column(rows, columns);
  const CompressedLines<Scalar, Index> lines{offsets, indices, values};
  check_offsets(lines, sizes);
  check_indices(lines, sizes);
  if (is_by_row) {
    return std::make_shared<CompressedRows<Scalar, Index>>(row_count, column_count, lines);
  }
  return std::make_shared<CompressedColumns<Scalar, Index>>(row_count, column_count, lines);
}

template MatrixView make_dense_view(MatrixLayout, RowIndex, std::int64_t, std::span<const float>,
                                    std::int64_t);
template MatrixView make_dense_view(MatrixLayout, RowIndex, std::int64_t, std::span<const double>,
                                    std::int64_t);
template MatrixView make_compressed_view(MatrixLayout, RowIndex, std::int64_t,
                                         std::span<const std::int32_t>,
                                         std::span<const std::int32_t>, std::span<const float>);
template MatrixView make_compressed_view(MatrixLayout, RowIndex, std::int64_t,
                                         std::span<const std::int64_t>,
                                         std::span<const std::int64_t>, std::span<const float>);
template MatrixView make_compressed_view(MatrixLayout, RowIndex, std::int64_t,
                                         std::span<const std::int32_t>,
                                         std::span<const std::int32_t>, std::span<const double>);
template MatrixView make_compressed_view(MatrixLayout, RowIndex, std::int64_t,
                                         std::span<const std::int64_t>,
                                         std::span<const std::int64_t>, std::span<const double>);

}  // namespace graphsparse
