// What the runners measure time with.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <ctime>

namespace graphsparse::bench {

inline double seconds_of_clock(clockid_t clock) {
  timespec time = {};
  (void)clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// GRAPHSPARSE_PROCESSOR_TIME=1 in the environment counts the time of processors instead, which
// other work on the machine changes less: that of the calling thread, or of all others together
// where that is more, as it would take on two cores.
template <class Act>
double seconds_of(Act act) {
  static const bool kCountsProcessors = std::getenv("GRAPHSPARSE_PROCESSOR_TIME") != nullptr;
  if (!kCountsProcessors) {
    const double start = seconds_of_clock(CLOCK_MONOTONIC);
    act();
    return seconds_of_clock(CLOCK_MONOTONIC) - start;
  }
  const double own_start = seconds_of_clock(CLOCK_THREAD_CPUTIME_ID);
  const double start = seconds_of_clock(CLOCK_PROCESS_CPUTIME_ID);
  act();
  const double all = seconds_of_clock(CLOCK_PROCESS_CPUTIME_ID) - start;
  const double own = seconds_of_clock(CLOCK_THREAD_CPUTIME_ID) - own_start;
  return std::max(own, all - own);
}

template <class Act>
double best_seconds(int runs, Act act) {
  double best = seconds_of(act);
  for (int run = 1; run < runs; ++run) best = std::min(best, seconds_of(act));
  return best;
}

}  // namespace graphsparse::bench
