// What the demo looks for: a connected cluster planted on a grid, seen through noise.
#pragma once

#include <cstdint>
#include <vector>

#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"

namespace graphsparse::cli {

struct DemoScene {
  std::int64_t width = 32;
  std::int64_t height = 32;
  double noise = 0.35;  // standard deviation; the signal is 1 on the cluster and 0 elsewhere
  Graph grid;
  Support planted;
  std::vector<double> seen;  // signal plus noise, one a node
};

DemoScene plant_cluster(std::uint64_t seed);

}  // namespace graphsparse::cli
