#include "data/dense_kernels.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <string_view>

namespace graphsparse {
namespace {

bool has_wide_registers() {
#if defined(__GNUC__) && defined(__x86_64__)
  return __builtin_cpu_supports("avx2") != 0;
#else
  return false;
#endif
}

bool is_plain_forced() {
  const char* const value = std::getenv("GRAPHSPARSE_PLAIN_KERNELS");  // NOLINT: nobody sets it
  if (value == nullptr) return false;
  const std::string_view text = value;
  return !text.empty() && text != "0";
}

std::atomic<bool>& choice() {
  static std::atomic<bool> is_wide = has_wide_registers() && !is_plain_forced();
  return is_wide;
}

}  // namespace

bool uses_wide_kernels() { return choice().load(std::memory_order_relaxed); }

void choose_wide_kernels(bool wanted) { choice() = wanted && has_wide_registers(); }

namespace {

// Four rows in one pass over the sums: a quarter of the traffic of one row at a time.
template <class Scalar>
[[gnu::always_inline]] inline void add_four(const Scalar* const* row, const double* factor,
                                            double* sums, std::size_t columns) {
  for (std::size_t j = 0; j < columns; ++j) {
    sums[j] +=
        (factor[0] * static_cast<double>(row[0][j]) + factor[1] * static_cast<double>(row[1][j])) +
        (factor[2] * static_cast<double>(row[2][j]) + factor[3] * static_cast<double>(row[3][j]));
  }
}

template <class Scalar>
[[gnu::always_inline]] inline void add_one(const Scalar* row, double factor, double* sums,
                                           std::size_t columns) {
  for (std::size_t j = 0; j < columns; ++j) sums[j] += factor * static_cast<double>(row[j]);
}

// Added in the order of the columns, as a row by itself is, so that both layouts give the same
// bits.
template <class Scalar, class Place>
[[gnu::always_inline]] inline void add_four_in_order(const Scalar* const* column,
                                                     const double* factor, double* sums,
                                                     std::size_t rows, Place place) {
  for (std::size_t k = 0; k < rows; ++k) {
    double sum = sums[k];
    for (int c = 0; c < 4; ++c) sum += static_cast<double>(column[c][place(k)]) * factor[c];
    sums[k] = sum;
  }
}

// Eight sums side by side, which wide registers can hold and narrow ones add up alike.
template <class Scalar>
[[gnu::always_inline]] inline double sum_of_products(const Scalar* a, const double* b,
                                                     std::size_t count) {
  constexpr std::size_t lanes = 8;
  double sums[lanes] = {};
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    for (std::size_t l = 0; l < lanes; ++l) sums[l] += static_cast<double>(a[k + l]) * b[k + l];
  }
  double sum = 0.0;
  for (; k < count; ++k) sum += static_cast<double>(a[k]) * b[k];
  for (const double part : sums) sum += part;
  return sum;
}

// Each kernel in two forms that give the same bits: the compiler may use wide registers in the one,
// and in neither contracts a product and a sum into one rounding.
template <class Scalar>
GRAPHSPARSE_AVX2 void add_four_rows_wide(const Scalar* const* row, const double* factor,
                                         double* sums, std::size_t columns) {
  add_four(row, factor, sums, columns);
}
template <class Scalar>
void add_four_rows(const Scalar* const* row, const double* factor, double* sums,
                   std::size_t columns) {
  if (uses_wide_kernels()) return add_four_rows_wide(row, factor, sums, columns);
  add_four(row, factor, sums, columns);
}

template <class Scalar>
GRAPHSPARSE_AVX2 void add_row_wide(const Scalar* row, double factor, double* sums,
                                   std::size_t columns) {
  add_one(row, factor, sums, columns);
}
template <class Scalar>
void add_row(const Scalar* row, double factor, double* sums, std::size_t columns) {
  if (uses_wide_kernels()) return add_row_wide(row, factor, sums, columns);
  add_one(row, factor, sums, columns);
}

template <class Scalar>
GRAPHSPARSE_AVX2 void add_four_columns_wide(const Scalar* const* column, const double* factor,
                                            double* sums, std::size_t rows) {
  add_four_in_order(column, factor, sums, rows, [](std::size_t k) { return k; });
}
template <class Scalar>
void add_four_columns(const Scalar* const* column, const double* factor, double* sums,
                      std::size_t rows) {
  if (uses_wide_kernels()) return add_four_columns_wide(column, factor, sums, rows);
  add_four_in_order(column, factor, sums, rows, [](std::size_t k) { return k; });
}

template <class Scalar>
GRAPHSPARSE_AVX2 double inner_product_wide(const Scalar* a, const double* b, std::size_t count) {
  return sum_of_products(a, b, count);
}
template <class Scalar>
double inner_product(const Scalar* a, const double* b, std::size_t count) {
  return uses_wide_kernels() ? inner_product_wide(a, b, count) : sum_of_products(a, b, count);
}

bool are_consecutive(Rows rows) {
  for (std::size_t k = 1; k < rows.size(); ++k) {
    if (rows[k] != rows[k - 1] + 1) return false;
  }
  return !rows.empty();
}

constexpr std::size_t kTile = 16;

}  // namespace

// Tile by tile, so that the lines of both layouts stay in the cache.
template <class Scalar>
void transpose(DenseRows<Scalar> matrix, std::size_t rows, Scalar* by_column) {
  for (std::size_t top = 0; top < rows; top += kTile) {
    const std::size_t bottom = std::min(top + kTile, rows);
    for (std::size_t left = 0; left < matrix.columns; left += kTile) {
      const std::size_t right = std::min(left + kTile, matrix.columns);
      for (std::size_t j = left; j < right; ++j) {
        for (std::size_t k = top; k < bottom; ++k) {
          by_column[j * rows + k] = matrix.values[k * matrix.stride + j];
        }
      }
    }
  }
}

// Four columns in one pass over the products: a quarter of their traffic.
template <class Scalar>
void multiply_columns(DenseColumns<Scalar> matrix, Rows rows, SparseView w,
                      std::span<double> products) {
  std::fill(products.begin(), products.end(), 0.0);
  const bool is_range = are_consecutive(rows);
  std::size_t i = 0;
  for (; i + 4 <= w.indices.size(); i += 4) {
    const Scalar* four[4] = {matrix.column(w.indices[i]), matrix.column(w.indices[i + 1]),
                             matrix.column(w.indices[i + 2]), matrix.column(w.indices[i + 3])};
    if (!is_range) {
      add_four_in_order(four, w.values.data() + i, products.data(), rows.size(),
                        [&](std::size_t k) { return rows[k]; });
      continue;
    }
    for (const Scalar*& column : four) column += rows[0];
    add_four_columns(four, w.values.data() + i, products.data(), rows.size());
  }
  for (; i < w.indices.size(); ++i) {
    const Scalar* const column = matrix.column(w.indices[i]);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      products[k] += static_cast<double>(column[rows[k]]) * w.values[i];
    }
  }
}

template <class Scalar>
void multiply_transposed_columns(DenseColumns<Scalar> matrix, Rows rows,
                                 std::span<const double> factors, std::span<const NodeId> columns,
                                 std::span<double> products) {
  const bool is_range = are_consecutive(rows);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Scalar* const column = matrix.column(columns[i]);
    if (is_range) {
      products[i] = inner_product(column + rows[0], factors.data(), rows.size());
      continue;
    }
    double sum = 0.0;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      sum += factors[k] * static_cast<double>(column[rows[k]]);
    }
    products[i] = sum;
  }
}

template <class Scalar>
bool add_transposed_columns(DenseColumns<Scalar> matrix, Rows rows, std::span<const double> factors,
                            std::span<double> sums) {
  if (!are_consecutive(rows)) return false;
  for (std::size_t j = 0; j < sums.size(); ++j) {
    const Scalar* const column = matrix.column(static_cast<NodeId>(j));
    sums[j] += inner_product(column + rows[0], factors.data(), rows.size());
  }
  return true;
}

template <class Scalar>
void copy_columns(DenseColumns<Scalar> matrix, Rows rows, std::span<const NodeId> columns,
                  std::span<double> column_major) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Scalar* const column = matrix.column(columns[i]);
    double* const to = column_major.data() + i * rows.size();
    for (std::size_t k = 0; k < rows.size(); ++k) to[k] = static_cast<double>(column[rows[k]]);
  }
}

// Four rows at a time: sums of different rows do not wait for each other, and each is added up in
// the same order as alone.
template <class Scalar>
void multiply_rows(DenseRows<Scalar> matrix, Rows rows, SparseView w, std::span<double> products) {
  std::size_t k = 0;
  for (; k + 4 <= rows.size(); k += 4) {
    const Scalar* const four[4] = {matrix.row(rows[k]), matrix.row(rows[k + 1]),
                                   matrix.row(rows[k + 2]), matrix.row(rows[k + 3])};
    double sums[4] = {};
    for (std::size_t i = 0; i < w.indices.size(); ++i) {
      const NodeId column = w.indices[i];
      const double value = w.values[i];
      for (int r = 0; r < 4; ++r) sums[r] += static_cast<double>(four[r][column]) * value;
    }
    for (std::size_t r = 0; r < 4; ++r) products[k + r] = sums[r];
  }
  for (; k < rows.size(); ++k) {
    const Scalar* const row = matrix.row(rows[k]);
    double sum = 0.0;
    for (std::size_t i = 0; i < w.indices.size(); ++i) {
      sum += static_cast<double>(row[w.indices[i]]) * w.values[i];
    }
    products[k] = sum;
  }
}

template <class Scalar>
void add_transposed_rows(DenseRows<Scalar> matrix, Rows rows, std::span<const double> factors,
                         std::span<double> sums) {
  std::size_t k = 0;
  for (; k + 4 <= rows.size(); k += 4) {
    const Scalar* const four[4] = {matrix.row(rows[k]), matrix.row(rows[k + 1]),
                                   matrix.row(rows[k + 2]), matrix.row(rows[k + 3])};
    add_four_rows(four, factors.data() + k, sums.data(), matrix.columns);
  }
  for (; k < rows.size(); ++k)
    add_row(matrix.row(rows[k]), factors[k], sums.data(), matrix.columns);
}

template <class Scalar>
void add_transposed_at(DenseRows<Scalar> matrix, Rows rows, std::span<const double> factors,
                       std::span<const NodeId> columns, std::span<double> products) {
  std::size_t k = 0;
  for (; k + 4 <= rows.size(); k += 4) {
    const Scalar* const four[4] = {matrix.row(rows[k]), matrix.row(rows[k + 1]),
                                   matrix.row(rows[k + 2]), matrix.row(rows[k + 3])};
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto term = [&](std::size_t r) {
        return factors[k + r] * static_cast<double>(four[r][columns[i]]);
      };
      products[i] += (term(0) + term(1)) + (term(2) + term(3));
    }
  }
  for (; k < rows.size(); ++k) {
    const Scalar* const row = matrix.row(rows[k]);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      products[i] += factors[k] * static_cast<double>(row[columns[i]]);
    }
  }
}

template <class Scalar>
void gather_columns(DenseRows<Scalar> matrix, Rows rows, std::span<const NodeId> columns,
                    std::span<double> column_major) {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Scalar* const row = matrix.row(rows[k]);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      column_major[i * rows.size() + k] = static_cast<double>(row[columns[i]]);
    }
  }
}

template void transpose(DenseRows<float>, std::size_t, float*);
template void transpose(DenseRows<double>, std::size_t, double*);
template void multiply_columns(DenseColumns<float>, Rows, SparseView, std::span<double>);
template void multiply_columns(DenseColumns<double>, Rows, SparseView, std::span<double>);
template void multiply_transposed_columns(DenseColumns<float>, Rows, std::span<const double>,
                                          std::span<const NodeId>, std::span<double>);
template void multiply_transposed_columns(DenseColumns<double>, Rows, std::span<const double>,
                                          std::span<const NodeId>, std::span<double>);
template bool add_transposed_columns(DenseColumns<float>, Rows, std::span<const double>,
                                     std::span<double>);
template bool add_transposed_columns(DenseColumns<double>, Rows, std::span<const double>,
                                     std::span<double>);
template void copy_columns(DenseColumns<float>, Rows, std::span<const NodeId>, std::span<double>);
template void copy_columns(DenseColumns<double>, Rows, std::span<const NodeId>, std::span<double>);
template void multiply_rows(DenseRows<float>, Rows, SparseView, std::span<double>);
template void multiply_rows(DenseRows<double>, Rows, SparseView, std::span<double>);
template void add_transposed_rows(DenseRows<float>, Rows, std::span<const double>,
                                  std::span<double>);
template void add_transposed_rows(DenseRows<double>, Rows, std::span<const double>,
                                  std::span<double>);
template void add_transposed_at(DenseRows<float>, Rows, std::span<const double>,
                                std::span<const NodeId>, std::span<double>);
template void add_transposed_at(DenseRows<double>, Rows, std::span<const double>,
                                std::span<const NodeId>, std::span<double>);
template void gather_columns(DenseRows<float>, Rows, std::span<const NodeId>, std::span<double>);
template void gather_columns(DenseRows<double>, Rows, std::span<const NodeId>, std::span<double>);

}  // namespace graphsparse
