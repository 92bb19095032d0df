// A progress bar on standard error: only on a terminal, only for work that takes longer than two
// seconds, and gone when the work is done.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace graphsparse::cli {

class ProgressBar {
 public:
  ProgressBar(std::string label, std::int64_t total, bool quiet);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Cheap: draws at most ten times a second.
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

}  // namespace graphsparse::cli
