// Values in compressed rows or columns, and products of compressed rows, for matrices that hold
// their arrays and for views of those of others: both give the same bits.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "data/line_checks.hpp"
#include "graphsparse/data/design_matrix.hpp"

namespace graphsparse {

// The rows of CSR, the columns of CSC: line l has the entries offsets[l] to offsets[l + 1].
template <class Scalar, class Index, class Offset = Index>
struct CompressedLines {
  struct Line {
    std::span<const Index> indices;
    std::span<const Scalar> values;
  };

  std::span<const Offset> offsets;
  std::span<const Index> indices;
  std::span<const Scalar> values;

  std::size_t size() const { return static_cast<std::size_t>(offsets.back() - offsets.front()); }
  Line line(std::int64_t index) const {
    const auto l = static_cast<std::size_t>(index);
    const auto begin = static_cast<std::size_t>(offsets[l]);
    const std::size_t count = static_cast<std::size_t>(offsets[l + 1]) - begin;
    return {indices.subspan(begin, count), values.subspan(begin, count)};
  }
};

// The rows or columns that a product asks for, in their order.
template <class Wanted>
class Selection {
 public:
  explicit Selection(std::span<const Wanted> wanted) : wanted_(wanted) {
    for (std::size_t k = 1; k < wanted.size() && order_ != Order::any; ++k) {
      if (wanted[k] - wanted[k - 1] != 1) order_ = Order::ascending;
      if (wanted[k] <= wanted[k - 1]) order_ = Order::any;
    }
  }

  // Calls visit(place in line, place in the selection) for what is in both, in the order of the
  // selection and by whatever needs the fewest steps: every sum over a line is added up alike
  // whatever the way.
  template <class Index, class Visit>
  void for_each_in(std::span<const Index> line, Visit visit) const {
    if (wanted_.empty() || line.empty()) return;
    if (order_ == Order::range) return walk(line, visit);
    const std::size_t by_search_in_line = wanted_.size() * std::bit_width(line.size());
    const std::size_t by_search_in_wanted = line.size() * std::bit_width(wanted_.size());
    const std::size_t by_merge = line.size() + wanted_.size();
    if (order_ == Order::any || by_search_in_line <= std::min(by_search_in_wanted, by_merge)) {
      look_up(wanted_, line, [&](std::size_t k, std::size_t i) { visit(i, k); });
    } else if (by_search_in_wanted <= by_merge) {
      look_up(line, wanted_, visit);
    } else {
      merge(line, visit);
    }
  }

 private:
  enum class Order { range, ascending, any };

  template <class Index, class Visit>
  void walk(std::span<const Index> line, Visit visit) const {
    const std::int64_t first = wanted_.front();
    const std::int64_t last = wanted_.back();
    const auto begin =
        line.front() >= first ? line.begin() : std::lower_bound(line.begin(), line.end(), first);
    for (auto i = static_cast<std::size_t>(begin - line.begin());
         i < line.size() && line[i] <= last; ++i) {
      visit(i, static_cast<std::size_t>(line[i] - first));
    }
  }

  template <class Index, class Visit>
  void merge(std::span<const Index> line, Visit visit) const {
    std::size_t i = 0;
    std::size_t k = 0;
    while (i < line.size() && k < wanted_.size()) {
      if (line[i] == wanted_[k]) visit(i, k);
      const bool step_line = line[i] <= wanted_[k];
      const bool step_wanted = wanted_[k] <= line[i];
      i += static_cast<std::size_t>(step_line);
      k += static_cast<std::size_t>(step_wanted);
    }
  }

  // Looks up each of `few` in the ascending `many` and calls visit(place in few, place in many).
  template <class Few, class Many, class Visit>
  static void look_up(std::span<const Few> few, std::span<const Many> many, Visit visit) {
    for (std::size_t i = 0; i < few.size(); ++i) {
      const auto found = std::lower_bound(many.begin(), many.end(), few[i]);
      if (found == many.end() || *found != few[i]) continue;
      visit(i, static_cast<std::size_t>(found - many.begin()));
    }
  }

  std::span<const Wanted> wanted_;
  Order order_ = Order::range;
};

template <class Scalar>
std::size_t first_non_finite(std::span<const Scalar> values) {
  if (are_all_finite(values)) return values.size();
  const auto is_bad = [](Scalar value) { return !std::isfinite(value); };
  const auto found = std::find_if(values.begin(), values.end(), is_bad);
  return static_cast<std::size_t>(found - values.begin());
}

template <class Scalar, class Index, class Offset = Index>
class CompressedRows final : public DesignMatrix {
 public:
  // Of arrays that fit together and outlive it.
  CompressedRows(RowIndex rows, NodeId columns, CompressedLines<Scalar, Index, Offset> lines)
      : rows_(rows), columns_(columns), lines_(lines) {}

  RowIndex rows() const override { return rows_; }
  NodeId columns() const override { return columns_; }
  double values_per_row() const override {
    return static_cast<double>(lines_.size()) / static_cast<double>(rows_ > 0 ? rows_ : 1);
  }
  void multiply(Rows rows, SparseView w, Output products) const override {
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

  void add_transposed(Rows rows, Input factors, Output sums) const override {
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const auto row = lines_.line(rows[k]);
      for (std::size_t i = 0; i < row.indices.size(); ++i) {
        sums[row.indices[i]] += factors[k] * static_cast<double>(row.values[i]);
      }
    }
  }

  void gather(Rows rows, Columns columns, Output column_major) const override {
    const Selection selection(columns);
    std::fill_n(column_major.begin(), rows.size() * columns.size(), 0.0);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const auto row = lines_.line(rows[k]);
      selection.for_each_in(row.indices, [&](std::size_t entry, std::size_t i) {
        column_major[i * rows.size() + k] = static_cast<double>(row.values[entry]);
      });
    }
  }

  void multiply_transposed(Rows rows, Input factors, Columns columns,
                           Output products) const override {
    const Selection selection(columns);
    std::fill_n(products.begin(), columns.size(), 0.0);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const auto row = lines_.line(rows[k]);
      selection.for_each_in(row.indices, [&](std::size_t entry, std::size_t i) {
        products[i] += factors[k] * static_cast<double>(row.values[entry]);
      });
    }
  }

  void add_moments(Rows rows, Input center, Output sums, Output squares) const override {
    // Zeros that are not stored are counted instead of visited.
    std::vector<double> zeros(columns_, static_cast<double>(rows.size()));
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

  std::optional<MatrixPlace> find_non_finite() const override {
    for (RowIndex index = 0; index < rows_; ++index) {
      const auto row = lines_.line(index);
      const std::size_t i = first_non_finite(row.values);
      if (i == row.values.size()) continue;
      return MatrixPlace{index, static_cast<NodeId>(row.indices[i]),
                         static_cast<double>(row.values[i])};
    }
    return std::nullopt;
  }

 private:
  RowIndex rows_;
  NodeId columns_;
  CompressedLines<Scalar, Index, Offset> lines_;
};

}  // namespace graphsparse
