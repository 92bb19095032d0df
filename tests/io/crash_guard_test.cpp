#include "io/crash_guard.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

#include "graphsparse/io/library_crash.hpp"

namespace graphsparse {
namespace {

constexpr int kHandled = 42;

// These tests are the library that breaks down.
constexpr const char* kThese = "graphsparse_tests";

void end_with_message(const char* message) {
  (void)!write(STDERR_FILENO, message, std::strlen(message));
  _exit(kHandled);
}

void crash(const char* library, int signal) {
  set_library_crash_handler(end_with_message);
  const io::CrashGuard outer("outer.mat", "no such library");
  const io::CrashGuard guard("cells.h5ad", library);
  (void)raise(signal);
}

TEST(CrashGuard, givesTheFileToTheHandler) {
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT}) {
    EXPECT_EXIT(crash(kThese, signal), testing::ExitedWithCode(kHandled),
                "^cells.h5ad: cannot be read; the file is damaged")
        << signal;
  }
}

TEST(CrashGuard, leavesOtherMistakesAsTheyAre) {
  EXPECT_DEATH(crash("no such library", SIGABRT), "^$");
  const auto crash_later = [] {
    set_library_crash_handler(end_with_message);
    { const io::CrashGuard guard("cells.h5ad", kThese); }
    (void)raise(SIGABRT);
  };
  EXPECT_EXIT(crash_later(), testing::KilledBySignal(SIGABRT), "^$");
}

TEST(CrashGuard, doesNothingWithoutAHandler) {
  const auto crash_alone = [] {
    const io::CrashGuard guard("cells.h5ad", kThese);
    (void)raise(SIGABRT);
  };
  EXPECT_EXIT(crash_alone(), testing::KilledBySignal(SIGABRT), "^$");
}

}  // namespace
}  // namespace graphsparse
