// How much larger than asked for a support may be.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "graphsparse/core/id_vector.hpp"
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

// The squares of a vector, scaled by a power of four, so that they neither overflow nor vanish
// however large or small the vector is. A power of two changes no digit of any sum, so that a
// projection which works on these alone gives the same support for x and for x times 2^k.
class ScaledSquares {
 public:
  // Only an entry of 0 has a square of 0: one that is too small beside the largest for any sum of
  // squares to show it counts as 2^-900. Allocates only where x is longer than any before.
  void assign(IdSpan<const double> x);

  IdSpan<const double> values() const { return values_; }
  double operator[](NodeId node) const { return values_[node]; }

  // Of the entries outside a sorted support. Summed up, not subtracted from the total: what is
  // outside may be tiny beside it.
  double sum_outside(std::span<const NodeId> support) const;

  // A loss that is 0, or so large that the entries which were raised do not show in it.
  static bool is_sound(double loss) { return loss == 0.0 || loss >= kSmallestSound; }

  // From the scale of the values to that of the squares of x, and back.
  double to_original(double value) const;
  double from_original(double value) const;

 private:
  static constexpr double kSmallest = 0x1p-900;
  static constexpr double kSmallestSound = 0x1p-800;

  IdVector<double> values_;
  int exponent_ = 0;  // values are squares times 2^-exponent
};

// What every projection does the same way: checking its input and filling in the plain facts of its
// result.

// Throws InputError unless x has one finite entry a node whose squares can be summed.
void check_vector(const Graph& graph, std::span<const double> x);

// Given the support, fills captured, lost, components and within_range.
void finish_result(IdSpan<const double> x, const ProjectionOptions& options,
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
  std::span<const double> load(IdSpan<const double> prizes, std::int64_t low);

  // One node for each piece to begin at: the node with the largest prize of each fresh component,
  // and of the components where `found` is worth most, without the first so many of these.
  void choose(IdSpan<const double> prizes, std::span<const NodeId> fresh,
              std::span<const NodeId> found, std::size_t skipped, std::vector<NodeId>& places);

 private:
  NodeId label_of(NodeId node) const { return components_.label[node]; }

  Components components_;
  std::size_t pieces_;
  std::vector<NodeId> by_size_;
  std::int64_t capacity_ = 0;
  IdVector<double> masked_prizes_;
  IdVector<NodeId> peak_;           // of each component
  IdVector<double> worth_;          // of each component
  std::vector<NodeId> most_worth_;  // components, those worth most first
};

}  // namespace graphsparse
