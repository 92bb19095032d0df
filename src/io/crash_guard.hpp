// While a library reads a file.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace graphsparse::io {

// While this lives, a signal that a library's mistake sends to this thread (SIGSEGV and the like)
// goes to the LibraryCrashHandler, where there is one. A mistake of our own ends the program as
// ever. One per thread at a time counts, the innermost.
class CrashGuard {
 public:
  // `library`: what its file's name has in it, such as "libhdf5".
  CrashGuard(const std::string& path, const char* library);
  ~CrashGuard();
  CrashGuard(const CrashGuard&) = delete;
  CrashGuard& operator=(const CrashGuard&) = delete;

  struct Place {
    std::string message;
    const char* library = nullptr;
  };

 private:
  Place place_;
  const Place* outer_ = nullptr;
  std::unique_ptr<char[]> stack_;  // NOLINT(cppcoreguidelines-avoid-c-arrays): bytes for handlers
};

}  // namespace graphsparse::io
