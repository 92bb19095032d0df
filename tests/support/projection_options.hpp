// A short way to ask for a projection.
#pragma once

#include <cstdint>

#include "graphsparse/projection/projection.hpp"

namespace graphsparse::test_support {

inline ProjectionOptions of_size(std::int64_t low, std::int64_t high, std::int64_t components = 1) {
  ProjectionOptions options;
  options.min_size = low;
  options.max_size = high;
  options.components = components;
  return options;
}

}  // namespace graphsparse::test_support
