#include "solver/support_average.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace graphsparse {
namespace {

constexpr std::size_t kMostFits = 32;  // the weights of others would be too small to matter

}  // namespace

void SupportAverage::offer(const Point& point, double objective) {
  if (!std::isfinite(objective)) return;
  if (fits_.size() == kMostFits && objective >= fits_.back().objective) return;
  const auto same = std::find_if(fits_.begin(), fits_.end(),
                                 [&point](const Fit& fit) { return fit.support == point.support; });
  if (same != fits_.end()) {
    if (same->objective <= objective) return;
    fits_.erase(same);
  }
  Fit fit{point.support, {}, point.intercept, objective};
  for (const NodeId feature : point.support) {
    fit.values.push_back(point.w[static_cast<std::size_t>(feature)]);
  }
  const auto place =
      std::upper_bound(fits_.begin(), fits_.end(), objective,
                       [](double value, const Fit& other) { return value < other.objective; });
  fits_.insert(place, std::move(fit));
  if (fits_.size() > kMostFits) fits_.pop_back();
}

void SupportAverage::combine(Structure& structure, double rows, double scale, Point& point) const {
  if (fits_.size() < 2 || !(scale > 0.0)) return;
  std::vector<double> mean(point.w.size(), 0.0);
  double intercept = 0.0;
  double total = 0.0;
  for (const Fit& fit : fits_) {
    const double weight = std::exp(-rows * (fit.objective - best_objective()) / scale);
    total += weight;
    intercept += weight * fit.intercept;
    for (std::size_t i = 0; i < fit.support.size(); ++i) {
      mean[static_cast<std::size_t>(fit.support[i])] += weight * fit.values[i];
    }
  }
  for (double& value : mean) value /= total;
  point.support = structure.tail(mean);
  std::fill(point.w.begin(), point.w.end(), 0.0);
  for (const NodeId feature : point.support) {
    point.w[static_cast<std::size_t>(feature)] = mean[static_cast<std::size_t>(feature)];
  }
  point.intercept = intercept / total;
}

}  // namespace graphsparse
