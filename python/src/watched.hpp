// Long work in a thread of its own, while the thread of the caller listens to Python.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>

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

  void stop() { stop_ = true; }
  bool wants_stop() override { return stop_; }
  void progress(std::int64_t done, std::int64_t total) override;
  // The hooks of a fit.
  FitHooks hooks();
  Status status() const;

 private:
  std::atomic<bool> stop_ = false;
  mutable std::mutex mutex_;
  Status status_;
};

// Runs the work without Python's lock. Signals are looked at meanwhile: Ctrl-C stops the work at
// its next iteration and becomes KeyboardInterrupt. `tell` is None, or called with the status every
// now and then and once at the end. Throws what the work throws.
void run_watched(Watch& watch, const std::function<void()>& work, const py::object& tell);

}  // namespace graphsparse::python
