// A progress bar on standard error: only on a terminal, only for work that takes longer than two
// seconds, and gone when the work is done.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "graphsparse/work/watcher.hpp"
#include "interrupt.hpp"

namespace graphsparse::cli {

class ProgressBar {
 public:
  ProgressBar(std::string label, std::int64_t total, bool quiet);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Cheap: draws at most ten times per second.
  void update(std::int64_t done);

 private:
  using Clock = std::chrono::steady_clock;

  void draw(std::int64_t done, double elapsed);

  std::string label_;
  std::int64_t total_;
  bool enabled_;
  bool visible_ = false;
  Clock::time_point start_;
  Clock::time_point next_draw_;
};

// Watches long work: a bar, and Ctrl-C.
class BarWatcher final : public Watcher {
 public:
  BarWatcher(std::string label, bool quiet);

  void progress(std::int64_t done, std::int64_t total) override;
  bool wants_stop() override { return interrupt_.is_raised(); }

 private:
  std::string label_;
  bool quiet_;
  InterruptFlag interrupt_;
  std::optional<ProgressBar> bar_;
};

}  // namespace graphsparse::cli
