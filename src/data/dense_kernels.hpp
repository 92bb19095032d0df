// Which form of a kernel runs: the one for wide registers where the machine has them, or the plain
// one, which gives the same bits. GRAPHSPARSE_PLAIN_KERNELS=1 in the environment forces the plain.
#pragma once

#include <cstddef>

#include "graphsparse/data/design_matrix.hpp"

#if defined(__GNUC__) && defined(__x86_64__)
// Without "fma": a fused product and sum would round once where the plain form rounds twice.
#define GRAPHSPARSE_AVX2 __attribute__((target("avx2")))
#else
#define GRAPHSPARSE_AVX2
#endif

namespace graphsparse {

bool uses_wide_kernels();

// For tests, which compare both; beyond what the machine has it does nothing.
void choose_wide_kernels(bool wanted);

// Products of dense row-major rows, shared by matrices in memory and in mapped files, and of the
// same values column by column.

// Where row-major values lie; row r begins at values + r * stride.
template <class Scalar>
struct DenseRows {
  const Scalar* values = nullptr;
  std::size_t columns = 0;
  std::size_t stride = columns;

  const Scalar* row(RowIndex index) const {
    return values + static_cast<std::size_t>(index) * stride;
  }
};

// The same values column by column; column j begins at values + j * stride.
template <class Scalar>
struct DenseColumns {
  const Scalar* values = nullptr;
  std::size_t stride = 0;

  const Scalar* column(NodeId index) const {
    return values + static_cast<std::size_t>(index) * stride;
  }
};

template <class Scalar>
void transpose(DenseRows<Scalar> matrix, std::size_t rows, Scalar* by_column);

template <class Scalar>
void multiply_columns(DenseColumns<Scalar> matrix, Rows rows, SparseView w,
                      std::span<double> products);

template <class Scalar>
void multiply_transposed_columns(DenseColumns<Scalar> matrix, Rows rows,
                                 std::span<const double> factors, std::span<const NodeId> columns,
                                 std::span<double> products);

// All columns' sums over the rows. False, with nothing done, unless the rows are consecutive:
// others are better read by row.
template <class Scalar>
bool add_transposed_columns(DenseColumns<Scalar> matrix, Rows rows, std::span<const double> factors,
                            std::span<double> sums);

template <class Scalar>
void copy_columns(DenseColumns<Scalar> matrix, Rows rows, std::span<const NodeId> columns,
                  std::span<double> column_major);

template <class Scalar>
void multiply_rows(DenseRows<Scalar> matrix, Rows rows, SparseView w, std::span<double> products);

template <class Scalar>
void add_transposed_rows(DenseRows<Scalar> matrix, Rows rows, std::span<const double> factors,
                         std::span<double> sums);

// The same for some columns: products[i] += the sum of columns[i], with the bits of
// add_transposed_rows where both begin with the same value and the rows come in multiples of four.
template <class Scalar>
void add_transposed_at(DenseRows<Scalar> matrix, Rows rows, std::span<const double> factors,
                       std::span<const NodeId> columns, std::span<double> products);

template <class Scalar>
void gather_columns(DenseRows<Scalar> matrix, Rows rows, std::span<const NodeId> columns,
                    std::span<double> column_major);

}  // namespace graphsparse
