#include "progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <utility>

#include "errors.hpp"
#include "graphsparse/core/format.hpp"
#include "output.hpp"

namespace graphsparse::cli {
namespace {

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

}  // namespace

bool is_terminal(int descriptor) { return isatty(descriptor) == 1; }

bool wants_colour(int descriptor) {
  if (!environment("NO_COLOR").empty()) return false;
  if (environment("TERM") == "dumb") return false;
  return is_terminal(descriptor);
}

int terminal_width(int descriptor, int fallback) {
  winsize size = {};
  const bool known = ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : fallback;
}

namespace {

constexpr std::chrono::seconds kPatience(2);
constexpr std::chrono::milliseconds kBetweenDraws(100);
constexpr int kWidestBar = 40;
constexpr double kBetweenLines = 10.0;
constexpr double kLongestWait = 1e6;

}  // namespace

double seconds_between_lines() {
  const char* const text = std::getenv("GRAPHSPARSE_PROGRESS");
  if (text == nullptr || *text == '\0') return kBetweenLines;
  char* end = nullptr;
  const double seconds = std::strtod(text, &end);
  if (*end == '\0' && seconds >= 0.0 && seconds <= kLongestWait) return seconds;
  throw UsageError(
      fmt::format("the environment variable GRAPHSPARSE_PROGRESS is '{}'; it must be the seconds "
                  "between two lines of progress, such as 10, or 0 for none",
                  text));
}

ProgressBar::ProgressBar(std::string label, bool quiet)
    : label_(std::move(label)), start_(Clock::now()), next_draw_(start_ + kPatience) {
  if (quiet) return;
  draws_ = is_terminal(STDERR_FILENO);
  const double seconds = draws_ ? 0.0 : seconds_between_lines();
  if (seconds == 0.0) return;
  try {
    writer_.emplace([this, seconds] { write_lines(seconds); });
  } catch (const std::system_error&) {
    // The machine gives no more threads: the work matters, not the lines.
  }
}

ProgressBar::~ProgressBar() {
  if (writer_) {
    {
      const std::scoped_lock lock(mutex_);
      has_ended_ = true;
    }
    ended_.notify_all();
    writer_->join();
  }
  if (!visible_) return;
  write_to_stderr("\r\x1b[K");
  set_bar_visible(false);
}

void ProgressBar::update(std::int64_t done, std::int64_t total) {
  {
    const std::scoped_lock lock(mutex_);
    done_ = done;
    total_ = std::max<std::int64_t>(total, 1);
    share_ = std::clamp(static_cast<double>(done) / static_cast<double>(total_), 0.0, 1.0);
  }
  draw();
}

void ProgressBar::update_share(double share) {
  {
    const std::scoped_lock lock(mutex_);
    share_ = std::clamp(share, 0.0, 1.0);
  }
  draw();
}

double ProgressBar::elapsed() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

std::string ProgressBar::describe() const {
  std::string text = fmt::format("{:3.0f} %", std::floor(100.0 * share_));
  if (share_ > 0.0) {
    text += fmt::format(", {} left", format_duration(elapsed() * (1.0 - share_) / share_));
  }
  return text;
}

void ProgressBar::write_lines(double seconds) {
  std::unique_lock lock(mutex_);
  const auto pause = std::chrono::duration<double>(seconds);
  while (!ended_.wait_for(lock, pause, [this] { return has_ended_; })) {
    std::string state;
    if (total_ > 0) state += fmt::format("{} of {}, ", done_, total_);
    if (share_ > 0.0) {
      const std::string share = describe();
      state += share.substr(share.find_first_not_of(' ')) + ", ";
    }
    print_message(fmt::format("{}: {}{} so far", label_, state, format_duration(elapsed())));
  }
}

void ProgressBar::draw() {
  if (!draws_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_draw_) return;
  next_draw_ = now + kBetweenDraws;
  const std::string right = " " + describe();
  // The whole line must fit, or erasing it leaves pieces behind.
  const int width = terminal_width(STDERR_FILENO, 80);
  const int room = width - static_cast<int>(label_.size() + right.size()) - 4;
  std::string line = "\r\x1b[K";
  if (room >= 5) {
    const int length = std::min(room, kWidestBar);
    const int filled = static_cast<int>(share_ * length);
    line += fmt::format("{} [{:#<{}}{:.<{}}]{}", label_, "", filled, "", length - filled, right);
  } else {
    line += right.substr(0, static_cast<std::size_t>(std::max(width - 1, 0)));
  }
  visible_ = true;
  set_bar_visible(true);
  write_to_stderr(line);
}

BarWatcher::BarWatcher(std::string label, bool quiet) : bar_(std::move(label), quiet) {}

void BarWatcher::progress(std::int64_t done, std::int64_t total) { bar_.update(done, total); }

}  // namespace graphsparse::cli
