// Labels in words or numbers.
#include "graphsparse/io/class_labels.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using testing::ElementsAre;
using testing::HasSubstr;

SampleColumn column(std::vector<std::string> values) {
  SampleColumn target;
  target.source = "y.csv";
  target.values = std::move(values);
  return target;
}

TEST(ClassLabels, areSortedAsNumbersOrWords) {
  const ClassLabels numbers = encode_classes(column({"10", "9", "9.0", "+10"}));
  EXPECT_THAT(numbers.classes, ElementsAre("9", "10"));
  EXPECT_THAT(numbers.labels, ElementsAre(1, -1, -1, 1));
  const ClassLabels words = encode_classes(column({"b", "9", "9"}));
  EXPECT_THAT(words.classes, ElementsAre("9", "b"));
  EXPECT_THAT(words.labels, ElementsAre(1, -1, -1));
}

TEST(ClassLabels, samplesWithoutWeightHaveNoSay) {
  const std::vector<double> weights = {1, 0, 1, 2};
  const ClassLabels labels = encode_classes(column({"a", "unknown", "c", "a"}), weights);
  EXPECT_THAT(labels.classes, ElementsAre("a", "c"));
  EXPECT_EQ(labels.labels.size(), 4U);
  const std::vector<double> one_class = {1, 1, 0, 0};
  EXPECT_THAT(input_error_of([&] {
                (void)encode_classes(column({"a", "a", "b", "b"}), one_class);
              }),
              HasSubstr("y.csv: every label is 'a'"));
}

TEST(ClassLabels, listSomeWhereThereAreTooMany) {
  std::vector<std::string> many;
  for (int i = 0; i < 50; ++i) many.push_back(std::to_string(i));
  EXPECT_THAT(input_error_of([&] { (void)encode_classes(column(many)); }),
              HasSubstr("more than 10 different labels ('0', '1', "));
  EXPECT_THAT(input_error_of([] {
                (void)encode_classes(column({"1", "nan", "2"}));
              }),
              HasSubstr("y.csv: entry 1: the label 'nan'"));
}

}  // namespace
}  // namespace graphsparse
