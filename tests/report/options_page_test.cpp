#include "graphsparse/report/options_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "graphsparse/core/option.hpp"
#include "graphsparse/selection/cv_spec.hpp"

namespace graphsparse {
namespace {

TEST(OptionsPage, isTheOneInDocs) {
  std::ifstream file(GRAPHSPARSE_SOURCE_DIR "/docs/options.md");
  const std::string page((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  EXPECT_EQ(page, options_page()) << "'graphsparse help options > docs/options.md' makes it anew";
}

TEST(CvOptionTable, namesEveryMetric) {
  std::vector<std::string> names;
  for (const Metric& metric : metric_table()) names.emplace_back(metric.name);
  for (const OptionRecord& record : cv_option_table()) {
    if (record.field == "metric") {
      EXPECT_EQ(split_choices(record.choices), names);
    }
  }
}

}  // namespace
}  // namespace graphsparse
