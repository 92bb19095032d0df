#include "graphsparse/data/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/graph/components.hpp"

namespace graphsparse {
namespace {

// Tries to place a further piece before the graph counts as full.
constexpr int kPlacements = 1000;

NodeId random_node(const Graph& graph, RandomStream& stream) {
  return static_cast<NodeId>(stream.below(static_cast<std::uint64_t>(graph.node_count())));
}

NodeId random_neighbour(const Graph& graph, NodeId node, RandomStream& stream) {
  const auto edges = graph.incident(node);
  return edges[stream.below(edges.size())].neighbour;
}

// Walks over nodes that are not blocked; fewer nodes than asked for where it is enclosed. Steps are
// counted: a walk of size s in a component of k nodes needs no more than order k^3 of them.
Support walk(const Graph& graph, NodeId start, std::int64_t size, const std::vector<char>& blocked,
             RandomStream& stream) {
  Support visited = {start};
  std::vector<char> seen = blocked;
  seen[start] = 2;
  NodeId node = start;
  const std::int64_t most_steps = 100'000 + 1000 * size * size;
  for (std::int64_t step = 0; static_cast<std::int64_t>(visited.size()) < size && step < most_steps;
       ++step) {
    if (graph.incident(node).empty()) break;
    const NodeId next = random_neighbour(graph, node, stream);
    char& state = seen[next];
    if (state == 1) continue;
    node = next;
    if (state == 0) visited.push_back(next);
    state = 2;
  }
  std::sort(visited.begin(), visited.end());
  return visited;
}

void block_with_neighbours(const Graph& graph, const Support& support, std::vector<char>& blocked) {
  for (const NodeId node : support) {
    blocked[node] = 1;
    for (const Graph::Incidence& edge : graph.incident(node)) {
      blocked[edge.neighbour] = 1;
    }
  }
}

double predict(const PlantedSignal& signal, const double* row) {
  double sum = 0.0;
  for (const NodeId node : signal.support) {
    sum += row[node] * signal.values[node];
  }
  return sum;
}

std::vector<double> predict_all(const PlantedSignal& signal, const std::vector<double>& design,
                                std::int64_t observations) {
  std::vector<double> z;
  z.reserve(observations);
  for (std::int64_t i = 0; i < observations; ++i) {
    z.push_back(
        predict(signal, design.data() + static_cast<std::size_t>(i) * signal.values.size()));
  }
  return z;
}

}  // namespace

Support random_walk_support(const Graph& graph, NodeId start, std::int64_t size,
                            RandomStream& stream) {
  const std::vector<char> nothing(graph.node_count(), 0);
  Support support = walk(graph, start, size, nothing, stream);
  if (static_cast<std::int64_t>(support.size()) == size) return support;
  throw InputError(fmt::format("a walk from node {} reaches {} nodes; {} are wanted", start,
                               support.size(), size));
}

Support random_walk_supports(const Graph& graph, NodeId start, std::int64_t size,
                             std::int64_t pieces, RandomStream& stream) {
  if (size < pieces || pieces < 1) {
    throw InputError(fmt::format("{} nodes cannot form {} parts", size, pieces));
  }
  if (size > graph.node_count()) {
    throw InputError(
        fmt::format("{} nodes are wanted of a graph that has {}", size, graph.node_count()));
  }
  const Components components = connected_components(graph);
  std::vector<char> blocked(graph.node_count(), 0);
  Support all;
  for (std::int64_t piece = 0; piece < pieces; ++piece) {
    const std::int64_t wanted = size * (piece + 1) / pieces - size * piece / pieces;
    Support found;
    for (int placement = 0; placement < kPlacements; ++placement) {
      const NodeId from = piece == 0 && start != kNoNode ? start : random_node(graph, stream);
      const auto label = components.label[from];
      if (blocked[from] == 0 && components.size[label] >= wanted) {
        found = walk(graph, from, wanted, blocked, stream);
      }
      if (static_cast<std::int64_t>(found.size()) == wanted) break;
    }
    if (static_cast<std::int64_t>(found.size()) != wanted) {
      throw InputError(
          fmt::format("the graph has no room for {} connected part{} of {} nodes in all", pieces,
                      pieces == 1 ? "" : "s", size));
    }
    block_with_neighbours(graph, found, blocked);
    all.insert(all.end(), found.begin(), found.end());
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<double> normal_matrix(std::int64_t rows, std::int64_t columns, double deviation,
                                  RandomStream& stream) {
  // A product that is no number any more would be a small one.
  if (columns > 0 && rows > std::numeric_limits<std::int64_t>::max() / columns) {
    throw std::bad_array_new_length();
  }
  std::vector<double> values(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  for (double& value : values) value = deviation * stream.normal();
  return values;
}

PlantedSignal normal_signal(Support support, NodeId nodes, RandomStream& stream) {
  PlantedSignal signal{std::move(support), std::vector<double>(static_cast<std::size_t>(nodes))};
  for (const NodeId node : signal.support) {
    signal.values[node] = stream.normal();
  }
  return signal;
}

PlantedSignal bounded_signal(Support support, NodeId nodes, RandomStream& stream) {
  PlantedSignal signal{std::move(support), std::vector<double>(static_cast<std::size_t>(nodes))};
  for (const NodeId node : signal.support) {
    const double size = 1.0 + stream.uniform();
    signal.values[node] = stream.uniform() < 0.5 ? -size : size;
  }
  return signal;
}

Measurements measure_linear(const PlantedSignal& signal, std::int64_t observations, double noise,
                            RandomStream& stream) {
  Measurements seen;
  seen.design = normal_matrix(observations, static_cast<std::int64_t>(signal.values.size()),
                              1.0 / std::sqrt(static_cast<double>(observations)), stream);
  seen.target = predict_all(signal, seen.design, observations);
  if (noise == 0.0) return seen;
  std::vector<double> error(seen.target.size());
  double squares = 0.0;
  for (double& value : error) {
    value = stream.normal();
    squares += value * value;
  }
  for (std::size_t i = 0; i < error.size(); ++i) {
    seen.target[i] += noise * error[i] / std::sqrt(squares);
  }
  return seen;
}

Measurements measure_logistic(const PlantedSignal& signal, std::int64_t observations, double noise,
                              RandomStream& stream) {
  Measurements seen;
  seen.design =
      normal_matrix(observations, static_cast<std::int64_t>(signal.values.size()), 1.0, stream);
  seen.target = predict_all(signal, seen.design, observations);
  for (double& z : seen.target) {
    if (noise > 0.0) z += noise * stream.normal();
    z = stream.uniform() < 1.0 / (1.0 + std::exp(-z)) ? 1.0 : -1.0;
  }
  return seen;
}

namespace {

constexpr std::array kSimulations = {
    SimulationRow{"squares", "Numbers A x + e", "the norm of e", normal_signal, measure_linear},
    SimulationRow{"logistic", "labels -1 and 1 drawn with the odds exp(A x)",
                  "the deviation of what is added to A x", bounded_signal, measure_logistic},
};

}  // namespace

std::span<const SimulationRow> simulation_table() { return kSimulations; }

const SimulationRow& find_simulation(std::string_view loss) {
  const auto* const row =
      std::find_if(kSimulations.begin(), kSimulations.end(),
                   [loss](const SimulationRow& each) { return each.loss == loss; });
  if (row == kSimulations.end()) {
    throw InputError(fmt::format("there is no simulation for the loss '{}'", loss));
  }
  return *row;
}

}  // namespace graphsparse
