// Tasks on several ranks: the first one hands them out and has the results.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "graphsparse/work/checkpoint.hpp"
#include "graphsparse/work/tasks.hpp"
#include "io/temporary_folder.hpp"
#include "support/thread_ranks.hpp"

namespace graphsparse {
namespace {

using test_support::TemporaryFolder;

constexpr std::size_t kTasks = 40;
const WorkKey kKey{"ranks"};

// Task i gives i squared and counts who did it.
struct Squares {
  std::array<std::atomic<int>, kTasks> runs = {};

  TaskList<double> list() {
    TaskList<double> tasks;
    for (std::size_t task = 0; task < kTasks; ++task) tasks.names.push_back(std::to_string(task));
    tasks.make_worker = [this] {
      return [this](std::size_t task, const Cancelled& cancelled) {
        ++runs[task];
        for (int i = 0; i < 50 && !cancelled(); ++i) std::this_thread::yield();
        return static_cast<double>(task * task);
      };
    };
    tasks.encode = [](double result, RecordWriter& record) { record.add_number(result); };
    tasks.decode = [](std::size_t, RecordReader& record) { return record.take_number(); };
    return tasks;
  }
};

std::vector<double> expected() {
  std::vector<double> squares;
  for (std::size_t task = 0; task < kTasks; ++task)
    squares.push_back(static_cast<double>(task * task));
  return squares;
}

class StopAfter final : public Watcher {
 public:
  explicit StopAfter(std::int64_t count) : count_(count) {}
  void progress(std::int64_t done, std::int64_t /*total*/) override { done_ = done; }
  bool wants_stop() override { return done_ >= count_; }

 private:
  std::int64_t count_;
  std::atomic<std::int64_t> done_ = 0;
};

TEST(RankTasks, areEachDoneOnceForAnyNumberOfRanks) {
  for (const int count : {1, 2, 3, 7, 50}) {
    Squares squares;
    run_ranks(count, [&](const Communicator& ranks) {
      WorkHooks hooks;
      hooks.ranks = &ranks;
      const auto results = run_tasks(squares.list(), 1, hooks);
      ASSERT_EQ(results.has_value(), ranks.is_first());
      if (results) {
        EXPECT_EQ(*results, expected()) << count;
      }
    });
    for (const auto& runs : squares.runs) EXPECT_EQ(runs.load(), 1) << count;
  }
}

TEST(RankTasks, goOnFromTheCheckpointOfTheFirstRank) {
  const TemporaryFolder folder;
  std::size_t kept = 0;
  Squares before;
  run_ranks(3, [&](const Communicator& ranks) {
    StopAfter watcher(9);
    if (!ranks.is_first()) {
      EXPECT_FALSE(run_tasks(before.list(), 1, {nullptr, nullptr, &ranks}).has_value());
      return;
    }
    Checkpoint checkpoint(folder.file("p"), kKey);
    EXPECT_FALSE(run_tasks(before.list(), 1, {&checkpoint, &watcher, &ranks}).has_value());
    kept = checkpoint.records().size();
  });
  EXPECT_GE(kept, 9U);
  EXPECT_LT(kept, kTasks);
  Squares after;
  run_ranks(4, [&](const Communicator& ranks) {
    if (!ranks.is_first()) {
      EXPECT_FALSE(run_tasks(after.list(), 1, {nullptr, nullptr, &ranks}).has_value());
      return;
    }
    Checkpoint checkpoint(folder.file("p"), kKey);
    EXPECT_EQ(run_tasks(after.list(), 1, {&checkpoint, nullptr, &ranks}), expected());
  });
  std::size_t done_again = 0;
  for (const auto& runs : after.runs) done_again += static_cast<std::size_t>(runs.load());
  EXPECT_EQ(done_again, kTasks - kept);
}

TEST(RankTasks, thatFailEndTheWork) {
  EXPECT_THROW(run_ranks(3,
                         [](const Communicator& ranks) {
                           Squares squares;
                           TaskList<double> list = squares.list();
                           list.make_worker = [&ranks] {
                             return [&ranks](std::size_t, const Cancelled&) -> double {
                               if (ranks.rank() == 2) throw std::invalid_argument("task");
                               return 0.0;
                             };
                           };
                           run_tasks(list, 1, {nullptr, nullptr, &ranks});
                         }),
               std::invalid_argument);
}

}  // namespace
}  // namespace graphsparse
