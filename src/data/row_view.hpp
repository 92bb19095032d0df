// Some rows of another matrix, in any order, without a copy.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "graphsparse/data/design_matrix.hpp"

namespace graphsparse {

class RowView final : public DesignMatrix {
 public:
  // The matrix must outlive it.
  RowView(const DesignMatrix& whole, std::vector<RowIndex> chosen)
      : whole_(whole), chosen_(std::move(chosen)) {}

  RowIndex rows() const override { return static_cast<RowIndex>(chosen_.size()); }
  NodeId columns() const override { return whole_.columns(); }
  double values_per_row() const override { return whole_.values_per_row(); }
  void multiply(Rows rows, SparseView w, Output products) const override {
    in_pieces(rows, [&](Rows piece, std::size_t begin) {
      whole_.multiply(piece, w, products.subspan(begin, piece.size()));
    });
  }

  void add_transposed(Rows rows, Input factors, Output sums) const override {
    in_pieces(rows, [&](Rows piece, std::size_t begin) {
      whole_.add_transposed(piece, factors.subspan(begin, piece.size()), sums);
    });
  }

  // Column by column, because the columns of a piece do not lie together in the result.
  void gather(Rows rows, Columns columns, Output column_major) const override {
    in_pieces(rows, [&](Rows piece, std::size_t begin) {
      if (piece.size() == rows.size()) {
        whole_.gather(piece, columns, column_major);
        return;
      }
      for (std::size_t i = 0; i < columns.size(); ++i) {
        whole_.gather(piece, columns.subspan(i, 1),
                      column_major.subspan(i * rows.size() + begin, piece.size()));
      }
    });
  }

  void multiply_transposed(Rows rows, Input factors, Columns columns,
                           Output products) const override {
    std::fill_n(products.begin(), columns.size(), 0.0);
    std::array<double, kPiece> of_piece;  // NOLINT: filled below
    in_pieces(rows, [&](Rows piece, std::size_t begin) {
      for (std::size_t first = 0; first < columns.size(); first += kPiece) {
        const auto some = columns.subspan(first, std::min(kPiece, columns.size() - first));
        const auto sums = std::span<double>(of_piece).first(some.size());
        whole_.multiply_transposed(piece, factors.subspan(begin, piece.size()), some, sums);
        for (std::size_t i = 0; i < some.size(); ++i) products[first + i] += sums[i];
      }
    });
  }

  void add_moments(Rows rows, Input center, Output sums, Output squares) const override {
    in_pieces(rows, [&](Rows piece, std::size_t /*begin*/) {
      whole_.add_moments(piece, center, sums, squares);
    });
  }

 private:
  // Products must not allocate, so numbers are translated in pieces of this size on the stack.
  static constexpr std::size_t kPiece = 256;

  // Calls work(numbers in the whole matrix, position of the first of them in `rows`).
  template <class Work>
  void in_pieces(Rows rows, Work work) const {
    std::array<RowIndex, kPiece> translated;  // NOLINT: filled below
    for (std::size_t begin = 0; begin < rows.size(); begin += kPiece) {
      const std::size_t size = std::min(kPiece, rows.size() - begin);
      for (std::size_t k = 0; k < size; ++k) {
        translated[k] = chosen_[rows[begin + k]];
      }
      work(Rows(translated).first(size), begin);
    }
  }

  const DesignMatrix& whole_;
  std::vector<RowIndex> chosen_;
};

}  // namespace graphsparse
