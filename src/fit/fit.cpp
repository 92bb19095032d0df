#include "graphsparse/fit/fit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "graphsparse/fit/trainer.hpp"

namespace graphsparse {

Fit fit(const Dataset& data, const FeatureGraph& graph, const FitSpec& spec,
        const FitHooks& hooks) {
  return Trainer(data, graph, {spec}).fit(hooks);
}

Fit fit(const Dataset& data, const FitSpec& spec, const FitHooks& hooks) {
  const FeatureGraph none;
  return fit(data, none, spec, hooks);
}

bool Fit::has_failed() const {
  if (result.termination != Termination::diverged) return false;
  const Point& x = result.x;
  const bool is_constant = std::all_of(x.support.begin(), x.support.end(), [&x](NodeId feature) {
    return x.w[static_cast<std::size_t>(feature)] == 0.0;
  });
  return is_constant || !(result.objective < result.start_objective);
}

std::vector<std::size_t> Fit::by_size() const {
  std::vector<std::size_t> order(model.features.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(coefficient(a)) > std::abs(coefficient(b));
  });
  return order;
}

std::vector<double> predict_linear(const Fit& fit, const DesignMatrix& design, Rows rows) {
  const Point& point = fit.result.x;
  std::vector<double> predictors(rows.size(), 0.0);
  std::vector<double> column(rows.size());
  // A column at a time, with the mean taken off each value before it is multiplied: no digits are
  // lost where means are large, and a dense model needs no copy of the rows.
  for (const NodeId feature : point.support) {
    const auto j = static_cast<std::size_t>(feature);
    const double mean = fit.standardization ? fit.standardization->mean[j] : 0.0;
    const double scale = fit.standardization ? fit.standardization->scale[j] : 1.0;
    const double factor = point.w[j] / scale;
    design.gather(rows, {&feature, 1}, column);
    if (fit.fill) {
      for (double& value : column) value = std::isnan(value) ? (*fit.fill)[j] : value;
    }
    for (std::size_t k = 0; k < rows.size(); ++k) predictors[k] += (column[k] - mean) * factor;
  }
  for (double& predictor : predictors) predictor += point.intercept;
  return predictors;
}

}  // namespace graphsparse
