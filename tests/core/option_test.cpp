#include "graphsparse/core/option.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/fit_spec.hpp"

namespace graphsparse {
namespace {

using testing::HasSubstr;

std::string message_of(const std::string& field, const std::string& text,
                       const std::vector<std::string>& choices = {}) {
  FitSpec spec;
  try {
    set_option(*find_fit_option(field), &spec, "--" + field, text, choices);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(FitOptionTable, fieldsAreDistinctAndEveryRecordHasHelp) {
  std::set<std::string_view> fields;
  for (const OptionRecord& record : fit_option_table()) {
    EXPECT_TRUE(fields.insert(record.field).second) << record.field;
    EXPECT_FALSE(record.help.empty()) << record.field;
    EXPECT_EQ(record.type == OptionType::flag, record.value_name.empty()) << record.field;
  }
}

TEST(FitOptionTable, recordsReadAndWriteTheirOwnField) {
  FitSpec spec;
  set_option(*find_fit_option("max_epochs"), &spec, "--max-epochs", "7", {});
  set_option(*find_fit_option("l2"), &spec, "--l2", "0.25", {});
  set_option(*find_fit_option("step"), &spec, "--step", "0.5", {});
  EXPECT_EQ(spec.max_epochs, 7);
  EXPECT_EQ(spec.l2, 0.25);
  EXPECT_EQ(spec.step, "0.5");
  EXPECT_EQ(to_text(option_value(*find_fit_option("max-epochs"), &spec)), "7");
  EXPECT_EQ(to_text(option_value(*find_fit_option("sparsity"), &spec)), "-");
}

TEST(FitOptionTable, aFlagThatIsOnByDefaultIsSwitchedOff) {
  FitSpec spec;
  const OptionRecord& record = *find_fit_option("intercept");
  EXPECT_EQ(record.name(), "no-intercept");
  set_option(record, &spec, "--no-intercept", "true", {});
  EXPECT_FALSE(spec.intercept);
}

TEST(FitOptionTable, wrongValuesSayWhatIsRight) {
  EXPECT_THAT(message_of("sparsity", "0"), HasSubstr("a whole number of at least 1, not '0'"));
  EXPECT_THAT(message_of("sparsity", "3.5"), HasSubstr("whole number"));
  EXPECT_THAT(message_of("seed", "-1"), HasSubstr("a whole number of at least 0, not '-1'"));
  EXPECT_THAT(message_of("l2", "-1"), HasSubstr("a finite number of at least 0"));
  EXPECT_THAT(message_of("l2", "nan"), HasSubstr("a finite number"));
  EXPECT_THAT(message_of("lambda", "0"), HasSubstr("above 0"));
  EXPECT_THAT(message_of("loss", "squars", {"squares", "huber"}), HasSubstr("did you mean"));
  EXPECT_EQ(message_of("l2", "0"), "");
}

TEST(FitOptionTable, gridValuesHaveTheSameBounds) {
  FitSpec spec;
  set_option(*find_fit_option("sparsity"), &spec, 12.0);
  EXPECT_EQ(spec.sparsity, 12);
  EXPECT_THROW(set_option(*find_fit_option("sparsity"), &spec, 1.5), InputError);
  EXPECT_THROW(set_option(*find_fit_option("sparsity"), &spec, 1e300), InputError);
  EXPECT_THROW(set_option(*find_fit_option("l2"), &spec, -0.1), InputError);
}

TEST(FitOptionTable, everyFieldIsPartOfTheDescription) {
  FitSpec spec;
  const auto before = describe_options(spec);
  spec.l2 = 3.0;
  const auto after = describe_options(spec);
  ASSERT_EQ(before.size(), fit_option_table().size());
  EXPECT_NE(before, after);
}

TEST(OptionNames, fieldsInBackticksBecomeOptions) {
  EXPECT_EQ(with_option_names("`huber_threshold` is for `loss` huber"),
            "--huber-threshold is for --loss huber");
  EXPECT_EQ(with_option_names("a lone ` stays"), "a lone ` stays");
}

}  // namespace
}  // namespace graphsparse
