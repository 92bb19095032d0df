// The prize-collecting Steiner forest: choose a forest that pays the costs of its edges and the
// prizes of the nodes it leaves out. Solved within a factor two by Goemans and Williamson's moat
// growing in nearly linear time, after Hegde, Indyk and Schmidt (2014), with further laziness
// (docs/pcst.md).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "graphsparse/core/id_vector.hpp"
#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"

namespace graphsparse {

enum class Pruning {
  none,    // every edge bought during growth, trees that went inactive included
  simple,  // the trees that are still active at the end (or the root's)
  gw,      // ... without the branches that were inactive when bought and turned out to be needless
  strong,  // ... reduced to the best subtree of each tree
};

std::string_view to_string(Pruning pruning);
std::optional<Pruning> parse_pruning(std::string_view name);

struct PcstOptions {
  double cost_scale = 1.0;      // every edge cost is multiplied by this
  NodeId root = kNoNode;        // a node that must be in the tree, or kNoNode
  std::int64_t components = 1;  // how many trees to stop growing at; 0 (and only 0) with a root
  Pruning pruning = Pruning::strong;
  // Among edges covered at the same time, take those that the published programs take, which
  // depends on the history of their heaps; otherwise simply the smaller number, which is faster.
  // Without a root only. Serves reference/ alone; its growth is here because ties are decided in
  // the innermost loop.
  bool authors_ties = false;
  // Whether to work out lower_bound, which is 0 otherwise: up to a tenth of the time of a solve,
  // which a search over cost_scale need not spend.
  bool bounds = true;
};

struct PcstInput {
  std::span<const double> prizes;  // one per node, finite, not negative
  PcstOptions options = {};
};

struct Forest {
  Support nodes;
  std::vector<EdgeId> edges;    // ascending
  double cost = 0.0;            // of the chosen edges, scaled
  double prizes_outside = 0.0;  // of the nodes not chosen
  double lower_bound =
      0.0;  // no forest with so many trees (or tree with that root) has a smaller objective
  std::int64_t components = 0;  // number of trees: nodes minus edges
  std::int64_t edge_events =
      0;  // how many edge events the growth looked at; the measure of its work

  double objective() const { return cost + prizes_outside; }
};

// The laminar family of moats that growth leaves behind, for certificates. Clusters 0..k-1 are in
// order of creation: parts come before the cluster they merge into. Nodes that growth never touched
// are not listed: each is a cluster of its own whose moat equals its prize.
struct MoatForest {
  struct Cluster {
    double moat;          // the dual variable y of this node set
    std::int32_t parent;  // the cluster it merged into, or -1
    std::int32_t tag;     // number of nodes of a merged cluster; minus the node of a single one

    bool is_single() const { return tag <= 0; }
    NodeId node() const { return -tag; }  // of a single one
    std::int32_t size() const { return is_single() ? 1 : tag; }
  };
  IdSpan<const Cluster> clusters;
  double total = 0.0;  // sum of all moats, those of untouched nodes included
};

// One per thread. Allocates nothing after its first solve. The graph must outlive it.
class PcstSolver {
 public:
  explicit PcstSolver(const Graph& graph);
  explicit PcstSolver(const Graph&& graph) = delete;
  ~PcstSolver();
  PcstSolver(PcstSolver&&) noexcept;
  PcstSolver& operator=(PcstSolver&&) noexcept;

  // Throws InputError for bad prizes or options. The result stays valid until the next call.
  const Forest& solve(const PcstInput& input);

  // The same in two steps, for many solves with the same prizes: they are checked and summed once.
  // The prizes must stay alive and unchanged until the last solve with them.
  void set_prizes(std::span<const double> prizes);
  const Forest& solve(const PcstOptions& options);

  // The moats of the last solve, added up by each call; valid until the next solve.
  MoatForest moats() const;

  const Graph& graph() const;
  std::size_t memory_bytes() const;

 private:
  class Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace graphsparse
