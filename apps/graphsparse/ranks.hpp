// The processes that run this command together, under mpirun. The first one alone prints and
// writes.
#pragma once

#include <string_view>

#include "graphsparse/core/communicator.hpp"

namespace graphsparse::cli {

// Null: this process is alone.
const Communicator* ranks();
// To be called before run(); it must live as long.
void set_ranks(const Communicator* ranks);

bool is_first_rank();

// Prints why this rank cannot go on. What is wrong with the input is so on all ranks, and the first
// one says it; the others wait for a moment, to be ended by it, before they speak up themselves.
void report_failure(std::string_view message);

}  // namespace graphsparse::cli
