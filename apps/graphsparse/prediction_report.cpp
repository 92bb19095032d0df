#include "prediction_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/selection/metrics.hpp"
#include "graphsparse/selection/prediction_scores.hpp"

namespace graphsparse::cli {
namespace {

struct Known {
  std::vector<double> predictors;
  std::vector<double> target;
};

double class_of(const Model& model, const SampleColumn& labels, std::size_t i) {
  for (std::size_t k = 0; k < model.classes.size(); ++k) {
    if (labels.values[i] == model.classes[k]) return k == 0 ? -1.0 : 1.0;
  }
  throw InputError(
      fmt::format("{}: the label '{}' is none of the classes of the model, which are "
                  "'{}' and '{}'",
                  labels.where(static_cast<std::int64_t>(i)), labels.values[i], model.classes[0],
                  model.classes[1]));
}

Known known_samples(const Model& model, const Dataset& data) {
  const std::vector<double> predictors = model.predict_linear(data);
  SampleColumn labels = *data.target;
  Known known;
  SampleColumn numbers = labels;
  numbers.values.clear();
  numbers.lines.clear();
  for (std::size_t i = 0; i < predictors.size(); ++i) {
    if (labels.values[i].empty()) continue;
    known.predictors.push_back(predictors[i]);
    if (!model.classes.empty()) {
      known.target.push_back(class_of(model, labels, i));
      continue;
    }
    numbers.values.push_back(labels.values[i]);
    if (i < labels.lines.size()) numbers.lines.push_back(labels.lines[i]);
  }
  if (model.classes.empty()) known.target = numbers.numbers();
  return known;
}

Json or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

// The share of the target's variance that is explained; nothing to explain: NaN.
double r_squared(double mean_squared_error, const std::vector<double>& target) {
  const auto count = static_cast<double>(target.size());
  const double mean = std::accumulate(target.begin(), target.end(), 0.0) / count;
  double variance = 0.0;
  for (const double value : target) variance += (value - mean) * (value - mean) / count;
  return variance > 0.0 ? 1.0 - mean_squared_error / variance
                        : std::numeric_limits<double>::quiet_NaN();
}

PredictionReport report_of_classes(const Model& model, const Known& known) {
  PredictionReport report;
  report.document["samples_scored"] = known.target.size();
  const double error = balanced_error(known.predictors, known.target);
  if (std::isnan(error)) {
    report.text =
        fmt::format("{} labelled samples, all of one class: nothing to score", known.target.size());
    return report;
  }
  const AucInterval area = area_with_interval(known.predictors, known.target);
  const Calibration calibration = calibration_of(known.predictors, known.target);
  report.text = fmt::format(
      "samples scored: {}\nAUC: {:.4f} (95 % interval {:.4f} to {:.4f}, DeLong)\n"
      "balanced error: {:.4f}\n"
      "calibration: mean probability of '{}' {:.4f}, observed share {:.4f}, slope {}, "
      "Brier score {:.4f}",
      known.target.size(), area.auc, area.low, area.high, error, model.classes[1],
      calibration.mean_probability, calibration.observed_share,
      std::isfinite(calibration.slope) ? fmt::format("{:.3f}", calibration.slope)
                                       : "none (the classes are parted altogether)",
      calibration.brier_score);
  report.document["auc"] = {{"value", area.auc}, {"low", area.low}, {"high", area.high}};
  report.document["balanced_error"] = error;
  report.document["log_loss"] = log_loss(known.predictors, known.target);
  report.document["calibration"] = {{"mean_probability", calibration.mean_probability},
                                    {"observed_share", calibration.observed_share},
                                    {"slope", or_null(calibration.slope)},
                                    {"brier_score", calibration.brier_score}};
  return report;
}

}  // namespace

PredictionReport score_predictions(const Model& model, const Dataset& data) {
  Known known = known_samples(model, data);
  if (!model.classes.empty()) return report_of_classes(model, known);
  for (double& value : known.predictors) value = model.expected_value(value);
  const double error = mean_squared_error(known.predictors, known.target);
  PredictionReport report;
  report.text =
      fmt::format("samples scored: {}\nmean squared error: {}", known.target.size(), error);
  report.document["samples_scored"] = known.target.size();
  report.document["mse"] = error;
  const double explained = r_squared(error, known.target);
  report.document["r2"] = or_null(explained);
  if (std::isfinite(explained)) report.text += fmt::format("\nR squared: {}", explained);
  return report;
}

}  // namespace graphsparse::cli
