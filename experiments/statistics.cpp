#include "statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "graphsparse/core/random.hpp"

namespace graphsparse::experiments {
namespace {

constexpr std::size_t kPairsOfRuns = 1000;
constexpr std::size_t kPairsWithin = 950;

}  // namespace

double difference_by_chance(const std::vector<double>& trials, const Statistic& statistic) {
  RandomStream stream(0, "chance");
  std::vector<double> drawn(trials.size());
  const auto run = [&] {
    for (double& value : drawn) value = trials[stream.below(trials.size())];
    return statistic(drawn);
  };
  std::vector<double> differences(kPairsOfRuns);
  for (double& difference : differences) {
    const double first = run();
    difference = std::abs(first - run());
  }
  std::sort(differences.begin(), differences.end());
  return differences[kPairsWithin - 1];
}

std::size_t trimmed_at_each_end(std::size_t trials) { return trials * 3 / 50; }

std::vector<double> trimmed(std::vector<double> values, std::size_t cut) {
  std::sort(values.begin(), values.end());
  if (values.size() <= 2 * cut) return values;
  const auto offset = static_cast<std::ptrdiff_t>(cut);
  return {values.begin() + offset, values.end() - offset};
}

}  // namespace graphsparse::experiments
