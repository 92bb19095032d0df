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

void run_here(Watch& watch, const std::function<void()>& work, const py::object& tell) {
  py::gil_scoped_release release;
  watch.listen_here(tell);
  work();
}

void run_beside(Watch& watch, const std::function<void()>& work, const py::object& tell) {
  std::exception_ptr failure;
  {
    py::gil_scoped_release release;
    Work thread(work);
    while (!thread.wait()) {
      py::gil_scoped_acquire acquire;
      watch.look(tell, false);
    }
    thread.join();
    failure = thread.failure();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace

bool Watch::wants_stop() {
  look_now_and_then();
  return stop_;
}

void Watch::listen_here(const py::object& tell) {
  listener_ = std::this_thread::get_id();
  tell_ = &tell;
  next_look_ = std::chrono::steady_clock::now() + kBetweenLooks;
}

void Watch::look_now_and_then() {
  if (std::this_thread::get_id() != listener_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_look_) return;
  next_look_ = now + kBetweenLooks;
  py::gil_scoped_acquire acquire;
  look(*tell_, false);
}

void Watch::look(const py::object& tell, bool is_last) {
  if (raised_) return;
  Status status;
  {
    const std::lock_guard lock(mutex_);
    status = status_;
  }
  try {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (tell.is_none()) return;
    tell(status.epoch, status.objective, status.done, status.total, is_last);
  } catch (py::error_already_set& error) {
    raised_ = error;
    stop_ = true;
  }
}

void Watch::rethrow() const {
  if (raised_) throw py::error_already_set(*raised_);
}

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
    return wants_stop() ? CallbackResult::stop : CallbackResult::proceed;
  };
  hooks.cancelled = [this] { return wants_stop(); };
  hooks.run_ended = [this](std::int64_t done, std::int64_t total) { progress(done, total); };
  return hooks;
}

void run_watched(Watch& watch, std::int64_t threads, const std::function<void()>& work,
                 const py::object& tell) {
  try {
    threads == 1 ? run_here(watch, work, tell) : run_beside(watch, work, tell);
  } catch (...) {
    watch.rethrow();  // which may be why the work failed
    throw;
  }
  watch.look(tell, true);
  watch.rethrow();
}

}  // namespace graphsparse::python
