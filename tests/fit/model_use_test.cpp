// A fitted model meets data.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/fit/model.hpp"
#include "io/small_data_set.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::data_with_names;
using test_support::input_error_of;
using testing::AllOf;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

TEST(ModelUse, predictsWithTheStandardizationOfTheModel) {
  Model model;
  model.spec.standardize = true;
  model.has_feature_names = true;
  model.intercept = 0.5;
  model.features = {{"c", 2.0, 1.0, 4.0}, {"a", -1.0, 3.0, 0.5}};
  // Rows 1 2 3 and 4 5 6 of a, b, c.
  const std::vector<double> z = model.predict_linear(data_with_names({"a", "b", "c"}));
  EXPECT_NEAR(z.at(0), 0.5 + 2.0 * (3 - 1) / 4.0 - (1 - 3) / 0.5, 1e-12);
  EXPECT_NEAR(z.at(1), 0.5 + 2.0 * (6 - 1) / 4.0 - (4 - 3) / 0.5, 1e-12);
}

TEST(ModelUse, startsAtTheSamePredictionsWhateverTheScales) {
  Model model;
  model.spec.standardize = true;
  model.has_feature_names = true;
  model.intercept = 0.5;
  model.features = {{"c", 2.0, 1.0, 4.0}, {"a", -1.0, 3.0, 0.5}};
  const Dataset data = data_with_names({"a", "b", "c"});
  const std::vector<double> expected = model.predict_linear(data);
  const std::vector<RowIndex> rows = all_rows(2);
  const Standardization other{{1.0, 2.0, -3.0}, {0.25, 1.0, 7.0}};
  const StandardizedMatrix standardized(*data.design, other);
  for (const bool standardize : {false, true}) {
    const Point point = starting_point(model, data, standardize ? &other : nullptr);
    EXPECT_THAT(point.support, ElementsAre(0, 2));
    const std::vector<double> values = {point.w[0], point.w[2]};
    std::vector<double> z(2);
    const DesignMatrix& matrix =
        standardize ? static_cast<const DesignMatrix&>(standardized) : *data.design;
    matrix.multiply(rows, {point.support, values}, z);
    for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(z[i] + point.intercept, expected[i], 1e-12);
  }
}

TEST(ModelUse, fingerprintTellsNamesAndOrder) {
  const std::string base = feature_fingerprint(data_with_names({"a", "b", "c"}));
  EXPECT_EQ(base, feature_fingerprint(data_with_names({"a", "b", "c"})));
  EXPECT_NE(base, feature_fingerprint(data_with_names({"b", "a", "c"})));
  EXPECT_NE(feature_fingerprint(data_with_names({"ab", "c", "d"})),
            feature_fingerprint(data_with_names({"a", "bc", "d"})));
  EXPECT_EQ(feature_fingerprint(data_with_names({})),
            feature_fingerprint(data_with_names({"0", "1", "2"})));
}

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

// 2 a - c + 1.
Model model_of_a_and_c() {
  Model model;
  model.source = "m.json";
  model.spec.loss = "squares";
  model.has_feature_names = true;
  model.intercept = 1.0;
  model.features = {{"a", 2.0}, {"c", -1.0}};
  return model;
}

Model model_by_number(std::vector<ModelFeature> features) {
  Model model;
  model.source = "m.json";
  model.spec.loss = "squares";
  model.feature_count = 3;
  model.features = std::move(features);
  return model;
}

// Rows 1 ? 3 and 4 5 ?.
Dataset data_with_gaps(std::vector<std::string> names) {
  Dataset data = data_with_names(std::move(names));
  data.design = std::make_shared<DenseMatrix<double>>(
      2, 3, std::vector<double>{1, kMissing, 3, 4, 5, kMissing});
  data.missing = "mean";
  return data;
}

TEST(ModelUse, fillsMissingValuesWithThoseOfTheModel) {
  Model model = model_of_a_and_c();
  model.features[1].fill = 10.0;
  const Dataset data = data_with_gaps({"a", "b", "c"});
  EXPECT_THAT(model.predict_linear(data), ElementsAre(1.0 + 2.0 - 3.0, 1.0 + 8.0 - 10.0));
  // Where the model is standardized, its means are what missing values are.
  model.features[1].fill = {};
  model.features[1].mean = 6.0;
  model.features[1].scale = 2.0;
  model.spec.standardize = true;
  EXPECT_THAT(model.predict_linear(data), ElementsAre(1.0 + 2.0 + 1.5, 1.0 + 8.0));
}

TEST(ModelUse, refusesMissingValuesThatItCannotFill) {
  EXPECT_THAT(input_error_of([] {
                (void)model_of_a_and_c().predict_linear(data_with_gaps({"a", "b", "c"}));
              }),
              AllOf(StartsWith("m.json: the feature 'c' has missing values in x.csv"),
                    HasSubstr("--missing mean or --standardize")));
}

TEST(ModelUse, fillsWholeFeaturesWhereAskedTo) {
  Model model = model_of_a_and_c();
  model.features[1].fill = 10.0;
  const Dataset data = data_with_gaps({"a", "b", "d"});
  EXPECT_THAT(missing_features(model, data), ElementsAre("c"));
  EXPECT_THAT(model.predict_linear(data), ElementsAre(1.0 + 2.0 - 10.0, 1.0 + 8.0 - 10.0));
  EXPECT_THAT(missing_features(model, data_with_gaps({"c", "b", "a"})), IsEmpty());
  // Not where it does not know by what, nor where none is left.
  model.features[1].fill = {};
  EXPECT_THAT(input_error_of([&] { (void)model.predict(data); }), HasSubstr("1 of the 2 features"));
  model.features[0].fill = model.features[1].fill = 1.0;
  EXPECT_THAT(input_error_of([&] {
                (void)model.predict(data_with_gaps({"x", "y", "z"}));
              }),
              AllOf(HasSubstr("2 of the 2 features"), HasSubstr("'a', 'c'")));
}

TEST(ModelUse, namesTheFeaturesThatAreNotThere) {
  const Model model = model_of_a_and_c();
  EXPECT_THAT(input_error_of([&] {
                (void)model.predict(data_with_names({"a", "b", "d"}));
              }),
              AllOf(StartsWith("m.json: 1 of the 2 features that the model needs are not in x.csv"),
                    HasSubstr("'c'")));
  EXPECT_THAT(input_error_of([&] {
                (void)model.predict(data_with_names({"x", "y", "z"}));
              }),
              HasSubstr("Features there are called like 'x'"));
}

TEST(ModelUse, matchesNamelessDataByNumber) {
  const Model model = model_by_number({{"2", 1.0}, {"0", -1.0}});
  EXPECT_THAT(model.predict(data_with_names({})), ElementsAre(3.0 - 1.0, 6.0 - 4.0));
  EXPECT_THAT(missing_features(model, data_with_names({})), IsEmpty());
  Model wider = model;
  wider.feature_count = 4;
  EXPECT_THAT(input_error_of([&] { (void)wider.predict(data_with_names({})); }),
              HasSubstr("fitted on 4 features without names, but x.csv has 3"));
  EXPECT_THAT(input_error_of([] {
                (void)model_by_number({{"3", 1.0}}).predict(data_with_names({}));
              }),
              HasSubstr("the feature '3' is not a number below 3"));
  EXPECT_THAT(input_error_of([] {
                (void)model_by_number({{"x", 1.0}}).predict(data_with_names({}));
              }),
              HasSubstr("the feature 'x' is not a number below 3"));
  EXPECT_THAT(input_error_of([] { (void)model_of_a_and_c().predict(data_with_names({})); }),
              AllOf(HasSubstr("have names such as 'a'"), HasSubstr("--feature-names")));
}

// The last columns of an .svm file that are zero everywhere are not in it.
TEST(ModelUse, takesFeaturesBehindTheEndOfAnSvmFileForZero) {
  Model model = model_by_number({{"0", 2.0, 0.0, 1.0}, {"4", 3.0, 6.0, 2.0}});
  model.feature_count = 5;
  model.intercept = 0.5;
  Dataset data = data_with_names({});
  data.source = "x.svm";
  const std::vector<double> expected = {0.5 + 2.0 - 9.0, 0.5 + 8.0 - 9.0};
  EXPECT_EQ(locate_features(model, data).back(), kNoNode);
  EXPECT_THAT(model.predict_linear(data), ElementsAre(expected[0], expected[1]));
  data.missing = "mean";
  EXPECT_THAT(model.predict_linear(data),
              ElementsAre(DoubleNear(expected[0], 1e-12), DoubleNear(expected[1], 1e-12)));
  const Point start = starting_point(model, data, nullptr);
  EXPECT_THAT(start.support, ElementsAre(0));
  EXPECT_EQ(start.intercept, 0.5 - 9.0);
}

TEST(ModelUse, tellsClassesByTheSignOfThePredictor) {
  Model model = model_of_a_and_c();
  model.intercept = -2.0;  // predictors -3 and 0
  model.spec.loss = "logistic";
  EXPECT_THAT(model.predict_classes(data_with_names({"a", "b", "c"})), IsEmpty());
  model.classes = {"no", "yes"};
  EXPECT_THAT(model.predict_classes(data_with_names({"a", "b", "c"})), ElementsAre("no", "no"));
  model.intercept = 0.5;  // -0.5 and 2.5
  EXPECT_THAT(model.predict_classes(data_with_names({"a", "b", "c"})), ElementsAre("no", "yes"));
  EXPECT_NEAR(model.predict(data_with_names({"a", "b", "c"}))[1], model.expected_value(2.5), 1e-15);
  EXPECT_NEAR(model.expected_value(2.5), 1.0 / (1.0 + std::exp(-2.5)), 1e-15);
}

}  // namespace
}  // namespace graphsparse
