// Which of two supports the exact projection prefers.
#pragma once

#include <cstdint>

namespace graphsparse {

struct ExactChoice {
  double energy = 0.0;
  std::int64_t size = 0;
};

// More energy first. Among equals the smallest that has at least `low` nodes, or the largest where
// none has so many.
inline bool is_better(const ExactChoice& a, const ExactChoice& b, std::int64_t low) {
  if (a.energy != b.energy) return a.energy > b.energy;
  return a.size >= low && b.size >= low ? a.size < b.size : a.size > b.size;
}

}  // namespace graphsparse
