// A fitted model meets data.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graphsparse/fit/model.hpp"
#include "io/small_data_set.hpp"

namespace graphsparse {
namespace {

using test_support::data_with_names;
using testing::ElementsAre;

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

}  // namespace
}  // namespace graphsparse
