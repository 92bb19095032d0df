// Ranks that are threads of one process.
#pragma once

#include <functional>

#include "graphsparse/core/communicator.hpp"

namespace graphsparse {

struct RankTraffic {
  std::size_t values_sent = 0;  // by send(), and by the sender of a broadcast
  std::size_t messages = 0;
};

// Calls work(communicator) in `count` threads, one a rank. Throws what the first failing one
// throws. Returns what was sent by all of them.
RankTraffic run_ranks(int count, const std::function<void(const Communicator& ranks)>& work);

}  // namespace graphsparse
