#include "solver/support_average.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace graphsparse {
namespace {

constexpr std::size_t kMostFits = 32;  // the weights of others would be too small to matter

}  // namespace

bool SupportAverage::makes_room(const Support& support, double objective) {
  if (!std::isfinite(objective)) return false;
  if (fits_.size() == kMostFits && objective >= fits_.back().objective) return false;
  const auto same = std::find_if(fits_.begin(), fits_.end(),
                                 [&support](const Fit& fit) { return fit.support == support; });
  if (same == fits_.end()) return true;
  if (same->objective <= objective) return false;
  fits_.erase(same);
  return true;
}

void SupportAverage::insert(Fit fit) {
  const auto place =
      std::upper_bound(fits_.begin(), fits_.end(), fit.objective,
                       [](double value, const Fit& other) { return value < other.objective; });
  fits_.insert(place, std::move(fit));
  if (fits_.size() > kMostFits) fits_.pop_back();
}

void SupportAverage::offer(const Point& point, double objective) {
  if (!makes_room(point.support, objective)) return;
  Fit fit{point.support, {}, point.intercept, objective};
  for (const NodeId feature : point.support) {
    fit.values.push_back(point.w[static_cast<std::size_t>(feature)]);
  }
  insert(std::move(fit));
}

void SupportAverage::offer_all(const SupportAverage& other) {
  for (const Fit& fit : other.fits_) {
    if (makes_room(fit.support, fit.objective)) insert(fit);
  }
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

double likelihood_scale(const Loss& loss, BlockObjective& at_best, double objective,
                        double freedom) {
  const LossTraits traits = loss.traits();
  const double rows = at_best.row_count();
  if (traits.response != Response::numbers) return 1.0;
  if (traits.is_quadratic) return 2.0 * objective * rows / freedom;
  double squares = 0.0;
  for (const double slope : at_best.derivatives()) squares += slope * slope;
  double curvature = 0.0;
  for (const double value : at_best.second_derivatives()) curvature += value;
  return curvature > 0.0 ? squares * rows * rows / (freedom * curvature) : 0.0;
}

}  // namespace graphsparse
