#include "watched.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <optional>
#include <thread>

namespace graphsparse::python {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{50};

class Work {
 public:
  explicit Work(const std::function<void()>& work) : thread_([this, &work] { run(work); }) {}

  bool wait() {
    std::unique_lock lock(mutex_);
    return ended_.wait_for(lock, kBetweenLooks, [this] { return has_ended_; });
  }
  void join() { thread_.join(); }
  std::exception_ptr failure() const { return failure_; }

 private:
  void run(const std::function<void()>& work) {
    try {
      work();
    } catch (...) {
      failure_ = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    ended_.notify_one();
  }

  std::mutex mutex_;
  std::condition_variable ended_;
  bool has_ended_ = false;
  std::exception_ptr failure_;
  std::thread thread_;  // last: it uses all of the above
};

void tell_status(const Watch& watch, const py::object& tell, bool is_last) {
  if (tell.is_none()) return;
  const Watch::Status status = watch.status();
  tell(status.epoch, status.objective, status.done, status.total, is_last);
}

}  // namespace

void Watch::progress(std::int64_t done, std::int64_t total) {
  const std::lock_guard lock(mutex_);
  status_.done = done;
  status_.total = total;
}

FitHooks Watch::hooks() {
  FitHooks hooks;
  hooks.observer = [this](const Progress& progress) {
    if (progress.epoch_ended) {
      const std::lock_guard lock(mutex_);
      status_.epoch = progress.epoch;
      status_.objective = progress.objective;
    }
    return stop_ ? CallbackResult::stop : CallbackResult::proceed;
  };
  hooks.cancelled = [this] { return stop_.load(); };
  hooks.run_ended = [this](std::int64_t done, std::int64_t total) { progress(done, total); };
  return hooks;
}

Watch::Status Watch::status() const {
  const std::lock_guard lock(mutex_);
  return status_;
}

void run_watched(Watch& watch, const std::function<void()>& work, const py::object& tell) {
  std::optional<py::error_already_set> raised;
  std::exception_ptr failure;
  {
    py::gil_scoped_release release;
    Work thread(work);
    while (!thread.wait()) {
      if (raised) continue;
      py::gil_scoped_acquire acquire;
      try {
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        tell_status(watch, tell, false);
      } catch (py::error_already_set& error) {
        raised = error;
        watch.stop();
      }
    }
    thread.join();
    failure = thread.failure();
  }
  if (raised) throw py::error_already_set(*raised);
  if (failure) std::rethrow_exception(failure);
  tell_status(watch, tell, true);
}

}  // namespace graphsparse::python
