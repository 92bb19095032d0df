#include "ranks.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "output.hpp"

namespace graphsparse::cli {
namespace {

const Communicator* all_ranks = nullptr;

constexpr std::chrono::milliseconds kTimeForFirstRank(2000);
constexpr std::chrono::milliseconds kTimePerRank(200);
constexpr int kMostRanksApart = 20;

}  // namespace

const Communicator* ranks() { return all_ranks; }

void set_ranks(const Communicator* ranks) { all_ranks = ranks; }

bool is_first_rank() { return all_ranks == nullptr || all_ranks->is_first(); }

void report_failure(std::string_view message) {
  if (!is_first_rank()) {
    const int place = std::min(all_ranks->rank(), kMostRanksApart);
    std::this_thread::sleep_for(kTimeForFirstRank + place * kTimePerRank);
  }
  write_message(message);
}

}  // namespace graphsparse::cli
