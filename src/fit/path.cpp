#include "fit/path.hpp"

#include <algorithm>
#include <numeric>

namespace graphsparse {
namespace {

bool are_on_one_path(FitSpec a, const FitSpec& b) {
  a.sparsity = b.sparsity;
  return a == b;
}

}  // namespace

std::vector<PathStep> order_path(std::span<const FitSpec> specs) {
  std::vector<std::size_t> order(specs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return *specs[a].sparsity < *specs[b].sparsity;
  });
  std::vector<PathStep> steps;
  for (const std::size_t spec : order) {
    PathStep step{spec, std::nullopt, false};
    const auto before = std::find_if(steps.rbegin(), steps.rend(), [&](const PathStep& done) {
      return are_on_one_path(specs[done.spec], specs[spec]);
    });
    if (before != steps.rend()) {
      step.before = before->spec;
      step.is_same = specs[before->spec].sparsity == specs[spec].sparsity;
    }
    steps.push_back(step);
  }
  return steps;
}

}  // namespace graphsparse
