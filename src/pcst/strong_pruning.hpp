// Strong pruning (Johnson, Minkoff, Phillips 2000): of each tree keep the subtree with the largest
// prizes minus costs, or the best one that contains the root.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphsparse/pcst/pcst.hpp"
#include "pcst/leaf_first_order.hpp"
#include "pcst/marks.hpp"

namespace graphsparse {

class StrongPruning {
 public:
  explicit StrongPruning(const Graph& graph);

  // Expects the nodes and edges of a forest, in any order, and leaves those that stay, the nodes
  // ascending.
  void reduce(std::span<const double> prizes, const PcstOptions& options, Forest& forest);

  std::size_t memory_bytes() const;

 private:
  // Valid for the nodes of the forest only.
  struct Record {
    double payoff;   // of the best subtree that has this node as its highest: prizes minus costs
    double as_root;  // of the best subtree that contains this node
    NodeId top;      // of its tree
    NodeId best;     // of a top: the node of its tree from which the tree is worth most
  };

  Record& record(NodeId node) { return records_[static_cast<std::size_t>(node)]; }
  const Record& record(NodeId node) const { return records_[static_cast<std::size_t>(node)]; }
  // What the part below (above) the node's upward edge is worth to the other side.
  double gain(NodeId node) const;
  double gain_above(NodeId node) const;

  void sum_payoffs(std::span<const double> prizes, const Forest& forest);
  void mark_best_of_each_tree(const Forest& forest);

  const Graph& graph_;
  double scale_ = 1.0;
  LeafFirstOrder order_;
  std::vector<Record> records_;
  Marks kept_;
};

}  // namespace graphsparse
