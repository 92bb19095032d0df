// How good the predictions of new samples are, and how sure that is.
#pragma once

#include <span>

namespace graphsparse {

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
