#include "data/row_view.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace graphsparse {
namespace {

// Products must not allocate, so numbers are translated in pieces of this size on the stack.
constexpr std::size_t kPiece = 256;

// Calls work(numbers in the whole matrix, position of the first of them in `rows`).
template <class Work>
void in_pieces(const std::vector<RowIndex>& chosen, Rows rows, Work work) {
  std::array<RowIndex, kPiece> translated;  // NOLINT: filled below
  for (std::size_t begin = 0; begin < rows.size(); begin += kPiece) {
    const std::size_t size = std::min(kPiece, rows.size() - begin);
    for (std::size_t k = 0; k < size; ++k) {
      translated[k] = chosen[static_cast<std::size_t>(rows[begin + k])];
    }
    work(Rows(translated).first(size), begin);
  }
}

}  // namespace

RowView::RowView(const DesignMatrix& whole, std::vector<RowIndex> chosen)
    : whole_(whole), chosen_(std::move(chosen)) {}

void RowView::multiply(Rows rows, SparseView w, Output products) const {
  in_pieces(chosen_, rows, [&](Rows piece, std::size_t begin) {
    whole_.multiply(piece, w, products.subspan(begin, piece.size()));
  });
}

void RowView::add_transposed(Rows rows, Input factors, Output sums) const {
  in_pieces(chosen_, rows, [&](Rows piece, std::size_t begin) {
    whole_.add_transposed(piece, factors.subspan(begin, piece.size()), sums);
  });
}

// Column by column, because the columns of a piece do not lie together in the result.
void RowView::gather(Rows rows, Columns columns, Output column_major) const {
  in_pieces(chosen_, rows, [&](Rows piece, std::size_t begin) {
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

void RowView::multiply_transposed(Rows rows, Input factors, Columns columns,
                                  Output products) const {
  std::fill_n(products.begin(), columns.size(), 0.0);
  std::array<double, kPiece> of_piece;  // NOLINT: filled below
  in_pieces(chosen_, rows, [&](Rows piece, std::size_t begin) {
    for (std::size_t first = 0; first < columns.size(); first += kPiece) {
      const auto some = columns.subspan(first, std::min(kPiece, columns.size() - first));
      const auto sums = std::span<double>(of_piece).first(some.size());
      whole_.multiply_transposed(piece, factors.subspan(begin, piece.size()), some, sums);
      for (std::size_t i = 0; i < some.size(); ++i) products[first + i] += sums[i];
    }
  });
}

void RowView::add_moments(Rows rows, Input center, Output sums, Output squares) const {
  in_pieces(chosen_, rows, [&](Rows piece, std::size_t /*begin*/) {
    whole_.add_moments(piece, center, sums, squares);
  });
}

}  // namespace graphsparse
