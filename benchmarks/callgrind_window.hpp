// Marks the stretch of a run whose instructions callgrind shall count, for
//
//   valgrind --tool=callgrind --instr-atstart=no PROGRAM
//
// Elsewhere, and where valgrind's header was missing when this was built, it does nothing.
#pragma once

namespace graphsparse::bench {

// False without valgrind's header, even under valgrind.
bool is_under_valgrind();

class CallgrindWindow {
 public:
  CallgrindWindow();
  ~CallgrindWindow();
  CallgrindWindow(const CallgrindWindow&) = delete;
  CallgrindWindow& operator=(const CallgrindWindow&) = delete;
};

}  // namespace graphsparse::bench
