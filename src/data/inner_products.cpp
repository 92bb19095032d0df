#include "data/inner_products.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "data/dense_kernels.hpp"

namespace graphsparse {
namespace {

// A tile of products is added up in registers while the rows pass by: two registers high, six
// columns wide.
constexpr std::size_t kRegisters = 2;
constexpr std::size_t kTileWidth = 6;
constexpr std::size_t kTileHeight = 8;
// Of both blocks at once, so that what is packed of them stays in the cache.
constexpr std::size_t kRowsAtOnce = 256;
constexpr std::size_t kColumnsAtOnce = 192;  // whole tiles in either direction

using NarrowRegister [[gnu::vector_size(16)]] = double;
using WideRegister [[gnu::vector_size(32)]] = double;

// sums[j][i] += a[k][i] * b[k][j] for all rows k in their order, as many i as two registers hold.
template <class Register>
[[gnu::always_inline]] inline void add_to_tile(const double* a, const double* b, std::size_t rows,
                                               double* sums) {
  constexpr std::size_t lanes = sizeof(Register) / sizeof(double);
  Register sum[kTileWidth][kRegisters];
  for (std::size_t j = 0; j < kTileWidth; ++j) {
    for (std::size_t r = 0; r < kRegisters; ++r) {
      std::memcpy(&sum[j][r], sums + j * kTileHeight + r * lanes, sizeof(Register));
    }
  }
  for (std::size_t k = 0; k < rows; ++k, a += kTileHeight, b += kTileWidth) {
    Register left[kRegisters];
    for (std::size_t r = 0; r < kRegisters; ++r) {
      std::memcpy(&left[r], a + r * lanes, sizeof(Register));
    }
    for (std::size_t j = 0; j < kTileWidth; ++j) {
      for (std::size_t r = 0; r < kRegisters; ++r) sum[j][r] += left[r] * b[j];
    }
  }
  for (std::size_t j = 0; j < kTileWidth; ++j) {
    for (std::size_t r = 0; r < kRegisters; ++r) {
      std::memcpy(sums + j * kTileHeight + r * lanes, &sum[j][r], sizeof(Register));
    }
  }
}

GRAPHSPARSE_AVX2 void add_to_tile_wide(const double* a, const double* b, std::size_t rows,
                                       double* sums) {
  add_to_tile<WideRegister>(a, b, rows, sums);
}

void add_to_tile_narrow(const double* a, const double* b, std::size_t rows, double* sums) {
  constexpr std::size_t half = kTileHeight / 2;
  add_to_tile<NarrowRegister>(a, b, rows, sums);
  add_to_tile<NarrowRegister>(a + half, b, rows, sums + half);
}

// Groups of `kWidth` columns, each of which has its values of a row side by side; in the last one
// those that are missing are zeros.
template <std::size_t kWidth>
void pack(ColumnBlock block, std::size_t rows, std::vector<double>& packed) {
  const std::size_t groups = (block.columns + kWidth - 1) / kWidth;
  packed.resize(std::max(packed.size(), groups * kWidth * rows));
  double* to = packed.data();
  std::size_t first = 0;
  for (; first + kWidth <= block.columns; first += kWidth) {
    const double* column[kWidth];
    for (std::size_t i = 0; i < kWidth; ++i) column[i] = block.column(first + i);
    for (std::size_t k = 0; k < rows; ++k) {
      for (std::size_t i = 0; i < kWidth; ++i) *to++ = column[i][k];
    }
  }
  for (std::size_t k = 0; k < rows && first < block.columns; ++k) {
    for (std::size_t i = first; i < first + kWidth; ++i) {
      *to++ = i < block.columns ? block.column(i)[k] : 0.0;
    }
  }
}

ColumnBlock part_of(ColumnBlock block, std::size_t first_row, std::size_t first_column) {
  const std::size_t columns = std::min(kColumnsAtOnce, block.columns - first_column);
  return {block.column(first_column) + first_row, columns, block.stride};
}

}  // namespace

// Adds up products of a part of both blocks, which is packed.
class InnerProducts::Tiles {
 public:
  // Of the lower half alone, where it says so.
  Tiles(InnerProducts& owner, std::size_t stride, bool is_half, double* products)
      : owner_(owner),
        stride_(stride),
        is_half_(is_half),
        products_(products),
        add_to_tile_(uses_wide_kernels() ? add_to_tile_wide : add_to_tile_narrow) {}

  // `top` and `left` are the places of their first product.
  void add(ColumnBlock above, std::size_t top, ColumnBlock beside, std::size_t left,
           std::size_t rows) {
    pack<kTileHeight>(above, rows, owner_.left_);
    pack<kTileWidth>(beside, rows, owner_.right_);
    for (std::size_t j = 0; j < beside.columns; j += kTileWidth) {
      const std::size_t width = std::min(kTileWidth, beside.columns - j);
      for (std::size_t i = 0; i < above.columns; i += kTileHeight) {
        const std::size_t height = std::min(kTileHeight, above.columns - i);
        if (is_half_ && top + i + height <= left + j) continue;
        add_tile(owner_.left_.data() + i * rows, owner_.right_.data() + j * rows, rows, height,
                 width, products_ + (top + i) + (left + j) * stride_);
      }
    }
  }

 private:
  void add_tile(const double* a, const double* b, std::size_t rows, std::size_t height,
                std::size_t width, double* first) {
    double sums[kTileHeight * kTileWidth] = {};
    for (std::size_t j = 0; j < width; ++j) {
      std::copy_n(first + j * stride_, height, sums + j * kTileHeight);
    }
    add_to_tile_(a, b, rows, sums);
    for (std::size_t j = 0; j < width; ++j) {
      std::copy_n(sums + j * kTileHeight, height, first + j * stride_);
    }
  }

  InnerProducts& owner_;
  std::size_t stride_;
  bool is_half_;
  double* products_;
  void (*add_to_tile_)(const double*, const double*, std::size_t, double*);
};

// Rows come in pieces one after the other, so that each sum is added up in their order.
void InnerProducts::add_up(ColumnBlock left, ColumnBlock right, std::size_t rows, bool is_half,
                           double* products) {
  std::fill_n(products, left.columns * right.columns, 0.0);
  Tiles tiles(*this, left.columns, is_half, products);
  for (std::size_t row = 0; row < rows; row += kRowsAtOnce) {
    const std::size_t count = std::min(kRowsAtOnce, rows - row);
    for (std::size_t i = 0; i < left.columns; i += kColumnsAtOnce) {
      for (std::size_t j = 0; j < right.columns; j += kColumnsAtOnce) {
        if (is_half && i < j) continue;
        tiles.add(part_of(left, row, i), i, part_of(right, row, j), j, count);
      }
    }
  }
}

void InnerProducts::compute(ColumnBlock left, ColumnBlock right, std::size_t rows,
                            double* products) {
  add_up(left, right, rows, false, products);
}

void InnerProducts::compute_symmetric(ColumnBlock left, ColumnBlock right, std::size_t rows,
                                      double* products) {
  add_up(left, right, rows, true, products);
  const std::size_t size = left.columns;
  for (std::size_t j = 1; j < size; ++j) {
    for (std::size_t i = 0; i < j; ++i) products[i + j * size] = products[j + i * size];
  }
}

}  // namespace graphsparse
