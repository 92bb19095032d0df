#include "pcst/lower_bound.hpp"

#include <algorithm>
#include <functional>

namespace graphsparse {

// Splits the family into disjoint chains, each going on with the higher of the parts below it; the
// tallest of these are together the best choice.
double MoatBound::largest_chains(const MoatForest& moats, std::int64_t trees) {
  const auto& clusters = moats.clusters;
  heights_.assign(clusters.size(), 0.0);
  // Parts come before the whole: a height is complete when its turn comes. The part that is lower
  // than its sibling ends its chain and stays where it is, the higher one is taken over by the
  // parent.
  for (std::size_t at = 0; at < clusters.size(); ++at) {
    heights_[at] += clusters[at].moat;
    if (clusters[at].parent < 0) continue;
    double& taken_over = heights_[static_cast<std::size_t>(clusters[at].parent)];
    if (heights_[at] > taken_over) std::swap(heights_[at], taken_over);
  }
  const auto count = std::min(static_cast<std::size_t>(trees), heights_.size());
  if (count == 1) return *std::max_element(heights_.begin(), heights_.end());
  const auto middle = heights_.begin() + static_cast<std::ptrdiff_t>(count);
  std::nth_element(heights_.begin(), middle, heights_.end(), std::greater<>());
  double sum = 0.0;
  std::sort(heights_.begin(), middle, std::greater<>());
  for (auto height = heights_.begin(); height != middle; ++height) sum += *height;
  return sum;
}

}  // namespace graphsparse
