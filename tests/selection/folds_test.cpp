#include "graphsparse/selection/folds.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "graphsparse/core/error.hpp"

namespace graphsparse {
namespace {

using testing::HasSubstr;

using Folds = std::vector<std::vector<RowIndex>>;

std::vector<RowIndex> joined(const Folds& folds) {
  std::vector<RowIndex> rows;
  for (const auto& fold : folds) rows.insert(rows.end(), fold.begin(), fold.end());
  std::sort(rows.begin(), rows.end());
  return rows;
}

// The largest difference between two folds in the number of rows that count.
template <class Counts>
std::ptrdiff_t unevenness(const Folds& folds, Counts counts) {
  std::vector<std::ptrdiff_t> sizes;
  for (const auto& fold : folds) {
    sizes.push_back(std::count_if(fold.begin(), fold.end(), counts));
  }
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  return *most - *least;
}

std::vector<double> labels_of(std::size_t negatives, std::size_t positives) {
  std::vector<double> labels(negatives, -1.0);
  labels.insert(labels.end(), positives, 1.0);
  return labels;
}

RC_GTEST_PROP(Folds, holdEveryRowOnceAndClassesEvenly, ()) {
  const auto folds = *rc::gen::inRange<std::int64_t>(2, 8);
  const auto enough = static_cast<std::size_t>(folds);
  const auto negatives = *rc::gen::inRange<std::size_t>(enough, 40);
  const auto positives = *rc::gen::inRange<std::size_t>(enough, 40);
  std::vector<double> labels = labels_of(negatives, positives);
  FoldRequest request;
  request.folds = folds;
  request.classes = labels;
  request.seed = *rc::gen::arbitrary<std::uint64_t>();
  const std::vector<RowIndex> rows = all_rows(static_cast<RowIndex>(labels.size()));
  const Folds made = make_folds(rows, request);
  RC_ASSERT(joined(made) == rows);
  RC_ASSERT(unevenness(made, [](RowIndex) { return true; }) <= 1);
  RC_ASSERT(unevenness(made, [&](RowIndex row) {
              return labels[static_cast<std::size_t>(row)] > 0.0;
            }) <= 1);
  for (const auto& fold : made) {
    RC_ASSERT(std::is_sorted(fold.begin(), fold.end()));
    const std::vector<RowIndex> rest = rows_without(rows, fold);
    RC_ASSERT(rest.size() + fold.size() == rows.size());
  }
}

RC_GTEST_PROP(Folds, neverPartAGroup, ()) {
  const auto count = *rc::gen::inRange<std::int32_t>(5, 30);
  std::vector<std::int32_t> groups;
  for (std::int32_t group = 0; group < count; ++group) {
    groups.insert(groups.end(), *rc::gen::inRange<std::size_t>(1, 6), group);
  }
  FoldRequest request;
  request.folds = 3;
  request.groups = groups;
  request.seed = *rc::gen::arbitrary<std::uint64_t>();
  const std::vector<RowIndex> rows = all_rows(static_cast<RowIndex>(groups.size()));
  const Folds made = make_folds(rows, request);
  RC_ASSERT(joined(made) == rows);
  std::map<std::int32_t, std::set<std::size_t>> homes;
  for (std::size_t fold = 0; fold < made.size(); ++fold) {
    for (const RowIndex row : made[fold]) {
      homes[groups[static_cast<std::size_t>(row)]].insert(fold);
    }
  }
  for (const auto& [group, folds] : homes) RC_ASSERT(folds.size() == 1U);
  // The greedy choice never leaves two folds further apart than the largest group.
  RC_ASSERT(unevenness(made, [](RowIndex) { return true; }) <= 5);
}

TEST(Folds, spreadClassesOverGroupsOfOneClassEach) {
  // 20 patients with three samples each; every fourth patient is a case.
  std::vector<double> labels;
  std::vector<std::int32_t> groups;
  for (std::int32_t patient = 0; patient < 20; ++patient) {
    for (int sample = 0; sample < 3; ++sample) {
      labels.push_back(patient % 4 == 0 ? 1.0 : -1.0);
      groups.push_back(patient);
    }
  }
  FoldRequest request;
  request.classes = labels;
  request.groups = groups;
  const Folds folds = make_folds(all_rows(60), request);
  for (const auto& fold : folds) {
    EXPECT_EQ(fold.size(), 12U);
    EXPECT_EQ(
        std::count_if(fold.begin(), fold.end(),
                      [&](RowIndex row) { return labels[static_cast<std::size_t>(row)] > 0.0; }),
        3);
  }
}

TEST(Folds, dependOnSeedRepeatAndPartAlone) {
  const std::vector<double> labels = labels_of(30, 20);
  const std::vector<RowIndex> rows = all_rows(50);
  const auto made = [&](std::uint64_t seed, std::uint64_t repeat, std::uint64_t part) {
    FoldRequest request;
    request.classes = labels;
    request.seed = seed;
    request.repeat = repeat;
    request.part = part;
    return make_folds(rows, request);
  };
  EXPECT_EQ(made(1, 2, 3), made(1, 2, 3));
  EXPECT_NE(made(1, 2, 3), made(2, 2, 3));
  EXPECT_NE(made(1, 2, 3), made(1, 3, 3));
  EXPECT_NE(made(1, 2, 3), made(1, 2, 4));
}

std::string message_of(Rows rows, const FoldRequest& request) {
  try {
    make_folds(rows, request);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Folds, sayWhatToDoWhenAClassIsTooSmall) {
  const std::vector<double> labels = labels_of(20, 3);
  FoldRequest request;
  request.classes = labels;
  const std::string message = message_of(all_rows(23), request);
  EXPECT_THAT(message, HasSubstr("no sample of the second class (+1)"));
  EXPECT_THAT(message, HasSubstr("20 and 3 by class"));
  EXPECT_THAT(message, HasSubstr("ask for fewer folds"));
}

TEST(Folds, rejectTooManyAndTooFew) {
  FoldRequest request;
  request.folds = 1;
  EXPECT_THAT(message_of(all_rows(10), request), HasSubstr("at least 2"));
  request.folds = 11;
  EXPECT_THAT(message_of(all_rows(10), request), HasSubstr("fewer folds"));
  const std::vector<std::int32_t> groups = {0, 0, 0, 1, 1, 1};
  request.folds = 3;
  request.groups = groups;
  EXPECT_THAT(message_of(all_rows(6), request), HasSubstr("2 groups"));
}

}  // namespace
}  // namespace graphsparse
