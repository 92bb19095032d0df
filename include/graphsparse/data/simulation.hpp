// Planted problems: a connected signal on a graph, seen through random measurements. The paper's
// experiments, `simulate` and the demo are made of these.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "graphsparse/core/random.hpp"
#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"

namespace graphsparse {

// Walks to uniformly chosen neighbours until `size` distinct nodes were visited (section 5.1 of the
// paper). Throws InputError where the start's component has fewer.
Support random_walk_support(const Graph& graph, NodeId start, std::int64_t size,
                            RandomStream& stream);

// `pieces` walks of nearly equal sizes, the first from `start` (kNoNode: a random node), the others
// from random nodes, no two of them touching. Throws InputError where there is no room.
Support random_walk_supports(const Graph& graph, NodeId start, std::int64_t size,
                             std::int64_t pieces, RandomStream& stream);

// Row-major, normal entries of this deviation.
std::vector<double> normal_matrix(std::int64_t rows, std::int64_t columns, double deviation,
                                  RandomStream& stream);

struct PlantedSignal {
  Support support;
  std::vector<double> values;  // one per node; zero outside the support
};

// Standard normal values on the support.
PlantedSignal normal_signal(Support support, NodeId nodes, RandomStream& stream);
// Values of size 1 to 2 with random signs.
PlantedSignal bounded_signal(Support support, NodeId nodes, RandomStream& stream);

struct Measurements {
  std::vector<double> design;  // row-major
  std::vector<double> target;
};

// target = A x + e with A of deviation 1/sqrt(m) and |e| = noise.
Measurements measure_linear(const PlantedSignal& signal, std::int64_t observations, double noise,
                            RandomStream& stream);
// Labels -1, +1 with probability 1 / (1 + exp(-z)), z = A x + e, A of deviation 1 and e of
// deviation `noise`.
Measurements measure_logistic(const PlantedSignal& signal, std::int64_t observations, double noise,
                              RandomStream& stream);

// A row of the table of simulations: what `simulate --loss` accepts.
struct SimulationRow {
  std::string_view loss;     // which the target is for
  std::string_view summary;  // what a target is
  std::string_view noise;    // what its size means
  PlantedSignal (*plant)(Support support, NodeId nodes, RandomStream& stream);
  Measurements (*measure)(const PlantedSignal& signal, std::int64_t observations, double noise,
                          RandomStream& stream);
};

std::span<const SimulationRow> simulation_table();

// Throws InputError for an unknown one.
const SimulationRow& find_simulation(std::string_view loss);

}  // namespace graphsparse
