// What growth leaves is more than is needed: the prunings turn it into an answer.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphsparse/pcst/pcst.hpp"
#include "pcst/growth_state.hpp"
#include "pcst/marks.hpp"
#include "pcst/strong_pruning.hpp"

namespace graphsparse {

class Pruner {
 public:
  explicit Pruner(const Graph& graph);

  // Fills the nodes and edges of the forest, both ascending.
  void prune(const GrowthState& growth, std::span<const double> prizes, const PcstOptions& options,
             Forest& forest);

  std::size_t memory_bytes() const;

 private:
  void mark_final_clusters(const GrowthState& growth);
  void collect(const GrowthState& growth, Pruning pruning, Forest& forest);
  bool keeps_edge(const GrowthState& growth, const Purchase& purchase, bool wanted,
                  Pruning pruning);
  void mark_necessary(const GrowthState& growth, NodeId node);

  const Graph& graph_;
  StrongPruning strong_;
  std::vector<std::uint8_t> flags_;  // of each cluster; that of a single node stands for the node
  Marks node_marks_;
  Marks edge_marks_;
};

}  // namespace graphsparse
