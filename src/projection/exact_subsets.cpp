#include "projection/exact_subsets.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "projection/exact_choice.hpp"

namespace graphsparse {
namespace {

using NodeSet = std::uint32_t;
using Neighbours = std::array<NodeSet, SubsetSearch::kMaxNodes>;

NodeSet single(NodeId node) { return NodeSet{1} << static_cast<unsigned>(node); }

Neighbours list_neighbours(const Graph& graph) {
  Neighbours neighbours{};
  for (EdgeId e = 0; e < graph.edge_count(); ++e) {
    const Edge edge = graph.edge(e);
    neighbours.at(static_cast<std::size_t>(edge.u)) |= single(edge.v);
    neighbours.at(static_cast<std::size_t>(edge.v)) |= single(edge.u);
  }
  return neighbours;
}

// The connected part of `set` that holds its lowest node.
NodeSet lowest_part(const Neighbours& neighbours, NodeSet set) {
  NodeSet part = set & (~set + 1);
  NodeSet fresh = part;
  while (fresh != 0) {
    NodeSet reached = 0;
    for (; fresh != 0; fresh &= fresh - 1) {
      reached |= neighbours[static_cast<std::size_t>(std::countr_zero(fresh))];
    }
    fresh = reached & set & ~part;
    part |= fresh;
  }
  return part;
}

void sum_subsets(std::span<const double> energies, std::span<double> sums) {
  sums[0] = 0.0;
  const std::size_t count = std::size_t{1} << energies.size();
  for (std::size_t set = 1; set < count; ++set) {
    sums[set] = sums[set & (set - 1)] + energies[static_cast<std::size_t>(std::countr_zero(set))];
  }
}

}  // namespace

SubsetSearch::SubsetSearch(const Graph& graph, const ProjectionOptions& options)
    : low_(options.min_size) {
  const Neighbours neighbours = list_neighbours(graph);
  const std::size_t count = std::size_t{1} << static_cast<unsigned>(graph.node_count());
  // Taking one part away leaves a smaller set, whose number of parts is known.
  std::vector<std::uint8_t> parts(count, 0);
  for (NodeSet set = 0; set < count; ++set) {
    if (set != 0) {
      const NodeSet rest = set & ~lowest_part(neighbours, set);
      parts[set] = static_cast<std::uint8_t>(parts[rest] + 1);
    }
    if (parts[set] <= options.components && std::popcount(set) <= options.max_size) {
      admissible_.push_back(set);
    }
  }
}

void SubsetSearch::sum_halves(std::span<const double> energies) {
  const std::size_t lower = std::min<std::size_t>(energies.size(), kHalf);
  sum_subsets(energies.first(lower), lower_sums_);
  sum_subsets(energies.subspan(lower), upper_sums_);
}

void SubsetSearch::solve(std::span<const double> energies, Support& support) {
  sum_halves(energies);
  constexpr NodeSet kLowerMask = (NodeSet{1} << kHalf) - 1;
  NodeSet best_set = 0;
  ExactChoice best;
  for (const NodeSet set : admissible_) {
    const double energy = lower_sums_[set & kLowerMask] + upper_sums_[set >> kHalf];
    if (energy < best.energy) continue;
    const ExactChoice choice = {energy, std::popcount(set)};
    if (!is_better(choice, best, low_)) continue;
    best = choice;
    best_set = set;
  }

  support.clear();
  for (; best_set != 0; best_set &= best_set - 1) {
    support.push_back(static_cast<NodeId>(std::countr_zero(best_set)));
  }
}

}  // namespace graphsparse
