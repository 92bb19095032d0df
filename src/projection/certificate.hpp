// What moats prove about projections: a bound on the energy that every support of the model loses.
#pragma once

#include <cstdint>
#include <vector>

#include "graphsparse/core/id_vector.hpp"
#include "graphsparse/graph/components.hpp"
#include "graphsparse/pcst/pcst.hpp"
#include "pcst/moat_chains.hpp"

namespace graphsparse {

// Collects the best bound over several solves with the same prizes. docs/projections.md has the
// derivation.
class Certificate {
 public:
  // For supports of at most `size` nodes in at most `pieces` connected pieces.
  Certificate(const Graph& graph, std::int64_t size, std::int64_t pieces);

  // Starts anew with the trivial bound: all but the `size` largest prizes are lost.
  void begin(IdSpan<const double> prizes, double total, double largest_sum);
  // Learns from the moats of a solve with this lambda.
  void add(const MoatForest& moats, double lambda);

  // No support of the model loses less.
  double lower_bound() const { return bound_; }

 private:
  double tallest_single_chain(const MoatForest& moats);
  bool is_in_small_component(NodeId node) const;

  std::int64_t size_;
  std::int64_t pieces_;
  double largest_cost_ = 0.0;
  Components components_;
  std::vector<NodeId> small_component_nodes_;
  double largest_small_prize_ = 0.0;
  double total_ = 0.0;
  double bound_ = 0.0;
  MoatChains chains_;
  double rounding_;
  IdVector<double> heights_;
  IdVector<std::uint8_t> in_small_;
};

}  // namespace graphsparse
