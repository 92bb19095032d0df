#include "callgrind_window.hpp"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define RUNNING_ON_VALGRIND 0
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_STOP_INSTRUMENTATION
#endif

namespace graphsparse::bench {

bool is_under_valgrind() { return RUNNING_ON_VALGRIND != 0; }

CallgrindWindow::CallgrindWindow() { CALLGRIND_START_INSTRUMENTATION; }

CallgrindWindow::~CallgrindWindow() { CALLGRIND_STOP_INSTRUMENTATION; }

}  // namespace graphsparse::bench
