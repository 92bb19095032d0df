// The few names every room shares: node and edge numbers, and supports.
#pragma once

#include <cstdint>
#include <vector>

namespace graphsparse {

// 32 bits on purpose: a solver is bound by memory traffic, and two billion nodes or edges are
// beyond any data this library meets. Sizes and offsets are 64-bit; builders check that the numbers
// fit.
using NodeId = std::int32_t;
using EdgeId = std::int32_t;

inline constexpr NodeId kNoNode = -1;

// Sorted, unique.
using Support = std::vector<NodeId>;

}  // namespace graphsparse
