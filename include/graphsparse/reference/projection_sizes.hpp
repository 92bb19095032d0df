// The sizes that a single projection may return, from what its caller gives.
#pragma once

#include <cstdint>
#include <optional>

#include "graphsparse/projection/projection.hpp"

namespace graphsparse {

// Either sparsity, with a slack or not, or low and high, or nothing.
struct SizeRequest {
  std::optional<std::int64_t> sparsity;
  std::optional<double> slack;
  std::optional<std::int64_t> low;
  std::optional<std::int64_t> high;
};

struct SizeRange {
  std::int64_t low = 1;
  std::int64_t high = 1;
};

// The published search cannot hit one size and asks for [s, 1.1 s]; our own methods return exactly
// s unless a slack is given. Without a request, those of a head. Throws InputError where the graph
// has too few nodes.
SizeRange choose_sizes(const SizeRequest& request, const ProjectionMethod& method,
                       std::int64_t node_count);

}  // namespace graphsparse
