#include "io/crash_guard.hpp"

#include <dlfcn.h>
#include <execinfo.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstring>

#include "graphsparse/io/library_crash.hpp"

namespace graphsparse {
namespace {

std::atomic<LibraryCrashHandler> crash_handler = nullptr;

}  // namespace

void set_library_crash_handler(LibraryCrashHandler handler) { crash_handler.store(handler); }

namespace io {
namespace {

constexpr std::array kSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr std::size_t kStackBytes = std::size_t{1} << 18U;  // a library may have used up its own

std::array<struct sigaction, kSignals.size()> former_actions = {};
thread_local const CrashGuard::Place* innermost = nullptr;

// Whether the library is at work in this thread. What this calls is not promised to work in a
// handler; the program ends either way.
bool is_at_work(const char* library) {
  std::array<void*, 128> calls = {};
  const int count = backtrace(calls.data(), calls.size());
  for (int i = 0; i < count; ++i) {
    Dl_info info = {};
    if (dladdr(calls[static_cast<std::size_t>(i)], &info) != 0 && info.dli_fname != nullptr &&
        std::strstr(info.dli_fname, library) != nullptr) {
      return true;
    }
  }
  return false;
}

void on_crash(int number, siginfo_t* info, void* context) {
  const CrashGuard::Place* const place = innermost;
  const LibraryCrashHandler handler = crash_handler.load();
  innermost = nullptr;  // a second one of these is not looked at
  if (place != nullptr && handler != nullptr && is_at_work(place->library)) {
    handler(place->message.c_str());
  }
  innermost = place;
  std::size_t kind = 0;
  while (kSignals[kind] != number) ++kind;
  const struct sigaction& former = former_actions[kind];
  if ((former.sa_flags & SA_SIGINFO) != 0) {
    former.sa_sigaction(number, info, context);
  } else if (former.sa_handler != SIG_DFL && former.sa_handler != SIG_IGN) {
    former.sa_handler(number);
  } else {
    // It comes again at once and does what it would have done without us.
    (void)sigaction(number, &former, nullptr);
    (void)raise(number);
  }
}

bool install_handlers() {
  void* first = nullptr;
  (void)backtrace(&first, 1);  // loads what it needs
  for (std::size_t kind = 0; kind < kSignals.size(); ++kind) {
    struct sigaction action = {};
    action.sa_sigaction = on_crash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(kSignals[kind], &action, &former_actions[kind]);
  }
  return true;
}

}  // namespace

CrashGuard::CrashGuard(const std::string& path, const char* library)
    : place_{path + ": cannot be read; the file is damaged (" + library + " broke down on it)",
             library},
      outer_(innermost) {
  if (crash_handler.load() == nullptr) return;
  static const bool kIsInstalled = install_handlers();
  (void)kIsInstalled;
  stack_t stack = {};
  if (sigaltstack(nullptr, &stack) == 0 && (stack.ss_flags & SS_DISABLE) != 0) {
    stack_ = std::make_unique<char[]>(kStackBytes);  // NOLINT(cppcoreguidelines-avoid-c-arrays)
    stack = {.ss_sp = stack_.get(), .ss_flags = 0, .ss_size = kStackBytes};
    (void)sigaltstack(&stack, nullptr);
  }
  innermost = &place_;
}

CrashGuard::~CrashGuard() {
  innermost = outer_;
  if (stack_ == nullptr) return;
  const stack_t none = {.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
  (void)sigaltstack(&none, nullptr);
}

}  // namespace io
}  // namespace graphsparse
