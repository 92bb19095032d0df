#include "graphsparse/data/standardized_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "graphsparse/core/error.hpp"

namespace graphsparse {

// Two passes: the first finds the means, the second sums squares around them, so that a large mean
// does not swallow a small deviation. The first works with differences to the first row, so that a
// constant column has exactly that mean and the deviation 0.
Standardization learn_standardization(const DesignMatrix& matrix, Rows rows) {
  if (rows.empty()) throw InputError("standardization needs at least one row");
  const auto columns = static_cast<std::size_t>(matrix.columns());
  const auto count = static_cast<double>(rows.size());
  std::vector<double> sums(columns, 0.0);
  std::vector<double> squares(columns, 0.0);
  Standardization result;
  result.mean.assign(columns, 0.0);
  const double one = 1.0;
  matrix.add_transposed(rows.first(1), {&one, 1}, result.mean);
  matrix.add_moments(rows, result.mean, sums, squares);
  for (std::size_t j = 0; j < columns; ++j) result.mean[j] += sums[j] / count;

  std::fill(sums.begin(), sums.end(), 0.0);
  std::fill(squares.begin(), squares.end(), 0.0);
  matrix.add_moments(rows, result.mean, sums, squares);
  result.scale.resize(columns);
  for (std::size_t j = 0; j < columns; ++j) {
    // The sum would be 0 but for the rounding of the mean, which this takes out again.
    const double variance = (squares[j] - sums[j] * (sums[j] / count)) / count;
    if (!std::isfinite(variance)) {
      throw InputError(
          fmt::format("column {} has values too large to be standardized; divide them by a power "
                      "of ten",
                      j));
    }
    result.scale[j] = variance > 0.0 ? std::sqrt(variance) : 1.0;
  }
  return result;
}

StandardizedMatrix::StandardizedMatrix(const DesignMatrix& raw, Standardization standardization)
    : raw_(raw), standardization_(std::move(standardization)) {
  const auto wanted = static_cast<std::size_t>(raw.columns());
  if (standardization_.mean.size() != wanted || standardization_.scale.size() != wanted) {
    throw InputError(
        fmt::format("a standardization of {} means and {} scales does not fit {} "
                    "columns",
                    standardization_.mean.size(), standardization_.scale.size(), wanted));
  }
  const auto is_bad = [](double scale) { return !std::isfinite(scale) || scale <= 0.0; };
  const auto bad =
      std::find_if(standardization_.scale.begin(), standardization_.scale.end(), is_bad);
  if (bad == standardization_.scale.end()) return;
  throw InputError(fmt::format("the scale {} of column {} is not a positive number", *bad,
                               bad - standardization_.scale.begin()));
}

// Takes the mean off each value before it is multiplied. Taking the product of the means off the
// raw product would be shorter and lose digits where means are large.
void StandardizedMatrix::multiply(Rows rows, SparseView w, Output products) const {
  constexpr std::size_t least_rows = 8;
  constexpr std::size_t most_columns = 512;
  std::array<double, least_rows * most_columns> raw_values;  // NOLINT: gather fills it
  std::fill_n(products.begin(), rows.size(), 0.0);
  // As many rows at once as there is room for, as a mapped file looks after itself in each gather.
  const std::size_t most_rows =
      raw_values.size() / std::clamp<std::size_t>(w.indices.size(), 1, most_columns);
  for (std::size_t r = 0; r < rows.size(); r += most_rows) {
    const Rows some_rows = rows.subspan(r, std::min(most_rows, rows.size() - r));
    for (std::size_t c = 0; c < w.indices.size(); c += most_columns) {
      const auto indices = w.indices.subspan(c, std::min(most_columns, w.indices.size() - c));
      raw_.gather(some_rows, indices,
                  std::span<double>(raw_values).first(some_rows.size() * indices.size()));
      const double* value = raw_values.data();
      for (std::size_t i = 0; i < indices.size(); ++i) {
        const auto j = static_cast<std::size_t>(indices[i]);
        const double mean = standardization_.mean[j];
        const double factor = w.values[c + i] / standardization_.scale[j];
        for (std::size_t k = 0; k < some_rows.size(); ++k) {
          products[r + k] += (*value++ - mean) * factor;
        }
      }
    }
  }
}

// sum_k f_k (a_k - mean) / scale = (sum_k f_k a_k - mean sum_k f_k) / scale, where `sums` itself,
// multiplied by the scale meanwhile, collects the raw sums: no second vector is needed.
void StandardizedMatrix::add_transposed(Rows rows, Input factors, Output sums) const {
  double factor_sum = 0.0;
  for (std::size_t k = 0; k < rows.size(); ++k) factor_sum += factors[k];
  const auto columns = static_cast<std::size_t>(raw_.columns());
  for (std::size_t j = 0; j < columns; ++j) {
    sums[j] = sums[j] * standardization_.scale[j] - standardization_.mean[j] * factor_sum;
  }
  raw_.add_transposed(rows, factors, sums);
  for (std::size_t j = 0; j < columns; ++j) sums[j] /= standardization_.scale[j];
}

void StandardizedMatrix::multiply_transposed(Rows rows, Input factors, Columns columns,
                                             Output products) const {
  double factor_sum = 0.0;
  for (std::size_t k = 0; k < rows.size(); ++k) factor_sum += factors[k];
  raw_.multiply_transposed(rows, factors, columns, products);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto j = static_cast<std::size_t>(columns[i]);
    products[i] = (products[i] - standardization_.mean[j] * factor_sum) / standardization_.scale[j];
  }
}

void StandardizedMatrix::gather(Rows rows, Columns columns, Output column_major) const {
  raw_.gather(rows, columns, column_major);
  double* value = column_major.data();
  for (const NodeId column : columns) {
    for (std::size_t k = 0; k < rows.size(); ++k, ++value) {
      *value = (*value - standardization_.mean[column]) / standardization_.scale[column];
    }
  }
}

}  // namespace graphsparse
