// How far two runs of the same experiment lie apart by chance alone.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace graphsparse::experiments {

// What is made of the values of all trials, such as their trimmed mean.
using Statistic = std::function<double(const std::vector<double>& trials)>;

// In 95 of 100 cases the statistic of two runs, each of as many trials as these, differs by no
// more. The trials of both are drawn from these with replacement, many times over (the bootstrap).
double difference_by_chance(const std::vector<double>& trials, const Statistic& statistic);

// Means as the authors take them: without the smallest and the largest few.

// 3 of 50 at each end, fewer in proportion where there are fewer trials
// (docs/notes/figures/README.md).
std::size_t trimmed_at_each_end(std::size_t trials);

// Sorted, without `cut` values at each end.
std::vector<double> trimmed(std::vector<double> values, std::size_t cut);

}  // namespace graphsparse::experiments
