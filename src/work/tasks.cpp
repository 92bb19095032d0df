#include "graphsparse/work/tasks.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <unordered_set>

#include "graphsparse/core/error.hpp"
#include "work/parts.hpp"

namespace graphsparse {
namespace {

constexpr std::string_view kNoTask = "-";

using Records = std::unordered_map<std::string_view, const Checkpoint::Record*>;

Records records_of(const UntypedTasks& tasks, const Checkpoint& checkpoint) {
  const std::unordered_set<std::string_view> names(tasks.names.begin(), tasks.names.end());
  Records records;
  for (const Checkpoint::Record& record : checkpoint.records()) {
    records[record.task] = &record;
    if (names.contains(record.task)) continue;
    if (tasks.may_be_task && tasks.may_be_task(record.task)) continue;
    checkpoint.refuse(record.task, "there is no such task");
  }
  return records;
}

bool load(std::size_t task, const UntypedTasks& tasks, const Records& records,
          const Checkpoint& checkpoint) {
  const auto place = records.find(tasks.names[task]);
  if (place == records.end()) return false;
  try {
    RecordReader reader(place->second->result);
    tasks.load(task, reader);
    reader.expect_end();
  } catch (const InputError& error) {
    checkpoint.refuse(tasks.names[task], error.what());
  }
  return true;
}

// The tasks that are still to be done, in the order in which to begin them.
std::vector<std::size_t> load_finished(const UntypedTasks& tasks, const Checkpoint* checkpoint) {
  Records records;
  if (checkpoint != nullptr) records = records_of(tasks, *checkpoint);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tasks.names.size(); ++i) {
    const std::size_t task = tasks.order.empty() ? i : tasks.order[i];
    if (checkpoint == nullptr || !load(task, tasks, records, *checkpoint)) open.push_back(task);
  }
  return open;
}

// The tasks that are still to be done. What is finished goes into the checkpoint, and the watcher
// is told how far the work is.
class OpenTasks {
 public:
  OpenTasks(const UntypedTasks& tasks, const WorkHooks& hooks)
      : tasks_(tasks), hooks_(hooks), open_(load_finished(tasks, hooks.checkpoint)) {}

  std::size_t size() const { return open_.size(); }
  std::size_t operator[](std::size_t place) const { return open_[place]; }
  bool are_finished() const { return done_ == open_.size(); }

  void finish(std::size_t task, const std::string& record) {
    if (hooks_.checkpoint != nullptr) hooks_.checkpoint->add(tasks_.names[task], record);
    ++done_;
    if (hooks_.watcher == nullptr) return;
    hooks_.watcher->progress(static_cast<std::int64_t>(done_),
                             static_cast<std::int64_t>(open_.size()));
  }

 private:
  const UntypedTasks& tasks_;
  const WorkHooks& hooks_;
  std::vector<std::size_t> open_;
  std::size_t done_ = 0;
};

// What the threads share.
class Pool {
 public:
  Pool(const UntypedTasks& tasks, const WorkHooks& hooks)
      : tasks_(tasks), hooks_(hooks), open_(tasks, hooks) {}

  bool run(std::int64_t threads) {
    {
      std::vector<std::jthread> helpers;
      const auto count = std::min(worker_count(threads), static_cast<std::int64_t>(open_.size()));
      has_helpers_ = count > 1;
      try {
        while (static_cast<std::int64_t>(helpers.size()) + 1 < count) {
          helpers.emplace_back([this] { work(); });
        }
      } catch (const std::system_error&) {
        // The machine gives no more threads: those that there are do it all.
      }
      work();
    }
    if (failure_) std::rethrow_exception(failure_);
    return open_.are_finished();
  }

 private:
  // Once true, always true, whatever the watcher says next.
  bool should_stop() {
    if (!has_stopped_ && hooks_.watcher != nullptr && hooks_.watcher->wants_stop()) {
      has_stopped_ = true;
    }
    return has_stopped_;
  }

  void work() noexcept {
    try {
      std::optional<InsideParts> inside;
      if (has_helpers_) inside.emplace();
      const Cancelled cancelled = [this] { return should_stop(); };
      const UntypedTasks::Worker worker = tasks_.make_worker();
      for (;;) {
        const std::size_t place = next_++;
        if (place >= open_.size() || should_stop()) return;
        const std::string record = worker(open_[place], cancelled);
        if (should_stop()) return;
        finish(open_[place], record);
      }
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      has_stopped_ = true;
    }
  }

  void finish(std::size_t task, const std::string& record) {
    const std::scoped_lock lock(mutex_);
    open_.finish(task, record);
  }

  const UntypedTasks& tasks_;
  const WorkHooks& hooks_;
  OpenTasks open_;
  bool has_helpers_ = false;  // then no task has threads of its own
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> has_stopped_ = false;
  std::mutex mutex_;  // of open_ and failure_
  std::exception_ptr failure_;
};

// The first rank: hands tasks out, does some itself, and keeps what comes back. It listens whenever
// a task of its own asks whether to go on.
class FirstRank {
 public:
  FirstRank(const UntypedTasks& tasks, const WorkHooks& hooks)
      : tasks_(tasks), hooks_(hooks), ranks_(*hooks.ranks), open_(tasks, hooks) {}

  bool run() {
    for (int rank = 1; rank < ranks_.size(); ++rank) hand_out(rank);
    const Cancelled cancelled = [this] { return should_stop(); };
    const UntypedTasks::Worker worker = tasks_.make_worker();
    while (!should_stop() && next_ < open_.size()) {
      const std::size_t task = open_[next_++];
      const std::string record = worker(task, cancelled);
      if (!should_stop()) open_.finish(task, record);
    }
    while (working_ > 0) listen();
    for (int rank = 1; rank < ranks_.size(); ++rank) ranks_.send_text(rank, std::string(kNoTask));
    return open_.are_finished();
  }

 private:
  void hand_out(int rank) {
    if (has_stopped_ || next_ >= open_.size()) return;
    ranks_.send_text(rank, std::to_string(open_[next_++]));
    ++working_;
  }

  bool should_stop() {
    while (ranks_.has_text()) listen();
    if (!has_stopped_ && hooks_.watcher != nullptr && hooks_.watcher->wants_stop()) stop();
    return has_stopped_;
  }

  // Those that work are told, and answer without a result.
  void stop() {
    has_stopped_ = true;
    for (int rank = 1; rank < ranks_.size(); ++rank) ranks_.send_text(rank, std::string(kNoTask));
  }

  // "TASK RECORD", or nothing where a rank was stopped.
  void listen() {
    const auto [rank, text] = ranks_.receive_text();
    --working_;
    const std::size_t end = text.find(' ');
    if (end != std::string::npos) {
      const auto task = static_cast<std::size_t>(std::stoull(text.substr(0, end)));
      const std::string record = text.substr(end + 1);
      RecordReader reader(record);
      tasks_.load(task, reader);
      open_.finish(task, record);
    } else if (!has_stopped_) {
      stop();
    }
    hand_out(rank);
  }

  const UntypedTasks& tasks_;
  const WorkHooks& hooks_;
  const Communicator& ranks_;
  OpenTasks open_;
  std::size_t next_ = 0;
  int working_ = 0;
  bool has_stopped_ = false;
};

// Does what the first rank says until there is nothing left.
void serve_first_rank(const UntypedTasks& tasks, const WorkHooks& hooks) {
  const Communicator& ranks = *hooks.ranks;
  bool is_told_to_stop = false;
  const Cancelled cancelled = [&] {
    if (!is_told_to_stop && ranks.has_text()) {
      (void)ranks.receive_text();  // amid a task the first rank has nothing else to say
      is_told_to_stop = true;
    }
    return is_told_to_stop || (hooks.watcher != nullptr && hooks.watcher->wants_stop());
  };
  const UntypedTasks::Worker worker = tasks.make_worker();
  for (;;) {
    std::string text = ranks.receive_text().second;
    if (text == kNoTask) return;
    const auto task = static_cast<std::size_t>(std::stoull(text));
    const std::string record = worker(task, cancelled);
    text.append(" ").append(record);
    ranks.send_text(0, cancelled() ? std::string() : text);
  }
}

}  // namespace

std::int64_t worker_count(std::int64_t threads) {
  if (threads > 0) return threads;
  return std::max<std::int64_t>(1, std::thread::hardware_concurrency());
}

bool run_untyped_tasks(const UntypedTasks& tasks, std::int64_t threads, const WorkHooks& hooks) {
  if (hooks.ranks == nullptr || hooks.ranks->size() == 1) return Pool(tasks, hooks).run(threads);
  if (hooks.ranks->is_first()) return FirstRank(tasks, hooks).run();
  serve_first_rank(tasks, hooks);
  return false;
}

}  // namespace graphsparse
