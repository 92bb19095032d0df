#include "graphsparse/baseline/prefilter.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "graphsparse/data/standardized_matrix.hpp"

namespace graphsparse {

Support most_correlated_features(const Problem& problem, const Support& candidates,
                                 std::int64_t count) {
  if (count >= static_cast<std::int64_t>(candidates.size())) return candidates;
  const std::vector<RowIndex> rows = used_rows(problem);
  std::vector<double> target;
  double mean = 0.0;
  for (const RowIndex row : rows) {
    target.push_back(problem.target[static_cast<std::size_t>(row)]);
    mean += target.back() / static_cast<double>(rows.size());
  }
  for (double& value : target) value -= mean;
  // With standardized columns a correlation is a product, up to a factor they all share.
  const StandardizedMatrix standardized(*problem.design,
                                        learn_standardization(*problem.design, rows));
  std::vector<double> products(static_cast<std::size_t>(problem.features()), 0.0);
  standardized.add_transposed(rows, target, products);
  const auto size_of = [&](NodeId feature) {
    return std::abs(products[static_cast<std::size_t>(feature)]);
  };
  Support kept = candidates;
  std::stable_sort(kept.begin(), kept.end(),
                   [&](NodeId a, NodeId b) { return size_of(a) > size_of(b); });
  kept.resize(static_cast<std::size_t>(std::max<std::int64_t>(count, 0)));
  std::sort(kept.begin(), kept.end());
  return kept;
}

}  // namespace graphsparse
