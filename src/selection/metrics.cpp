#include "graphsparse/selection/metrics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/format.hpp"

namespace graphsparse {
namespace {

void require_same_size(std::size_t a, std::size_t b) {
  if (a == b) return;
  throw InputError(fmt::format("{} predictions for {} target values", a, b));
}

struct ClassCounts {
  double positive = 0.0;
  double negative = 0.0;

  explicit ClassCounts(std::span<const double> labels) {
    for (const double label : labels) (label > 0.0 ? positive : negative) += 1.0;
  }
};

// Positions from the largest score to the smallest.
std::vector<std::size_t> falling_order(std::span<const double> scores) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return scores[a] != scores[b] ? scores[a] > scores[b] : a < b;
  });
  return order;
}

constexpr std::array<Metric, 9> kMetrics = {{
    {"auc", "area under the ROC curve", &Scores::auc, true, MetricUse::classes},
    {"balanced-error", "mean of both classes' error rates", &Scores::balanced_error, false,
     MetricUse::classes},
    {"accuracy", "share of right classes", &Scores::accuracy, true, MetricUse::classes},
    {"f1", "harmonic mean of precision and recall of the second class", &Scores::f1, true,
     MetricUse::classes},
    {"pr-auc", "area under the precision-recall curve (average precision)", &Scores::pr_auc, true,
     MetricUse::classes},
    {"log-loss", "mean negative log likelihood", &Scores::log_loss, false, MetricUse::classes},
    {"brier", "mean squared error of probabilities", &Scores::brier, false, MetricUse::classes},
    {"mse", "mean squared error", &Scores::mse, false, MetricUse::any},
    {"r2", "share of the variance that is explained", &Scores::r2, true, MetricUse::numbers},
}};

}  // namespace

std::vector<RocPoint> roc_curve(std::span<const double> scores, std::span<const double> labels) {
  require_same_size(scores.size(), labels.size());
  const ClassCounts counts(labels);
  const std::vector<std::size_t> order = falling_order(scores);
  std::vector<RocPoint> curve = {{}};
  double positive = 0.0;
  double negative = 0.0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    (labels[order[k]] > 0.0 ? positive : negative) += 1.0;
    const bool is_tied = k + 1 < order.size() && scores[order[k]] == scores[order[k + 1]];
    if (!is_tied) curve.push_back({negative / counts.negative, positive / counts.positive});
  }
  return curve;
}

// The area under straight lines between the points of the curve, which is what midranks give: a tie
// between classes is a slanted piece. Counted in halves of pairs, so that it is exact.
double area_under_curve(std::span<const double> scores, std::span<const double> labels) {
  require_same_size(scores.size(), labels.size());
  const ClassCounts counts(labels);
  if (counts.positive == 0.0 || counts.negative == 0.0) return Scores::kNone;
  const std::vector<std::size_t> order = falling_order(scores);
  double positive_above = 0.0;
  double half_pairs = 0.0;
  for (std::size_t k = 0; k < order.size();) {
    double positive = 0.0;
    double negative = 0.0;
    const double tied_score = scores[order[k]];
    for (; k < order.size() && scores[order[k]] == tied_score; ++k) {
      (labels[order[k]] > 0.0 ? positive : negative) += 1.0;
    }
    half_pairs += negative * (2.0 * positive_above + positive);
    positive_above += positive;
  }
  return half_pairs / (2.0 * counts.positive * counts.negative);
}

double balanced_error(std::span<const double> predictors, std::span<const double> labels) {
  require_same_size(predictors.size(), labels.size());
  const ClassCounts counts(labels);
  double missed = 0.0;
  double false_alarms = 0.0;
  for (std::size_t k = 0; k < labels.size(); ++k) {
    const bool says_positive = predictors[k] > 0.0;
    if (labels[k] > 0.0 && !says_positive) missed += 1.0;
    if (labels[k] <= 0.0 && says_positive) false_alarms += 1.0;
  }
  // 0 / 0 where a class is missing.
  return 0.5 * (missed / counts.positive + false_alarms / counts.negative);
}

double accuracy(std::span<const double> predictors, std::span<const double> labels) {
  require_same_size(predictors.size(), labels.size());
  double right = 0.0;
  for (std::size_t k = 0; k < labels.size(); ++k) {
    if ((predictors[k] > 0.0) == (labels[k] > 0.0)) right += 1.0;
  }
  return right / static_cast<double>(labels.size());
}

double log_loss(std::span<const double> predictors, std::span<const double> labels) {
  require_same_size(predictors.size(), labels.size());
  double sum = 0.0;
  for (std::size_t k = 0; k < labels.size(); ++k) {
    const double margin = labels[k] > 0.0 ? predictors[k] : -predictors[k];
    // log(1 + exp(-margin)) without overflow.
    sum += std::max(-margin, 0.0) + std::log1p(std::exp(-std::abs(margin)));
  }
  return sum / static_cast<double>(labels.size());
}

double mean_squared_error(std::span<const double> predictions, std::span<const double> target) {
  require_same_size(predictions.size(), target.size());
  double sum = 0.0;
  for (std::size_t k = 0; k < target.size(); ++k) {
    const double difference = predictions[k] - target[k];
    sum += difference * difference;
  }
  return sum / static_cast<double>(target.size());
}

double f1_score(std::span<const double> predictors, std::span<const double> labels) {
  require_same_size(predictors.size(), labels.size());
  double found = 0.0;
  double wrong = 0.0;
  for (std::size_t k = 0; k < labels.size(); ++k) {
    const bool says_positive = predictors[k] > 0.0;
    const bool is_positive = labels[k] > 0.0;
    if (says_positive && is_positive) found += 1.0;
    if (says_positive != is_positive) wrong += 1.0;
  }
  return 2.0 * found / (2.0 * found + wrong);  // 0 / 0 where there is no +1
}

double average_precision(std::span<const double> scores, std::span<const double> labels) {
  require_same_size(scores.size(), labels.size());
  const std::vector<std::size_t> order = falling_order(scores);
  double sum = 0.0;
  double positive = 0.0;
  for (std::size_t k = 0; k < order.size();) {
    double tied_positive = 0.0;
    const double tied_score = scores[order[k]];
    for (; k < order.size() && scores[order[k]] == tied_score; ++k) {
      if (labels[order[k]] > 0.0) tied_positive += 1.0;
    }
    positive += tied_positive;
    sum += tied_positive * positive / static_cast<double>(k);
  }
  return positive == 0.0 ? Scores::kNone : sum / positive;
}

double r_squared(std::span<const double> predictions, std::span<const double> target) {
  require_same_size(predictions.size(), target.size());
  const auto count = static_cast<double>(target.size());
  const double mean = std::accumulate(target.begin(), target.end(), 0.0) / count;
  double around_mean = 0.0;
  double around_predictions = 0.0;
  for (std::size_t k = 0; k < target.size(); ++k) {
    around_mean += (target[k] - mean) * (target[k] - mean);
    around_predictions += (target[k] - predictions[k]) * (target[k] - predictions[k]);
  }
  return around_mean == 0.0 ? Scores::kNone : 1.0 - around_predictions / around_mean;
}

Scores score(Response response, std::span<const double> predictors,
             std::span<const double> target) {
  Scores scores;
  if (response == Response::numbers) {
    scores.mse = mean_squared_error(predictors, target);
    scores.r2 = r_squared(predictors, target);
    return scores;
  }
  std::vector<double> expected(predictors.begin(), predictors.end());
  if (response == Response::counts) {
    for (double& value : expected) value = std::exp(value);
    scores.mse = mean_squared_error(expected, target);
    scores.r2 = r_squared(expected, target);
    return scores;
  }
  for (double& value : expected) value = 1.0 / (1.0 + std::exp(-value));
  std::vector<double> outcomes(target.begin(), target.end());
  for (double& outcome : outcomes) outcome = outcome > 0.0 ? 1.0 : 0.0;
  scores.mse = mean_squared_error(expected, outcomes);
  scores.brier = scores.mse;
  scores.auc = area_under_curve(predictors, target);
  scores.balanced_error = balanced_error(predictors, target);
  scores.accuracy = accuracy(predictors, target);
  scores.f1 = f1_score(predictors, target);
  scores.pr_auc = average_precision(predictors, target);
  scores.log_loss = log_loss(predictors, target);
  return scores;
}

std::span<const Metric> metric_table() { return kMetrics; }

const Metric& find_metric(std::string_view name) {
  for (const Metric& metric : kMetrics) {
    if (metric.name == name) return metric;
  }
  throw InputError(
      fmt::format("there is no metric '{}'; there are {}", name, listed(kMetrics, &Metric::name)));
}

const Metric& default_metric(Response response) {
  return find_metric(response == Response::classes ? "auc" : "mse");
}

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
