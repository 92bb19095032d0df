// The two ways a command ends badly besides InputError of the library.
#pragma once

#include <stdexcept>

namespace graphsparse::cli {

inline constexpr int kDone = 0;
inline constexpr int kWorkFailed = 1;  // out of memory, disk full, interrupted
inline constexpr int kBadInput = 2;    // bad usage or bad input

// A wrong command line. The message is shown with a pointer to --help; exit status 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The command was right, but the work could not be done; exit status 1.
class WorkError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace graphsparse::cli
