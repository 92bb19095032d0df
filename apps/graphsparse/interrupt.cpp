#include "interrupt.hpp"

#include <unistd.h>

#include <csignal>
#include <string_view>

#include "errors.hpp"

namespace graphsparse::cli {
namespace {

volatile std::sig_atomic_t bar_visible = 0;
volatile std::sig_atomic_t is_silent = 0;
volatile std::sig_atomic_t flag_wanted = 0;
volatile std::sig_atomic_t flag_raised = 0;

void say(std::string_view text) {
  // Nothing can be done about a failure here.
  [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), text.size());
}

// Unless a command asked for the flag, the process holds nothing that must be put in order, so the
// handler may end it. Only calls that are safe inside a signal handler are made.
extern "C" void end_process(int) {
  if (flag_wanted != 0 && flag_raised == 0) {
    flag_raised = 1;
    return;
  }
  if (bar_visible != 0) say("\r\x1b[K");
  if (is_silent == 0) say("graphsparse: interrupted\n");
  _exit(kWorkFailed);
}

sigset_t interruptions() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGHUP);
  return set;
}

}  // namespace

void add_interruption(int signal) {
  struct sigaction action = {};
  action.sa_handler = end_process;
  action.sa_mask = interruptions();
  action.sa_flags = SA_RESTART;  // a flag that is raised must not look like a failing disk
  sigaction(signal, &action, nullptr);
}

void end_silently() { is_silent = 1; }

void install_signal_handlers() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction old = {};
    sigaction(signal, nullptr, &old);
    // Started with nohup: whoever did so wants us to outlive the terminal.
    if (signal == SIGHUP && old.sa_handler == SIG_IGN) continue;
    add_interruption(signal);
  }
  // The write that fails says so. (SIGXFSZ: a file as large as ulimit -f allows.)
  struct sigaction ignore = {};
  ignore.sa_handler = SIG_IGN;
  for (const int signal : {SIGPIPE, SIGXFSZ}) sigaction(signal, &ignore, nullptr);
}

DeferInterrupts::DeferInterrupts() {
  const sigset_t set = interruptions();
  sigprocmask(SIG_BLOCK, &set, nullptr);
}

DeferInterrupts::~DeferInterrupts() {
  const sigset_t set = interruptions();
  sigprocmask(SIG_UNBLOCK, &set, nullptr);
}

InterruptFlag::InterruptFlag() {
  flag_raised = 0;
  flag_wanted = 1;
}

InterruptFlag::~InterruptFlag() { flag_wanted = 0; }

bool InterruptFlag::is_raised() const { return flag_raised != 0; }

void set_bar_visible(bool visible) { bar_visible = visible ? 1 : 0; }

}  // namespace graphsparse::cli
