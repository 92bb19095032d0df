#include "fit/fill.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#include "graphsparse/data/dense_matrix.hpp"

namespace graphsparse {
namespace {

double mean_of(const std::vector<double>& values) {
  // Around the first value, so that equal ones have exactly themselves for a mean.
  double sum = 0.0;
  for (const double value : values) sum += value - values.front();
  return values.front() + sum / static_cast<double>(values.size());
}

double median_of(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return std::midpoint(*std::max_element(values.begin(), middle), *middle);
}

}  // namespace

std::vector<double> learn_fill(const DesignMatrix& design, Rows rows, bool by_median) {
  std::vector<double> fill(static_cast<std::size_t>(design.columns()), 0.0);
  std::vector<double> column(rows.size());
  std::vector<double> present;
  for (NodeId feature = 0; feature < design.columns(); ++feature) {
    design.gather(rows, {&feature, 1}, column);
    present.clear();
    std::copy_if(column.begin(), column.end(), std::back_inserter(present),
                 [](double value) { return !std::isnan(value); });
    if (present.empty()) continue;
    fill[static_cast<std::size_t>(feature)] = by_median ? median_of(present) : mean_of(present);
  }
  return fill;
}

std::unique_ptr<const DesignMatrix> fill_missing(const DesignMatrix& design,
                                                 std::span<const double> fill) {
  const std::vector<RowIndex> rows = all_rows(design.rows());
  const std::size_t width = fill.size();
  std::vector<double> values(rows.size() * width, 0.0);
  const double one = 1.0;
  for (const RowIndex row : rows) {
    const auto copy = std::span(values).subspan(static_cast<std::size_t>(row) * width, width);
    design.add_transposed({&row, 1}, {&one, 1}, copy);
    for (std::size_t j = 0; j < width; ++j) {
      if (std::isnan(copy[j])) copy[j] = fill[j];
    }
  }
  return std::make_unique<const DenseMatrix<double>>(design.rows(), design.columns(),
                                                     std::move(values));
}

}  // namespace graphsparse
