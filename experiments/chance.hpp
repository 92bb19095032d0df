// How far two runs of the same experiment lie apart by chance alone.
#pragma once

#include <functional>
#include <vector>

namespace graphsparse::experiments {

// What is made of the values of all trials, such as their trimmed mean.
using Statistic = std::function<double(const std::vector<double>& trials)>;

// In 95 of 100 cases the statistic of two runs, each of as many trials as these, differs by no
// more. The trials of both are drawn from these with replacement, many times over (the bootstrap).
double difference_by_chance(const std::vector<double>& trials, const Statistic& statistic);

}  // namespace graphsparse::experiments
