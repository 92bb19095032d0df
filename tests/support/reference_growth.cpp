#include "support/reference_growth.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace graphsparse::test_support {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::size_t at(std::int32_t id) { return static_cast<std::size_t>(id); }

class PlainGrowth {
 public:
  PlainGrowth(const Graph& graph, std::span<const double> prizes, const PcstOptions& options)
      : graph_(graph),
        options_(options),
        cluster_(prizes.size()),
        covered_(prizes.size(), 0.0),
        left_(prizes.begin(), prizes.end()),
        active_(prizes.size(), 1) {
    std::iota(cluster_.begin(), cluster_.end(), 0);
    if (options.root != kNoNode) active_[at(options.root)] = 0;
  }

  ReferenceGrowth run() {
    while (std::count(active_.begin(), active_.end(), 1) > options_.components) {
      const NodeId ending = first_to_deactivate();
      const EdgeId edge = first_covered();
      const double until_inactive = ending == kNoNode ? kInfinity : left_[at(ending)];
      const double until_covered = edge == kNoEdge ? kInfinity : std::max(0.0, time_to_cover(edge));
      advance(std::min(until_inactive, until_covered));
      if (until_inactive <= until_covered) {
        active_[at(ending)] = 0;
      } else {
        buy(edge);
      }
    }
    std::sort(result_.bought.begin(), result_.bought.end());
    return result_;
  }

 private:
  static constexpr EdgeId kNoEdge = -1;

  NodeId cluster_of(HalfEdge half) const { return cluster_[at(graph_.end_of(half))]; }

  // Infinity for an edge inside a cluster or between sleepers.
  double time_to_cover(EdgeId edge) const {
    const NodeId a = cluster_of(2 * edge);
    const NodeId b = cluster_of(2 * edge + 1);
    const int speed = active_[at(a)] + active_[at(b)];
    if (a == b || speed == 0) return kInfinity;
    const double rest = options_.cost_scale * graph_.cost(edge) -
                        covered_[at(graph_.end_of(2 * edge))] -
                        covered_[at(graph_.end_of(2 * edge + 1))];
    return rest / speed;
  }

  EdgeId first_covered() const {
    EdgeId first = kNoEdge;
    double time = kInfinity;
    for (EdgeId edge = 0; edge < graph_.edge_count(); ++edge) {
      const double here = time_to_cover(edge);
      if (here >= time) continue;
      time = here;
      first = edge;
    }
    return first;
  }

  NodeId first_to_deactivate() const {
    NodeId first = kNoNode;
    for (NodeId cluster = 0; cluster < graph_.node_count(); ++cluster) {
      if (active_[at(cluster)] == 0) continue;
      if (first == kNoNode || left_[at(cluster)] < left_[at(first)]) first = cluster;
    }
    return first;
  }

  void advance(double time) {
    result_.end += time;
    for (NodeId node = 0; node < graph_.node_count(); ++node) {
      if (active_[at(cluster_[at(node)])] == 1) covered_[at(node)] += time;
      if (active_[at(node)] == 0) continue;
      left_[at(node)] -= time;
      result_.moats += time;
    }
  }

  void buy(EdgeId edge) {
    const NodeId a = cluster_of(2 * edge);
    const NodeId b = cluster_of(2 * edge + 1);
    const bool joins_root = options_.root != kNoNode &&
                            (cluster_[at(options_.root)] == a || cluster_[at(options_.root)] == b);
    left_[at(a)] = active_[at(a)] * left_[at(a)] + active_[at(b)] * left_[at(b)];
    active_[at(a)] = joins_root ? 0 : 1;
    active_[at(b)] = 0;
    std::replace(cluster_.begin(), cluster_.end(), b, a);
    result_.bought.push_back(edge);
  }

  const Graph& graph_;
  const PcstOptions& options_;
  std::vector<NodeId> cluster_;  // of each node, named by one of its nodes
  std::vector<double> covered_;  // moat around each node
  std::vector<double> left_;     // to spend, of each cluster
  std::vector<int> active_;      // of each cluster; 0 for names no longer used
  ReferenceGrowth result_;
};

}  // namespace

ReferenceGrowth grow_plainly(const Graph& graph, std::span<const double> prizes,
                             const PcstOptions& options) {
  return PlainGrowth(graph, prizes, options).run();
}

}  // namespace graphsparse::test_support
