#include "graphsparse/data/mapped_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "data/dense_kernels.hpp"
#include "data/file_mapping.hpp"
#include "graphsparse/core/error.hpp"

namespace graphsparse {
namespace {

constexpr std::size_t kPartBytes = std::size_t{16} << 20U;
// What the system brings in around a single value that is read, and around a stretch of them where
// it keeps files in large pages.
constexpr std::size_t kBytesPerTouch = std::size_t{64} << 10U;
constexpr std::size_t kLargePage = std::size_t{2} << 20U;

std::size_t needed_bytes(const std::string& path, std::size_t offset, RowIndex rows, NodeId columns,
                         std::size_t value_size) {
  const auto width = static_cast<std::size_t>(columns) * value_size;
  const std::size_t room = std::numeric_limits<std::size_t>::max() - offset;
  const bool is_possible = rows >= 0 && columns >= 0 && offset % value_size == 0 &&
                           (width == 0 || static_cast<std::size_t>(rows) <= room / width);
  if (is_possible) return offset + static_cast<std::size_t>(rows) * width;
  throw InputError(fmt::format("{}: a matrix of {} x {} values of {} bytes cannot begin at byte {}",
                               path, rows, columns, value_size, offset));
}

template <class Scalar>
bool all_finite(std::span<const Scalar> values) {
  // One comparison a value and no way out of the loop, so that it runs on whole registers.
  unsigned bad = 0;
  for (const Scalar value : values) {
    bad |= static_cast<unsigned>(!(std::abs(value) <= std::numeric_limits<Scalar>::max()));
  }
  return bad == 0;
}

}  // namespace

template <class Scalar>
class MappedMatrix<Scalar>::Mapping : public FileMapping {
  using FileMapping::FileMapping;
};

template <class Scalar>
MappedMatrix<Scalar>::MappedMatrix(const std::string& path, std::size_t offset, RowIndex rows,
                                   NodeId columns)
    : MappedMatrix(path, offset, rows, columns, most_bytes_kept()) {}

template <class Scalar>
MappedMatrix<Scalar>::MappedMatrix(const std::string& path, std::size_t offset, RowIndex rows,
                                   NodeId columns, std::size_t most_kept)
    : mapping_(std::make_unique<Mapping>(
          path, offset, needed_bytes(path, offset, rows, columns, sizeof(Scalar)), most_kept)),
      rows_(rows),
      columns_(columns) {
  if (rows == 0 || columns == 0) return;
  values_ = reinterpret_cast<const Scalar*>(mapping_->bytes());
}

template <class Scalar>
MappedMatrix<Scalar>::~MappedMatrix() = default;

// Of a row, the part that holds all columns that are read.
template <class Scalar>
struct MappedMatrix<Scalar>::Stretch {
  std::size_t first = 0;
  std::size_t size = 0;
  std::size_t read = 0;  // how many of its columns
};

template <class Scalar>
auto MappedMatrix<Scalar>::whole_row() const -> Stretch {
  const auto columns = static_cast<std::size_t>(columns_);
  return {0, columns, columns};
}

template <class Scalar>
auto MappedMatrix<Scalar>::stretch_of(Columns columns) -> Stretch {
  if (columns.empty()) return {};
  const auto [first, last] = std::minmax_element(columns.begin(), columns.end());
  return {static_cast<std::size_t>(*first), static_cast<std::size_t>(*last - *first) + 1,
          columns.size()};
}

template <class Scalar>
template <class Act>
void MappedMatrix<Scalar>::in_parts(Rows rows, const Stretch& columns, Act act) const {
  if (!mapping_->is_large()) {
    act(std::size_t{0}, rows.size());
    return mapping_->check_whole();
  }
  const std::size_t stretch_bytes = columns.size * sizeof(Scalar);
  const std::size_t row_bytes = static_cast<std::size_t>(columns_) * sizeof(Scalar);
  const std::size_t touched_bytes = columns.read * kBytesPerTouch;
  // A row shares its first and last page with its neighbours, which may be far from the next row.
  const std::size_t read_a_row =
      std::min({row_bytes, std::max(stretch_bytes, kLargePage), touched_bytes}) + kBytesPerTouch;
  // A stretch that is read as a whole is read faster in one go than page by page.
  const bool reads_all = touched_bytes >= stretch_bytes && stretch_bytes >= kBytesPerTouch;
  // A multiple of four, as the kernels add four rows at a time: the sums are the same in any parts.
  const std::size_t part = std::max<std::size_t>(4, kPartBytes / read_a_row / 4 * 4);
  for (std::size_t begin = 0; begin < rows.size(); begin += part) {
    const std::size_t count = std::min(part, rows.size() - begin);
    for (std::size_t k = begin; reads_all && k < begin + count; ++k) {
      const auto row = static_cast<std::size_t>(rows[k] * columns_);
      mapping_->will_read(values_ + row + columns.first, stretch_bytes);
    }
    act(begin, count);
    mapping_->note_read(count * read_a_row);
  }
  mapping_->check_whole();
}

template <class Scalar>
void MappedMatrix<Scalar>::multiply(Rows rows, SparseView w, Output products) const {
  const DenseRows<Scalar> values{values_, static_cast<std::size_t>(columns_)};
  in_parts(rows, stretch_of(w.indices), [&](std::size_t begin, std::size_t count) {
    multiply_rows(values, rows.subspan(begin, count), w, products.subspan(begin, count));
  });
}

template <class Scalar>
void MappedMatrix<Scalar>::add_transposed(Rows rows, Input factors, Output sums) const {
  const DenseRows<Scalar> values{values_, static_cast<std::size_t>(columns_)};
  in_parts(rows, whole_row(), [&](std::size_t begin, std::size_t count) {
    add_transposed_rows(values, rows.subspan(begin, count), factors.subspan(begin, count), sums);
  });
}

template <class Scalar>
void MappedMatrix<Scalar>::gather(Rows rows, Columns columns, Output column_major) const {
  // Column by column over all rows: in parts, the places of a part would not be contiguous.
  const DenseRows<Scalar> values{values_, static_cast<std::size_t>(columns_)};
  in_parts(rows, stretch_of(columns), [&](std::size_t begin, std::size_t count) {
    for (std::size_t k = begin; k < begin + count; ++k) {
      const Scalar* const row = values.row(rows[k]);
      for (std::size_t i = 0; i < columns.size(); ++i) {
        column_major[i * rows.size() + k] = static_cast<double>(row[columns[i]]);
      }
    }
  });
}

template <class Scalar>
void MappedMatrix<Scalar>::multiply_transposed(Rows rows, Input factors, Columns columns,
                                               Output products) const {
  const DenseRows<Scalar> values{values_, static_cast<std::size_t>(columns_)};
  std::fill_n(products.begin(), columns.size(), 0.0);
  in_parts(rows, stretch_of(columns), [&](std::size_t begin, std::size_t count) {
    add_transposed_at(values, rows.subspan(begin, count), factors.subspan(begin, count), columns,
                      products);
  });
}

template <class Scalar>
void MappedMatrix<Scalar>::add_moments(Rows rows, Input center, Output sums, Output squares) const {
  constexpr std::size_t stripe = 1024;  // columns whose sums stay in the cache for all rows
  const DenseRows<Scalar> values{values_, static_cast<std::size_t>(columns_)};
  in_parts(rows, whole_row(), [&](std::size_t begin, std::size_t count) {
    for (std::size_t first = 0; first < values.columns; first += stripe) {
      const std::size_t last = std::min(first + stripe, values.columns);
      for (const RowIndex index : rows.subspan(begin, count)) {
        const Scalar* const row = values.row(index);
        for (std::size_t j = first; j < last; ++j) {
          const double deviation = static_cast<double>(row[j]) - center[j];
          sums[j] += deviation;
          squares[j] += deviation * deviation;
        }
      }
    }
  });
}

template <class Scalar>
std::optional<MatrixPlace> MappedMatrix<Scalar>::find_non_finite() const {
  const DenseRows<Scalar> values{values_, static_cast<std::size_t>(columns_)};
  const std::vector<RowIndex> rows = all_rows(rows_);
  std::optional<MatrixPlace> place;
  in_parts(rows, whole_row(), [&](std::size_t begin, std::size_t count) {
    for (std::size_t k = begin; k < begin + count && !place.has_value(); ++k) {
      const std::span<const Scalar> row(values.row(rows[k]), values.columns);
      if (all_finite(row)) continue;
      const auto is_bad = [](Scalar value) { return !std::isfinite(value); };
      const auto found = std::find_if(row.begin(), row.end(), is_bad);
      place = MatrixPlace{rows[k], static_cast<NodeId>(found - row.begin()),
                          static_cast<double>(*found)};
    }
  });
  return place;
}

template class MappedMatrix<float>;
template class MappedMatrix<double>;

}  // namespace graphsparse
