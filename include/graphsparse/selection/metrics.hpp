// How good predictions are. Labels are -1 and +1; a larger predictor speaks for +1.
#pragma once

#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "graphsparse/objective/loss.hpp"

namespace graphsparse {

// Probability that a random +1 has a larger score than a random -1, ties counting one half
// (Mann-Whitney with midranks). NaN where a class is missing.
double area_under_curve(std::span<const double> scores, std::span<const double> labels);

// Mean of the two classes' shares of errors; a predictor above 0 means +1. NaN where a class is
// missing.
double balanced_error(std::span<const double> predictors, std::span<const double> labels);
double accuracy(std::span<const double> predictors, std::span<const double> labels);
// Mean of log(1 + exp(-y z)), in natural units.
double log_loss(std::span<const double> predictors, std::span<const double> labels);
double mean_squared_error(std::span<const double> predictions, std::span<const double> target);
// 2 TP / (2 TP + FP + FN) of +1; a predictor above 0 means +1. NaN where no label and no prediction
// is +1.
double f1_score(std::span<const double> predictors, std::span<const double> labels);
// Area under the precision-recall curve as average precision: the mean, over the samples of +1, of
// the precision among those whose score is at least theirs. NaN without a +1.
double average_precision(std::span<const double> scores, std::span<const double> labels);
// 1 - (squared error) / (squared error of the target's own mean). NaN where the target is constant.
double r_squared(std::span<const double> predictions, std::span<const double> target);

// From (0, 0) to (1, 1), a point for each distinct score, from the largest down.
struct RocPoint {
  double false_positive_rate = 0.0;
  double true_positive_rate = 0.0;
};
std::vector<RocPoint> roc_curve(std::span<const double> scores, std::span<const double> labels);

// All that is measured on a test part; NaN where it does not apply.
struct Scores {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  double auc = kNone;
  double balanced_error = kNone;
  double accuracy = kNone;
  double log_loss = kNone;
  double mse = kNone;    // of probabilities of +1 against 0 and 1 where there are classes
  double brier = kNone;  // the same, by the name it has for classes
  double f1 = kNone;
  double pr_auc = kNone;
  double r2 = kNone;
  double nonzeros = 0.0;
};

Scores score(Response response, std::span<const double> predictors, std::span<const double> target);

// Which targets a metric is for.
enum class MetricUse { any, classes, numbers };

// The rows of the table of metrics: what `--metric` accepts.
struct Metric {
  std::string_view name;
  std::string_view summary;
  double Scores::*value;
  bool larger_is_better;
  MetricUse use;

  // Counts are numbers.
  bool is_for(Response response) const {
    return use == MetricUse::any || (use == MetricUse::classes) == (response == Response::classes);
  }
  bool is_better(double a, double b) const { return larger_is_better ? a > b : a < b; }
};

std::span<const Metric> metric_table();

// Throws InputError for an unknown name.
const Metric& find_metric(std::string_view name);
const Metric& default_metric(Response response);

// How good the predictions of new samples are, and how sure that is.

struct AucInterval {
  double auc = 0.0;
  double low = 0.0;
  double high = 0.0;
};

// The area under the curve with DeLong's interval of 95 %, cut to 0 and 1. Needs both classes; with
// a single sample of one the interval is all from 0 to 1.
AucInterval area_with_interval(std::span<const double> scores, std::span<const double> labels);

// Whether probabilities are what they say. A slope of 1 is right, below 1 they are too extreme.
struct Calibration {
  double mean_probability = 0.0;
  double observed_share = 0.0;  // of the class +1
  double slope = 0.0;           // of a logistic regression of the labels on the predictors
  double brier_score = 0.0;     // mean squared error of the probabilities
};

// Linear predictors and labels -1 and +1. The slope is NaN where the predictors part the classes
// altogether, or are all the same.
Calibration calibration_of(std::span<const double> predictors, std::span<const double> labels);

}  // namespace graphsparse
