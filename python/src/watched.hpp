// Long work without Python's lock, while the thread of the caller listens to Python.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "graphsparse/graphsparse.hpp"

namespace graphsparse::python {

namespace py = pybind11;

// What the work tells, and hears.
class Watch : public Watcher {
 public:
  struct Status {
    std::int64_t epoch = 0;
    double objective = 0.0;
    std::int64_t done = 0;  // runs or folds
    std::int64_t total = 0;
  };

  bool wants_stop() override;
  void progress(std::int64_t done, std::int64_t total) override;
  // The hooks of a fit.
  FitHooks hooks();

  // From here on the thread of the caller looks after signals whenever the work asks it whether to
  // stop; `tell` must outlive the work.
  void listen_here(const py::object& tell);
  // Signals, and `tell` with the status; what Python raises is kept and stops the work. Needs the
  // lock.
  void look(const py::object& tell, bool is_last);
  // Throws what Python has raised.
  void rethrow() const;

 private:
  void look_now_and_then();

  std::atomic<bool> stop_ = false;
  std::thread::id listener_;  // none: somebody else looks
  const py::object* tell_ = nullptr;
  std::chrono::steady_clock::time_point next_look_;
  std::optional<py::error_already_set> raised_;
  mutable std::mutex mutex_;
  Status status_;
};

// Runs the work without Python's lock. Signals are looked at meanwhile: Ctrl-C stops the work at
// its next iteration and becomes KeyboardInterrupt. `tell` is None, or called with the status every
// now and then and once at the end. Throws what the work throws. Work of one thread is done here,
// which spares a change of threads; other work in a thread of its own, as this one might wait for
// the last of its helpers without a look at signals.
void run_watched(Watch& watch, std::int64_t threads, const std::function<void()>& work,
                 const py::object& tell);

}  // namespace graphsparse::python
