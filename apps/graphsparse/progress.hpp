// What the tool may assume about the streams it writes to.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "graphsparse/work/tasks.hpp"
#include "interrupt.hpp"

namespace graphsparse::cli {

bool is_terminal(int descriptor);

// Colour only on a terminal, and never against NO_COLOR (no-color.org) or a dumb terminal.
bool wants_colour(int descriptor);

// Columns of the terminal, or the fallback where there is none.
int terminal_width(int descriptor, int fallback);

// How far long work is, on standard error: a bar on a terminal, after two seconds and gone when the
// work is done; else a line every ten seconds.

// Seconds between lines without a terminal: 10, or what GRAPHSPARSE_PROGRESS says; 0: no lines.
double seconds_between_lines();

class ProgressBar {
 public:
  ProgressBar(std::string label, bool quiet);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Cheap: draws at most ten times per second. How many of the equal parts are done:
  void update(std::int64_t done, std::int64_t total);
  // Where there are no parts: from 0 to 1.
  void update_share(double share);

 private:
  using Clock = std::chrono::steady_clock;

  void draw();
  // "34 %, 2 min left"
  std::string describe() const;
  void write_lines(double seconds);
  double elapsed() const;

  std::string label_;
  bool draws_ = false;
  bool visible_ = false;
  Clock::time_point start_;
  Clock::time_point next_draw_;

  // Shared with the thread that writes lines, which work that takes longer than they do needs.
  std::mutex mutex_;
  std::condition_variable ended_;
  bool has_ended_ = false;
  std::int64_t done_ = 0;
  std::int64_t total_ = 0;  // 0: not known, or no parts
  double share_ = 0.0;
  std::optional<std::thread> writer_;
};

// Watches long work: a bar, and Ctrl-C.
class BarWatcher final : public Watcher {
 public:
  BarWatcher(std::string label, bool quiet);

  void progress(std::int64_t done, std::int64_t total) override;
  bool wants_stop() override { return interrupt_.is_raised(); }

 private:
  InterruptFlag interrupt_;
  ProgressBar bar_;
};

}  // namespace graphsparse::cli
