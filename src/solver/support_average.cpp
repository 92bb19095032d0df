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

Point SupportAverage::average(std::size_t features, double rows, double scale) const {
  Point mean(static_cast<NodeId>(features));
  double total = 0.0;
  for (const Fit& fit : fits_) {
    const double weight = std::exp(-rows * (fit.objective - best_objective()) / scale);
    total += weight;
    mean.intercept += weight * fit.intercept;
    for (std::size_t i = 0; i < fit.support.size(); ++i) {
      mean.w[static_cast<std::size_t>(fit.support[i])] += weight * fit.values[i];
    }
  }
  for (double& value : mean.w) value /= total;
  mean.intercept /= total;
  return mean;
}

void SupportAverage::combine(Structure& structure, double rows, double scale, Point& point) const {
  if (fits_.size() < 2 || !(scale > 0.0)) return;
  const Point mean = average(point.w.size(), rows, scale);
  point.support = structure.tail(mean.w);
  std::fill(point.w.begin(), point.w.end(), 0.0);
  for (const NodeId feature : point.support) {
    point.w[static_cast<std::size_t>(feature)] = mean.w[static_cast<std::size_t>(feature)];
  }
  point.intercept = mean.intercept;
}

void SupportAverage::choose_central(double rows, double scale, Point& point) const {
  if (fits_.size() < 2 || !(scale > 0.0)) return;
  const Point mean = average(point.w.size(), rows, scale);
  const Fit* central = nullptr;
  double least = 0.0;
  for (const Fit& fit : fits_) {
    double distance = 0.0;  // beyond that of a model without features
    for (std::size_t i = 0; i < fit.support.size(); ++i) {
      const double w = fit.values[i];
      distance += w * (w - 2.0 * mean.w[static_cast<std::size_t>(fit.support[i])]);
    }
    if (central != nullptr && distance >= least) continue;
    central = &fit;
    least = distance;
  }
  std::fill(point.w.begin(), point.w.end(), 0.0);
  for (std::size_t i = 0; i < central->support.size(); ++i) {
    point.w[static_cast<std::size_t>(central->support[i])] = central->values[i];
  }
  point.support = central->support;
  point.intercept = central->intercept;
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
