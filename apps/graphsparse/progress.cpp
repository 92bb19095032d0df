#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "output.hpp"
#include "terminal.hpp"

namespace graphsparse::cli {
namespace {

constexpr std::chrono::seconds kPatience(2);
constexpr std::chrono::milliseconds kBetweenDraws(100);
constexpr int kWidestBar = 40;

}  // namespace

ProgressBar::ProgressBar(std::string label, std::int64_t total, bool quiet)
    : label_(std::move(label)),
      total_(std::max<std::int64_t>(total, 1)),
      enabled_(!quiet && total > 1 && is_terminal(STDERR_FILENO)),
      start_(Clock::now()),
      next_draw_(start_ + kPatience) {}

ProgressBar::~ProgressBar() {
  if (!visible_) return;
  write_to_stderr("\r\x1b[K");
  set_bar_visible(false);
}

void ProgressBar::update(std::int64_t done) {
  if (!enabled_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_draw_) return;
  next_draw_ = now + kBetweenDraws;
  draw(done, std::chrono::duration<double>(now - start_).count());
}

void ProgressBar::draw(std::int64_t done, double elapsed) {
  const double share =
      std::clamp(static_cast<double>(done) / static_cast<double>(total_), 0.0, 1.0);
  std::string right = fmt::format(" {:3.0f} %", std::floor(100.0 * share));
  if (share > 0.0) {
    right += fmt::format(", {} left", format_duration(elapsed * (1.0 - share) / share));
  }
  // The whole line must fit, or erasing it leaves pieces behind.
  const int width = terminal_width(STDERR_FILENO, 80);
  const int room = width - static_cast<int>(label_.size() + right.size()) - 4;
  std::string line = "\r\x1b[K";
  if (room >= 5) {
    const int length = std::min(room, kWidestBar);
    const int filled = static_cast<int>(share * length);
    line += fmt::format("{} [{:#<{}}{:.<{}}]{}", label_, "", filled, "", length - filled, right);
  } else {
    line += right.substr(0, static_cast<std::size_t>(std::max(width - 1, 0)));
  }
  visible_ = true;
  set_bar_visible(true);
  write_to_stderr(line);
}

BarWatcher::BarWatcher(std::string label, bool quiet) : label_(std::move(label)), quiet_(quiet) {}

void BarWatcher::progress(std::int64_t done, std::int64_t total) {
  if (!bar_) bar_.emplace(label_, total, quiet_);
  bar_->update(done);
}

}  // namespace graphsparse::cli
