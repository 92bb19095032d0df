#include "io/compressed_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "data/line_checks.hpp"
#include "graphsparse/data/matrix_view.hpp"
#include "io/input_file.hpp"

namespace graphsparse::io {
namespace {

// The memory that a view looks at, and the view.
template <class Scalar, class Index>
struct OwnedRows {
  std::vector<Index> offsets;
  RawArray<Index> indices;
  RawArray<Scalar> values;
  std::shared_ptr<const DesignMatrix> view;
};

template <class Index>
bool are_lines_sorted(const CompressedArrays& arrays, const RawArray<Index>& indices) {
  const std::int64_t width = arrays.by_row ? arrays.columns : arrays.rows;
  for (std::size_t line = 0; line + 1 < arrays.offsets.size(); ++line) {
    const auto begin = static_cast<std::size_t>(arrays.offsets[line]);
    const auto end = static_cast<std::size_t>(arrays.offsets[line + 1]);
    if (!is_ascending_within(std::span(indices.data() + begin, end - begin), width)) return false;
  }
  return true;
}

template <class Index>
void check_indices(const RawArray<Index>& indices, std::int64_t width, const std::string& source,
                   const std::string& place) {
  if (indices.size() == 0) return;
  const auto [smallest, largest] =
      std::minmax_element(indices.data(), indices.data() + indices.size());
  if (*smallest >= 0 && *largest < width) return;
  fail_in(source, fmt::format("{}: an index is {}, but there are {} places; the file is damaged",
                              place, *smallest < 0 ? *smallest : *largest, width));
}

// From columns to rows: the entries of each row come out in the order of the columns.
template <class Scalar, class Index>
void transpose(CompressedArrays& arrays, RawArray<Index>& indices, RawArray<Scalar>& values) {
  std::vector<std::int64_t> offsets(static_cast<std::size_t>(arrays.rows) + 1, 0);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    ++offsets[static_cast<std::size_t>(indices[i]) + 1];
  }
  for (std::size_t r = 1; r < offsets.size(); ++r) offsets[r] += offsets[r - 1];
  std::vector<std::int64_t> next(offsets.begin(), offsets.end() - 1);
  RawArray<Index> columns(indices.size());
  RawArray<Scalar> moved(values.size());
  for (std::size_t line = 0; line + 1 < arrays.offsets.size(); ++line) {
    const auto end = static_cast<std::size_t>(arrays.offsets[line + 1]);
    for (auto i = static_cast<std::size_t>(arrays.offsets[line]); i < end; ++i) {
      const auto place = static_cast<std::size_t>(next[static_cast<std::size_t>(indices[i])]++);
      columns[place] = static_cast<Index>(line);
      moved[place] = values[i];
    }
  }
  arrays.offsets = std::move(offsets);
  arrays.by_row = true;
  // The lines follow each other in order; where one had a place twice, so has a row.
  indices = std::move(columns);
  values = std::move(moved);
}

// Only the kept columns, each row in their order, with equal places added up.
template <class Scalar, class Index>
void rewrite_rows(const std::vector<Index>& new_column, std::vector<std::int64_t>& offsets,
                  RawArray<Index>& indices, RawArray<Scalar>& values) {
  std::vector<std::pair<Index, Scalar>> row;
  std::size_t written = 0;
  std::size_t begin = 0;
  for (std::size_t line = 0; line + 1 < offsets.size(); ++line) {
    const auto end = static_cast<std::size_t>(offsets[line + 1]);
    row.clear();
    for (std::size_t i = begin; i < end; ++i) {
      const Index column =
          new_column.empty() ? indices[i] : new_column[static_cast<std::size_t>(indices[i])];
      if (column >= 0) row.emplace_back(column, values[i]);
    }
    begin = end;
    std::stable_sort(row.begin(), row.end(),
                     [](const auto& left, const auto& right) { return left.first < right.first; });
    offsets[line] = static_cast<std::int64_t>(written);
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (k > 0 && row[k - 1].first == row[k].first) {
        values[written - 1] += row[k].second;
        continue;
      }
      indices[written] = row[k].first;
      values[written++] = row[k].second;
    }
  }
  offsets.back() = static_cast<std::int64_t>(written);
  indices.resize_down(written);
  values.resize_down(written);
}

template <class Index>
std::vector<Index> renumbered(std::int64_t columns, const std::vector<NodeId>& kept) {
  std::vector<Index> new_column;
  if (kept.empty()) return new_column;
  new_column.assign(static_cast<std::size_t>(columns), Index{-1});
  for (std::size_t k = 0; k < kept.size(); ++k) {
    new_column[static_cast<std::size_t>(kept[k])] = static_cast<Index>(k);
  }
  return new_column;
}

template <class Scalar, class Index>
std::shared_ptr<const DesignMatrix> owned(std::int64_t rows, std::int64_t columns,
                                          const std::vector<std::int64_t>& offsets,
                                          RawArray<Index> indices, RawArray<Scalar> values) {
  auto owner = std::make_shared<OwnedRows<Scalar, Index>>();
  owner->offsets.assign(offsets.begin(), offsets.end());
  owner->indices = std::move(indices);
  owner->values = std::move(values);
  owner->view = view_csr(rows, columns, std::span<const Index>(owner->offsets),
                         std::span<const Index>(owner->indices.data(), owner->indices.size()),
                         std::span<const Scalar>(owner->values.data(), owner->values.size()));
  const DesignMatrix* const view = owner->view.get();
  return {std::move(owner), view};
}

template <class Scalar, class Index>
std::shared_ptr<const DesignMatrix> make_rows(CompressedArrays& arrays, RawArray<Index> indices,
                                              RawArray<Scalar> values,
                                              const std::vector<NodeId>& kept) {
  if (!arrays.by_row) transpose(arrays, indices, values);
  if (!kept.empty() || !arrays.is_sorted) {
    rewrite_rows(renumbered<Index>(arrays.columns, kept), arrays.offsets, indices, values);
  }
  const auto columns = kept.empty() ? arrays.columns : static_cast<std::int64_t>(kept.size());
  constexpr auto most = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());
  if constexpr (std::is_same_v<Index, std::int32_t>) {
    if (indices.size() > most) {  // the places in the arrays need the wider numbers
      RawArray<std::int64_t> wide(indices.size());
      std::copy_n(indices.data(), indices.size(), wide.data());
      return owned(arrays.rows, columns, arrays.offsets, std::move(wide), std::move(values));
    }
  }
  return owned(arrays.rows, columns, arrays.offsets, std::move(indices), std::move(values));
}

}  // namespace

void check_compressed(CompressedArrays& arrays, const std::string& source,
                      const std::string& place) {
  const std::int64_t lines = arrays.by_row ? arrays.rows : arrays.columns;
  const std::int64_t width = arrays.by_row ? arrays.columns : arrays.rows;
  const auto size = std::visit([](const auto& values) { return values.size(); }, arrays.values);
  const bool fits =
      static_cast<std::int64_t>(arrays.offsets.size()) == lines + 1 &&
      std::visit([&](const auto& indices) { return indices.size() == size; }, arrays.indices) &&
      arrays.offsets.front() == 0 && arrays.offsets.back() == static_cast<std::int64_t>(size) &&
      std::is_sorted(arrays.offsets.begin(), arrays.offsets.end());
  if (!fits) {
    fail_in(source, fmt::format("{}: indptr, indices and data do not fit a {} x {} matrix; the "
                                "file is damaged",
                                place, arrays.rows, arrays.columns));
  }
  std::visit(
      [&](const auto& indices) {
        arrays.is_sorted = are_lines_sorted(arrays, indices);
        if (!arrays.is_sorted) check_indices(indices, width, source, place);
      },
      arrays.indices);
}

std::shared_ptr<const DesignMatrix> make_compressed(CompressedArrays arrays,
                                                    const std::vector<NodeId>& kept) {
  return std::visit(
      [&](auto& indices, auto& values) {
        return make_rows(arrays, std::move(indices), std::move(values), kept);
      },
      arrays.indices, arrays.values);
}

}  // namespace graphsparse::io
