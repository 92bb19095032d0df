#include "data/dense_kernels.hpp"

namespace graphsparse {
namespace {

// Wide registers where the machine has them, the same bits where it has not: no clone may contract
// a product and a sum into one rounding, so fused instructions are left out on purpose.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
#define GRAPHSPARSE_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define GRAPHSPARSE_WIDE
#endif

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

// Function clones cannot be templates, hence one overload a precision.
GRAPHSPARSE_WIDE void add_four_rows(const double* const* row, const double* factor, double* sums,
                                    std::size_t columns) {
  add_four(row, factor, sums, columns);
}
GRAPHSPARSE_WIDE void add_four_rows(const float* const* row, const double* factor, double* sums,
                                    std::size_t columns) {
  add_four(row, factor, sums, columns);
}
GRAPHSPARSE_WIDE void add_row(const double* row, double factor, double* sums, std::size_t columns) {
  add_one(row, factor, sums, columns);
}
GRAPHSPARSE_WIDE void add_row(const float* row, double factor, double* sums, std::size_t columns) {
  add_one(row, factor, sums, columns);
}

}  // namespace

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
void gather_columns(DenseRows<Scalar> matrix, Rows rows, std::span<const NodeId> columns,
                    std::span<double> column_major) {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Scalar* const row = matrix.row(rows[k]);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      column_major[i * rows.size() + k] = static_cast<double>(row[columns[i]]);
    }
  }
}

template void multiply_rows(DenseRows<float>, Rows, SparseView, std::span<double>);
template void multiply_rows(DenseRows<double>, Rows, SparseView, std::span<double>);
template void add_transposed_rows(DenseRows<float>, Rows, std::span<const double>,
                                  std::span<double>);
template void add_transposed_rows(DenseRows<double>, Rows, std::span<const double>,
                                  std::span<double>);
template void gather_columns(DenseRows<float>, Rows, std::span<const NodeId>, std::span<double>);
template void gather_columns(DenseRows<double>, Rows, std::span<const NodeId>, std::span<double>);

}  // namespace graphsparse
