// How much larger than asked for a support may be.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "graphsparse/graph/components.hpp"
#include "graphsparse/graph/graph.hpp"
#include "graphsparse/projection/projection.hpp"

namespace graphsparse {

// floor((1 + slack) size), as the authors count, at most `most`; the small term keeps 1.1 * 10 at
// 11. Bounded before the conversion, as the slack may be anything.
inline std::int64_t with_slack(std::int64_t size, double slack, std::int64_t most) {
  const double high = std::floor((1.0 + slack) * static_cast<double>(size) + 1e-9);
  return static_cast<std::int64_t>(std::min(high, static_cast<double>(most)));
}

// What every projection does the same way: checking its input and filling in the plain facts of its
// result.

// Throws InputError unless x has one finite entry a node whose squares can be summed.
void check_vector(const Graph& graph, std::span<const double> x);

// Given the support, fills captured, lost, components and within_range.
void finish_result(std::span<const double> x, const ProjectionOptions& options,
                   InducedComponents& counter, ProjectionResult& result);

// Where the pieces of a support may lie in a graph that is not connected: a small component with
// large prizes may leave no room for the size asked for.

class ComponentPlaces {
 public:
  // For supports of at most so many pieces.
  ComponentPlaces(const Graph& graph, std::int64_t pieces);

  // The number of nodes that a support can have.
  std::int64_t capacity() const { return capacity_; }
  // The number of pieces that it can have in different components.
  std::size_t pieces() const { return pieces_; }
  // Labels of the components, largest first.
  std::span<const NodeId> by_size() const { return by_size_; }

  // Reads the prizes that the next choices are about, and returns those of the components large
  // enough for one piece of `low` nodes, or else of the largest ones; zeros elsewhere.
  std::span<const double> load(std::span<const double> prizes, std::int64_t low);

  // One node for each piece to begin at: the node with the largest prize of each fresh component,
  // and of the components where `found` is worth most, without the first so many of these.
  void choose(std::span<const double> prizes, std::span<const NodeId> fresh,
              std::span<const NodeId> found, std::size_t skipped, std::vector<NodeId>& places);

 private:
  std::size_t label_of(NodeId node) const {
    return static_cast<std::size_t>(components_.label[static_cast<std::size_t>(node)]);
  }
  void rank_worth(std::span<const double> prizes, std::span<const NodeId> fresh,
                  std::span<const NodeId> found);

  Components components_;
  std::size_t pieces_;
  std::vector<NodeId> by_size_;
  std::int64_t capacity_ = 0;
  std::vector<double> masked_prizes_;
  std::vector<NodeId> peak_;             // of each component
  std::vector<double> worth_;            // of each component
  std::vector<std::size_t> most_worth_;  // components, those worth most first
};

}  // namespace graphsparse
