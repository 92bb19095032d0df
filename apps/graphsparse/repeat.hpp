// Runs the same work several times and reckons what one costs.
#pragma once

#include <chrono>
#include <cstdint>

#include "progress.hpp"

namespace graphsparse::cli {

// Calls prepare() and then work() so many times; returns the mean seconds of one work().
template <class Prepare, class Work>
double mean_seconds(std::int64_t repeats, bool quiet, Prepare prepare, Work work) {
  using Clock = std::chrono::steady_clock;
  ProgressBar bar("repeating", quiet || repeats == 1);
  Clock::duration total = {};
  for (std::int64_t done = 0; done < repeats; ++done) {
    prepare();
    const Clock::time_point start = Clock::now();
    work();
    total += Clock::now() - start;
    bar.update(done + 1, repeats);
  }
  return std::chrono::duration<double>(total).count() / static_cast<double>(repeats);
}

}  // namespace graphsparse::cli
