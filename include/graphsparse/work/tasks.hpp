// Whoever watches long work: shows how far it is, and may stop it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graphsparse/core/communicator.hpp"
#include "graphsparse/work/checkpoint.hpp"

namespace graphsparse {

class Watcher {
 public:
  Watcher() = default;
  virtual ~Watcher() = default;
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;

  // How many of the tasks that were not finished before are done, after each; by one thread at a
  // time.
  virtual void progress(std::int64_t /*done*/, std::int64_t /*total*/) {}
  // Asked often, by all threads; once true, no task is begun or finished.
  virtual bool wants_stop() { return false; }
};

// One engine for work that consists of many tasks: threads, checkpoints, progress, cancellation.
//
// A task's result depends on the task alone, so that neither the number of threads nor the order
// nor an interruption can change anything; results come in the order of the tasks.

// Looked at by long tasks now and then; once it says true, what the task returns is thrown away.
using Cancelled = std::function<bool()>;

// What --threads means: that many; 0: as many as the machine has cores. At least 1.
std::int64_t worker_count(std::int64_t threads);

struct WorkHooks {
  Checkpoint* checkpoint = nullptr;  // null: nothing is kept
  Watcher* watcher = nullptr;        // null: nobody watches
  // Null: this process does all tasks. Else all ranks must call run_tasks() with the same tasks:
  // the first one hands them out, does some itself and has the results and the checkpoint; the
  // others work until there is nothing left, and have no results.
  const Communicator* ranks = nullptr;
};

template <class Result>
struct TaskList {
  std::vector<std::string> names = {};  // distinct
  // Called once by each thread; what it returns does the tasks of that thread.
  std::function<std::function<Result(std::size_t task, const Cancelled& cancelled)>()> make_worker =
      {};
  std::function<void(const Result& result, RecordWriter& record)> encode = {};
  // Throws InputError where the record cannot be the result of that task.
  std::function<Result(std::size_t task, RecordReader& record)> decode = {};
  // Whether the same work with a longer list could have a task of that name: its record is kept. A
  // record of any other task is damage. May be empty: no other task is possible.
  std::function<bool(std::string_view name)> may_be_task = {};
  // In which order to begin the tasks. May be empty: as they are listed.
  std::vector<std::size_t> order = {};
};

// What run_tasks() is made of; results are known to the functions alone.
struct UntypedTasks {
  using Worker = std::function<std::string(std::size_t task, const Cancelled& cancelled)>;

  std::span<const std::string> names;
  std::span<const std::size_t> order;
  std::function<void(std::size_t task, RecordReader& record)> load;
  std::function<Worker()> make_worker;  // a worker returns the record
  std::function<bool(std::string_view name)> may_be_task;
};

// Whether all tasks are done.
bool run_untyped_tasks(const UntypedTasks& tasks, std::int64_t threads, const WorkHooks& hooks);

// Nothing where the watcher stopped the work, and on ranks other than the first; what was finished
// is then in the checkpoint. Finished tasks of the checkpoint are not done again. Throws InputError
// before any task is begun where the checkpoint holds what cannot be; else what the first failing
// task throws.
template <class Result>
std::optional<std::vector<Result>> run_tasks(const TaskList<Result>& tasks, std::int64_t threads,
                                             const WorkHooks& hooks = {}) {
  std::vector<std::optional<Result>> results(tasks.names.size());
  UntypedTasks untyped{tasks.names, tasks.order, {}, {}, tasks.may_be_task};
  untyped.load = [&](std::size_t task, RecordReader& record) {
    results[task] = tasks.decode(task, record);
  };
  untyped.make_worker = [&]() -> UntypedTasks::Worker {
    return [&, worker = tasks.make_worker()](std::size_t task, const Cancelled& cancelled) {
      RecordWriter record;
      results[task] = worker(task, cancelled);
      const bool is_sent = hooks.checkpoint != nullptr || hooks.ranks != nullptr;
      if (is_sent && !cancelled()) tasks.encode(*results[task], record);
      return record.text();
    };
  };
  if (!run_untyped_tasks(untyped, threads, hooks)) return std::nullopt;
  std::vector<Result> all;
  for (std::optional<Result>& result : results) all.push_back(std::move(*result));
  return all;
}

}  // namespace graphsparse
