// Where the pieces of a support may lie in a graph that is not connected: a small component with
// large prizes may leave no room for the size asked for.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphsparse/graph/components.hpp"

namespace graphsparse {

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
