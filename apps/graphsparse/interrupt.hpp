// Ctrl-C and its kin: end at once with status 1 and one message, but never in the middle of writing
// a file, and not where a command would rather stop by itself.
#pragma once

namespace graphsparse::cli {

// From here on SIGINT, SIGTERM and SIGHUP end the process with status 1, and a closed pipe is an
// error of write() instead of a signal.
void install_signal_handlers();
// So does this signal.
void add_interruption(int signal);
// Without a message from here on.
void end_silently();

// While one lives, an interruption waits. For the short moment in which a file exists under its
// temporary name.
class DeferInterrupts {
 public:
  DeferInterrupts();
  ~DeferInterrupts();
  DeferInterrupts(const DeferInterrupts&) = delete;
  DeferInterrupts& operator=(const DeferInterrupts&) = delete;
};

// While one lives, the first interruption only raises a flag, so that long work can stop at a good
// point and keep what it has. A second one ends the process at once.
class InterruptFlag {
 public:
  InterruptFlag();
  ~InterruptFlag();
  InterruptFlag(const InterruptFlag&) = delete;
  InterruptFlag& operator=(const InterruptFlag&) = delete;

  bool is_raised() const;
};

// Whether the last line on standard error is a progress bar, which an interruption must erase.
void set_bar_visible(bool visible);

}  // namespace graphsparse::cli
