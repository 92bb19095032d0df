// Missing values are filled by what the training rows tell, in every fold.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graphsparse/core/random.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/fit/files.hpp"
#include "graphsparse/fit/trainer.hpp"
#include "graphsparse/selection/cross_validation.hpp"

namespace graphsparse {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

Dataset data_of(RowIndex rows, NodeId features, std::vector<double> values,
                const std::vector<double>& labels) {
  Dataset data = make_dataset(
      std::make_shared<const DenseMatrix<double>>(rows, features, std::move(values)), labels);
  data.missing = "mean";
  return data;
}

FitSpec logistic(std::int64_t sparsity) {
  FitSpec spec;
  spec.solver = "rand-htp";
  spec.structure = "none";
  spec.effort = "quick";
  spec.max_epochs = 10;
  spec.loss = "logistic";
  spec.sparsity = sparsity;
  spec.l2 = 0.1;
  return spec;
}

// Whether a value is missing tells the class: of class 1 half of the values are, and those of test
// rows are enormous. Filled by all rows, training rows would know of the test rows.
TEST(MissingValues, ofTrainingRowsAreFilledByTrainingRowsAlone) {
  constexpr RowIndex rows = 40;
  RandomStream stream(3, "missing");
  std::vector<double> values;
  std::vector<double> labels;
  std::vector<RowIndex> training;
  std::vector<RowIndex> test;
  double sum = 0.0;
  double count = 0.0;
  for (RowIndex row = 0; row < rows; ++row) {
    const bool is_test = row % 4 == 0;
    (is_test ? test : training).push_back(row);
    labels.push_back(row % 2 == 0 ? 1.0 : -1.0);
    const double value = is_test ? 1e6 : stream.normal();
    const bool is_missing = row % 4 == 2;
    values.push_back(is_missing ? kMissing : value);
    values.push_back(stream.normal());
    if (is_test || is_missing) continue;
    sum += value;
    count += 1.0;
  }
  const Dataset data = data_of(rows, 2, values, labels);
  const FeatureGraph none;
  const Trainer trainer(data, none, {logistic(2)});
  const Fit one = trainer.fit_path(training, 0)[0];
  ASSERT_NE(one.fill, nullptr);
  EXPECT_NEAR((*one.fill)[0], sum / count, 1e-12);
  // Test rows are filled by the same number.
  std::vector<double> emptied = values;
  for (const RowIndex row : test) emptied[static_cast<std::size_t>(row) * 2] = kMissing;
  std::vector<double> filled = values;
  for (const RowIndex row : test) filled[static_cast<std::size_t>(row) * 2] = sum / count;
  EXPECT_EQ(predict_linear(one, *data_of(rows, 2, emptied, labels).design, test),
            predict_linear(one, *data_of(rows, 2, filled, labels).design, test));
}

// Large values are missing more often, as where a device is saturated; labels are random.
TEST(MissingValues, predictNothingOnRandomLabels) {
  constexpr RowIndex rows = 120;
  constexpr NodeId features = 200;
  constexpr int cohorts = 6;
  double mean = 0.0;
  for (std::uint64_t seed = 0; seed < cohorts; ++seed) {
    RandomStream stream(seed, "chance");
    std::vector<double> values;
    for (RowIndex row = 0; row < rows; ++row) {
      for (NodeId feature = 0; feature < features; ++feature) {
        const double value = stream.normal();
        const bool is_missing = stream.uniform() < (value > 0.0 ? 0.4 : 0.1);
        values.push_back(is_missing ? kMissing : value);
      }
    }
    std::vector<double> labels;
    for (RowIndex row = 0; row < rows; ++row) labels.push_back(row % 2 == 0 ? 1.0 : -1.0);
    stream.shuffle(std::span(labels));
    const Dataset data = data_of(rows, features, std::move(values), labels);
    const FeatureGraph none;
    const Trainer trainer(data, none, {logistic(10)});
    CrossValidationPlan plan;
    plan.repeats = 2;
    plan.seed = seed;
    plan.threads = 2;
    mean += cross_validate(trainer, {}, plan).scores[0].mean / cohorts;
  }
  RecordProperty("auc", std::to_string(mean));
  EXPECT_NEAR(mean, 0.5, 0.05);
}

}  // namespace
}  // namespace graphsparse
