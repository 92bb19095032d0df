#include "graphsparse/selection/learner.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace graphsparse {

std::optional<double> Setting::find(std::string_view name) const {
  const auto place = std::find_if(values.begin(), values.end(),
                                  [name](const auto& value) { return value.first == name; });
  if (place == values.end()) return std::nullopt;
  return place->second;
}

double Setting::value_or(std::string_view name, double otherwise) const {
  return find(name).value_or(otherwise);
}

std::string Setting::describe() const {
  std::string text;
  for (const auto& [name, value] : values) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  }
  return text;
}

std::vector<double> predict(const Fitted& fitted, const DesignMatrix& design, Rows rows) {
  const Support& support = fitted.x.support;
  std::vector<double> predictors(rows.size(), 0.0);
  std::vector<double> column(rows.size());
  // A column at a time, with the mean taken off each value before it is multiplied: no digits are
  // lost where means are large, and a dense model needs no copy of the test rows.
  for (const NodeId feature : support) {
    const auto j = static_cast<std::size_t>(feature);
    const double mean = fitted.standardization ? fitted.standardization->mean[j] : 0.0;
    const double scale = fitted.standardization ? fitted.standardization->scale[j] : 1.0;
    const double factor = fitted.x.w[j] / scale;
    design.gather(rows, {&feature, 1}, column);
    for (std::size_t k = 0; k < rows.size(); ++k) predictors[k] += (column[k] - mean) * factor;
  }
  for (double& predictor : predictors) predictor += fitted.x.intercept;
  return predictors;
}

}  // namespace graphsparse
