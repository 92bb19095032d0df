#include "graphsparse/selection/prediction_scores.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "graphsparse/core/error.hpp"

namespace graphsparse {
namespace {

constexpr double kNormalQuantile = 1.959963984540054;  // of 0.975

// From 1; equal values share the mean of their ranks.
std::vector<double> midranks(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    const double rank = 0.5 * static_cast<double>(begin + end + 1);
    for (; begin < end; ++begin) ranks[order[begin]] = rank;
  }
  return ranks;
}

double variance_of_mean(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0.0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return squares / (count - 1.0) / count;
}

double logistic(double z) { return 1.0 / (1.0 + std::exp(-z)); }

// Newton's method for intercept and slope; NaN where it finds no end.
double calibration_slope(std::span<const double> z, std::span<const double> labels) {
  constexpr int most_steps = 50;
  constexpr double largest = 1e3;
  double a = 0.0;
  double b = 0.0;
  for (int step = 0; step < most_steps; ++step) {
    double ga = 0.0, gb = 0.0, haa = 0.0, hab = 0.0, hbb = 0.0;
    for (std::size_t i = 0; i < z.size(); ++i) {
      const double p = logistic(a + b * z[i]);
      const double error = (labels[i] > 0.0 ? 1.0 : 0.0) - p;
      const double weight = p * (1.0 - p);
      ga += error;
      gb += error * z[i];
      haa += weight;
      hab += weight * z[i];
      hbb += weight * z[i] * z[i];
    }
    const double determinant = haa * hbb - hab * hab;
    if (!(determinant > 1e-12 * haa * hbb)) break;
    const double da = (hbb * ga - hab * gb) / determinant;
    const double db = (haa * gb - hab * ga) / determinant;
    a += da;
    b += db;
    if (!(std::abs(b) < largest)) break;
    if (std::abs(da) + std::abs(db) < 1e-9) return b;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

AucInterval area_with_interval(std::span<const double> scores, std::span<const double> labels) {
  std::vector<double> positive;
  std::vector<double> negative;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    (labels[i] > 0.0 ? positive : negative).push_back(scores[i]);
  }
  if (positive.empty() || negative.empty()) {
    throw InputError("an area under the curve needs samples of both classes");
  }
  std::vector<double> all = positive;
  all.insert(all.end(), negative.begin(), negative.end());
  const std::vector<double> ranks = midranks(all);
  const std::vector<double> among_positive = midranks(positive);
  const std::vector<double> among_negative = midranks(negative);
  const auto m = static_cast<double>(positive.size());
  const auto n = static_cast<double>(negative.size());
  std::vector<double> below(positive.size());  // share of -1 below each +1
  std::vector<double> above(negative.size());  // share of +1 above each -1
  for (std::size_t i = 0; i < below.size(); ++i) below[i] = (ranks[i] - among_positive[i]) / n;
  for (std::size_t j = 0; j < above.size(); ++j) {
    above[j] = 1.0 - (ranks[positive.size() + j] - among_negative[j]) / m;
  }
  const double auc = std::accumulate(below.begin(), below.end(), 0.0) / m;
  if (positive.size() < 2 || negative.size() < 2) return {auc, 0.0, 1.0};
  const double deviation = std::sqrt(variance_of_mean(below) + variance_of_mean(above));
  return {auc, std::max(0.0, auc - kNormalQuantile * deviation),
          std::min(1.0, auc + kNormalQuantile * deviation)};
}

Calibration calibration_of(std::span<const double> predictors, std::span<const double> labels) {
  Calibration result;
  const auto count = static_cast<double>(predictors.size());
  for (std::size_t i = 0; i < predictors.size(); ++i) {
    const double p = logistic(predictors[i]);
    const double y = labels[i] > 0.0 ? 1.0 : 0.0;
    result.mean_probability += p / count;
    result.observed_share += y / count;
    result.brier_score += (p - y) * (p - y) / count;
  }
  result.slope = calibration_slope(predictors, labels);
  return result;
}

}  // namespace graphsparse
