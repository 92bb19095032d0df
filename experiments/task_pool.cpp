#include "task_pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <mutex>
#include <numeric>
#include <span>
#include <thread>
#include <utility>

#include "graphsparse/core/random.hpp"
#include "graphsparse/core/version.hpp"

namespace graphsparse::experiments {
namespace {

// What the threads share.
class Pool {
 public:
  Pool(const std::vector<std::string>& tasks, const Work& work, Journal& journal, Watcher& watcher,
       std::span<const std::int64_t> batches)
      : tasks_(tasks), work_(work), journal_(journal), watcher_(watcher), results_(tasks.size()) {
    for (std::size_t task = 0; task < tasks.size(); ++task) {
      if (const TaskResult* known = journal.find(tasks[task])) {
        results_[task] = *known;
      } else {
        open_.push_back(task);
      }
    }
    RandomStream(0, "order of tasks").shuffle(std::span(open_));
    if (batches.empty()) return;
    std::stable_sort(open_.begin(), open_.end(),
                     [&](std::size_t a, std::size_t b) { return batches[a] < batches[b]; });
  }

  void run(unsigned threads) {
    {
      std::vector<std::jthread> helpers;
      for (unsigned i = 1; i < threads; ++i) helpers.emplace_back([this] { run_some(); });
      run_some();
    }
    if (failure_) std::rethrow_exception(failure_);
  }

  bool is_stopped() const { return stopped_; }
  std::vector<TaskResult> take_results() { return std::move(results_); }

 private:
  void run_some() {
    const Cancelled cancelled = [this] { return stopped_ || watcher_.wants_stop(); };
    while (!stopped_) {
      const std::size_t next = next_++;
      if (next >= open_.size()) return;
      try {
        TaskResult result = work_(open_[next], cancelled);
        if (cancelled()) {
          stopped_ = true;
          return;
        }
        finish(open_[next], std::move(result));
      } catch (...) {
        const std::scoped_lock lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
        stopped_ = true;
      }
    }
  }

  void finish(std::size_t task, TaskResult result) {
    const std::scoped_lock lock(mutex_);
    journal_.add(tasks_[task], result);
    results_[task] = std::move(result);
    ++done_;
    const auto total = static_cast<std::int64_t>(open_.size());
    watcher_.progress(done_, total);
    if (done_ < total && watcher_.wants_stop()) stopped_ = true;
  }

  const std::vector<std::string>& tasks_;
  const Work& work_;
  Journal& journal_;
  Watcher& watcher_;
  std::vector<TaskResult> results_;
  std::vector<std::size_t> open_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
  std::int64_t done_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

std::string partial_file(const std::string& folder, const std::string& name) {
  return (std::filesystem::path(folder) / (name + ".partial.csv")).string();
}

std::optional<std::vector<TaskResult>> run_tasks(const std::string& name,
                                                 const std::string& settings,
                                                 const std::vector<std::string>& tasks,
                                                 const Work& work, const Request& request,
                                                 Watcher& watcher,
                                                 std::span<const std::int64_t> batches) {
  Journal journal(partial_file(request.out_folder, name),
                  fmt::format("graphsparse {} {} as {}, seed {}{}", kVersion, name,
                              to_string(request.convention), request.seed, settings));
  Pool pool(tasks, work, journal, watcher, batches);
  pool.run(std::max(1U, request.threads));
  if (pool.is_stopped()) return std::nullopt;
  return pool.take_results();
}

}  // namespace graphsparse::experiments
