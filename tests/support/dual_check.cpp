#include "support/dual_check.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace graphsparse::test_support {
namespace {

// The moats with every node in them: untouched nodes are added as sets of their own.
class Family {
 public:
  struct Set {
    double moat;
    std::int32_t parent;
    std::int64_t size;
    double prizes = 0.0;        // of its nodes
    double moats_within = 0.0;  // its own and those of all its subsets
    std::int64_t size_of_parts = 0;
    double moats_around = 0.0;  // its own and those of all its supersets
  };

  // Fills the sets; returns what is wrong with them, if anything.
  std::string list(const MoatForest& moats, std::span<const double> prizes) {
    set_of_node_.assign(prizes.size(), -1);
    const auto count = static_cast<std::int32_t>(moats.clusters.size());
    for (std::int32_t i = 0; i < count; ++i) {
      const MoatForest::Cluster& cluster = moats.clusters[static_cast<std::size_t>(i)];
      const bool in_order = cluster.parent == -1 || (cluster.parent > i && cluster.parent < count);
      if (!in_order) return "cluster " + std::to_string(i) + " does not come before its parent";
      Set set{.moat = cluster.moat, .parent = cluster.parent, .size = cluster.size()};
      if (cluster.is_single()) {
        auto& place = set_of_node_[static_cast<std::size_t>(cluster.node())];
        if (place != -1) return "node " + std::to_string(cluster.node()) + " is listed twice";
        place = i;
        set.prizes = prizes[static_cast<std::size_t>(cluster.node())];
      }
      sets_.push_back(set);
    }
    for (std::size_t node = 0; node < prizes.size(); ++node) {
      if (set_of_node_[node] != -1) continue;
      set_of_node_[node] = static_cast<std::int32_t>(sets_.size());
      sets_.push_back({.moat = prizes[node], .parent = -1, .size = 1, .prizes = prizes[node]});
    }
    return {};
  }

  // Adds up from parts to wholes and, for the moats around a set, back.
  void sum_up() {
    for (Set& set : sets_) {
      set.moats_within += set.moat;
      if (set.parent == -1) continue;
      Set& whole = at(set.parent);
      whole.prizes += set.prizes;
      whole.moats_within += set.moats_within;
      whole.size_of_parts += set.size;
    }
    for (std::size_t i = sets_.size(); i-- > 0;) {
      Set& set = sets_[i];
      set.moats_around = set.moat + (set.parent == -1 ? 0.0 : at(set.parent).moats_around);
    }
  }

  // The sum of the moats that contain exactly one of the two nodes. Parts have smaller numbers than
  // their wholes, so the two chains meet by always climbing from the smaller.
  double between(NodeId u, NodeId v) {
    std::int32_t a = set_of_node_[static_cast<std::size_t>(u)];
    std::int32_t b = set_of_node_[static_cast<std::size_t>(v)];
    double covered = 0.0;
    while (a != b) {
      std::int32_t& lower = b == -1 || (a != -1 && a < b) ? a : b;
      covered += at(lower).moat;
      lower = at(lower).parent;
    }
    return covered;
  }

  double moats_around(NodeId node) {
    return at(set_of_node_[static_cast<std::size_t>(node)]).moats_around;
  }

  const std::vector<Set>& sets() const { return sets_; }

 private:
  Set& at(std::int32_t set) { return sets_[static_cast<std::size_t>(set)]; }

  std::vector<Set> sets_;
  std::vector<std::int32_t> set_of_node_;
};

std::string set_defect(const Family& family, const MoatForest& moats, double tolerance) {
  double sum = 0.0;
  for (const Family::Set& set : family.sets()) {
    sum += set.moat;
    if (!(set.moat >= 0.0)) return "a moat of " + std::to_string(set.moat);
    if (set.size != std::max<std::int64_t>(set.size_of_parts, 1)) return "a wrong size";
    if (set.moats_within > set.prizes + tolerance) {
      return "a set with prizes " + std::to_string(set.prizes) + " spends " +
             std::to_string(set.moats_within);
    }
  }
  if (std::abs(sum - moats.total) <= tolerance) return {};
  return "moats add up to " + std::to_string(sum) + ", said to be " + std::to_string(moats.total);
}

}  // namespace

std::string dual_defect(const Graph& graph, std::span<const double> prizes,
                        const PcstOptions& options, const MoatForest& moats, const Forest& forest) {
  Family family;
  if (auto defect = family.list(moats, prizes); !defect.empty()) return defect;
  family.sum_up();
  double total = 0.0;
  for (const double prize : prizes) total += prize;
  const double tolerance = 1e-11 * total;
  if (auto defect = set_defect(family, moats, tolerance); !defect.empty()) return defect;
  for (EdgeId e = 0; e < graph.edge_count(); ++e) {
    const Edge edge = graph.edge(e);
    const double cost = options.cost_scale * edge.cost;
    const double paid = family.between(edge.u, edge.v);
    const bool bought = std::ranges::binary_search(forest.edges, e);
    const double rounding = 1e-9 * cost + tolerance;
    if (paid <= cost + rounding && (!bought || paid >= cost - rounding)) continue;
    return std::string(bought ? "bought" : "other") + " edge " + std::to_string(e) + " of cost " +
           std::to_string(cost) + " is paid " + std::to_string(paid);
  }
  if (options.root != kNoNode && family.moats_around(options.root) != 0.0) {
    return "a moat around the root";
  }
  return {};
}

}  // namespace graphsparse::test_support
