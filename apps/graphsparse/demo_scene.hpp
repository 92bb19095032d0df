// What the demo looks for: a connected signal planted on a grid, seen through a few random
// measurements.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "graphsparse/core/types.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/simulation.hpp"
#include "graphsparse/graph/graph.hpp"

namespace graphsparse::cli {

struct DemoScene {
  std::int64_t width = 32;
  std::int64_t height = 32;
  std::int64_t observations = 100;  // a tenth of the nodes
  Graph grid;
  PlantedSignal signal;
  std::shared_ptr<const DesignMatrix> design;
  std::vector<double> target;
};

DemoScene plant_signal(std::uint64_t seed);

}  // namespace graphsparse::cli
