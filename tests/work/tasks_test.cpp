#include "graphsparse/work/tasks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using test_support::TemporaryFolder;
using ::testing::AllOf;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::SizeIs;

const WorkKey kKey{"test"};

// Task i gives i squared.
TaskList<double> squares(std::size_t count) {
  TaskList<double> list;
  for (std::size_t task = 0; task < count; ++task) {
    list.names.push_back("task=" + std::to_string(task));
  }
  list.make_worker = [] {
    return [](std::size_t task, const Cancelled&) { return static_cast<double>(task * task); };
  };
  list.encode = [](double result, RecordWriter& record) { record.add_number(result); };
  list.decode = [](std::size_t, RecordReader& record) { return record.take_number(); };
  return list;
}

std::vector<double> expected_squares(std::size_t count) {
  std::vector<double> expected;
  for (std::size_t i = 0; i < count; ++i) expected.push_back(static_cast<double>(i * i));
  return expected;
}

class Recorder final : public Watcher {
 public:
  explicit Recorder(std::int64_t stop_after = 1'000'000) : stop_after_(stop_after) {}
  void progress(std::int64_t done, std::int64_t total) override {
    reports.emplace_back(done, total);
    done_ = done;
  }
  bool wants_stop() override { return done_ >= stop_after_; }

  std::vector<std::pair<std::int64_t, std::int64_t>> reports;

 private:
  std::int64_t stop_after_;
  std::atomic<std::int64_t> done_ = 0;
};

TEST(Tasks, giveResultsInTheirOrderForAnyNumberOfThreads) {
  for (const std::int64_t threads : {0, 1, 2, 5, 200}) {
    TaskList<double> list = squares(100);
    list.order.resize(100);
    std::iota(list.order.rbegin(), list.order.rend(), std::size_t{0});
    EXPECT_EQ(run_tasks(list, threads), expected_squares(100)) << threads;
  }
  EXPECT_EQ(run_tasks(squares(0), 2), std::vector<double>());
}

TEST(Tasks, areBegunInTheOrderAskedFor) {
  TaskList<double> list = squares(4);
  list.order = {2, 0, 3, 1};
  std::vector<std::size_t> begun;
  list.make_worker = [&] {
    return [&](std::size_t task, const Cancelled&) {
      begun.push_back(task);
      return 0.0;
    };
  };
  run_tasks(list, 1);
  EXPECT_EQ(begun, list.order);
}

TEST(Tasks, haveAWorkerAThread) {
  TaskList<double> list = squares(50);
  std::atomic<int> workers = 0;
  list.make_worker = [&] {
    ++workers;
    return [owner = std::this_thread::get_id()](std::size_t, const Cancelled&) {
      EXPECT_EQ(std::this_thread::get_id(), owner);
      return 0.0;
    };
  };
  run_tasks(list, 3);
  EXPECT_EQ(workers, 3);
}

TEST(Tasks, goOnFromACheckpoint) {
  const TemporaryFolder folder;
  {
    Checkpoint checkpoint(folder.file("p"), kKey);
    Recorder watcher(7);
    EXPECT_FALSE(run_tasks(squares(20), 1, {&checkpoint, &watcher}).has_value());
    EXPECT_THAT(checkpoint.records(), SizeIs(7));
  }
  Checkpoint checkpoint(folder.file("p"), kKey);
  Recorder watcher;
  EXPECT_EQ(run_tasks(squares(20), 2, {&checkpoint, &watcher}), expected_squares(20));
  EXPECT_THAT(watcher.reports, SizeIs(13));
  EXPECT_EQ(watcher.reports.back(), std::make_pair(std::int64_t{13}, std::int64_t{13}));
}

TEST(Tasks, ofALongerListAreKept) {
  const TemporaryFolder folder;
  {
    Checkpoint checkpoint(folder.file("p"), kKey);
    run_tasks(squares(20), 1, {&checkpoint});
  }
  TaskList<double> shorter = squares(5);
  {
    Checkpoint checkpoint(folder.file("p"), kKey);
    EXPECT_THAT(input_error_of([&] { run_tasks(shorter, 1, {&checkpoint}); }),
                AllOf(HasSubstr(folder.file("p")), HasSubstr("there is no such task")));
  }
  shorter.may_be_task = [](std::string_view name) { return name.starts_with("task="); };
  Checkpoint checkpoint(folder.file("p"), kKey);
  EXPECT_EQ(run_tasks(shorter, 1, {&checkpoint}), expected_squares(5));
  EXPECT_THAT(checkpoint.records(), SizeIs(20));
}

// What the checksums let pass, since somebody computed them, the task itself refuses.
TEST(Tasks, refuseRecordsThatDoNotFit) {
  for (const std::string record : {"", "x", "1 2", "1 "}) {
    const TemporaryFolder folder;
    {
      Checkpoint forged(folder.file("p"), kKey);
      forged.add("task=1", record);
    }
    Checkpoint checkpoint(folder.file("p"), kKey);
    TaskList<double> list = squares(3);
    list.make_worker = [] {
      return [](std::size_t, const Cancelled&) -> double {
        throw std::logic_error("work was begun with a damaged file");
      };
    };
    EXPECT_THAT(input_error_of([&] { run_tasks(list, 1, {&checkpoint}); }),
                AllOf(HasSubstr(folder.file("p")), HasSubstr("'task=1'")))
        << record;
  }
}

TEST(Tasks, rethrowOneFailureAndBeginNoMore) {
  TaskList<double> list = squares(1000);
  std::atomic<int> begun = 0;
  list.make_worker = [&] {
    return [&](std::size_t, const Cancelled&) -> double {
      ++begun;
      throw std::runtime_error("failed");
    };
  };
  EXPECT_THROW(run_tasks(list, 4), std::runtime_error);
  EXPECT_LE(begun, 4);
}

TEST(Tasks, rethrowWhatMakingAWorkerThrows) {
  TaskList<double> list = squares(3);
  list.make_worker = []() -> std::function<double(std::size_t, const Cancelled&)> {
    throw InputError("no worker");
  };
  EXPECT_THAT(input_error_of([&] { run_tasks(list, 2); }), HasSubstr("no worker"));
}

// A watcher that changes its mind must not let a task pass that gave up half-way.
TEST(Tasks, thatWereCancelledAreNeverResults) {
  class Fickle final : public Watcher {
   public:
    bool wants_stop() override { return ++asked_ == 5; }

   private:
    std::atomic<int> asked_ = 0;
  };
  const TemporaryFolder folder;
  Checkpoint checkpoint(folder.file("p"), kKey);
  TaskList<double> list = squares(50);
  list.make_worker = [] {
    return [](std::size_t task, const Cancelled& cancelled) {
      return cancelled() ? -1.0 : static_cast<double>(task * task);
    };
  };
  Fickle watcher;
  EXPECT_FALSE(run_tasks(list, 1, {&checkpoint, &watcher}).has_value());
  EXPECT_THAT(checkpoint.records(), SizeIs(1));
}

TEST(Tasks, areDoneByThoseThreadsThatTheMachineGives) {
  pthread_attr_t before;
  ASSERT_EQ(pthread_getattr_default_np(&before), 0);
  pthread_attr_t huge;
  ASSERT_EQ(pthread_getattr_default_np(&huge), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&huge, std::size_t{1} << 46), 0);
  ASSERT_EQ(pthread_setattr_default_np(&huge), 0);
  const auto results = run_tasks(squares(50), 3);
  ASSERT_EQ(pthread_setattr_default_np(&before), 0);
  EXPECT_EQ(results, expected_squares(50));
}

TEST(Threads, areAsManyAsAskedForOrAsThereAreCores) {
  EXPECT_EQ(worker_count(3), 3);
  EXPECT_GE(worker_count(0), 1);
}

}  // namespace
}  // namespace graphsparse
