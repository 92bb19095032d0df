#include "experiments/task_pool.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/walk_problem.hpp"
#include "graphsparse/core/random.hpp"
#include "graphsparse/data/simulation.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse::experiments {
namespace {

using test_support::TemporaryFolder;

TEST(TaskPool, runsBatchesOneAfterTheOther) {
  const TemporaryFolder folder;
  Request request;
  request.out_folder = folder.path().string();
  request.threads = 1;
  TaskPlan plan{"batches"};
  std::vector<std::string>& tasks = plan.tasks;
  std::vector<std::int64_t>& batches = plan.batches;
  for (std::int64_t task = 0; task < 30; ++task) {
    tasks.push_back("task " + std::to_string(task));
    batches.push_back(task % 3);
  }
  std::vector<std::int64_t> seen;
  std::vector<std::size_t> order;
  Watcher watcher;
  plan.work = [&](std::size_t task, const Cancelled&) -> TaskResult {
    seen.push_back(batches[task]);
    order.push_back(task);
    return {{"value", {static_cast<double>(task)}}};
  };
  const auto results = run_tasks(plan, request, watcher);
  ASSERT_TRUE(results.has_value());
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_FALSE(std::is_sorted(order.begin(), order.begin() + 10));  // at random within a batch
  for (std::size_t task = 0; task < tasks.size(); ++task) {
    EXPECT_EQ((*results)[task].front().values.front(), static_cast<double>(task));
  }
}

TEST(NestedNormals, areTheSameWheneverATrialIsAskedFor) {
  NestedNormals nested(7, 5, 4);
  const auto first = nested.of_trial(0);
  const auto other = nested.of_trial(1);
  EXPECT_NE(*first, *other);
  EXPECT_EQ(*nested.of_trial(0), *first);
  EXPECT_EQ(nested.of_trial(0), nested.of_trial(0));  // drawn once
  RandomStream stream(7, "nested design", 1);
  EXPECT_EQ(*other, normal_matrix(5, 4, 1.0, stream));
}

}  // namespace
}  // namespace graphsparse::experiments
