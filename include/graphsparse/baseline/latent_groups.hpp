// Groups of features that may overlap, for the latent group lasso of Jacob, Obozinski and Vert
// (2009): w is a sum of vectors v_g, each zero outside its group, and the penalty is the least
// possible sum of d_g |v_g|. A support is then a union of groups. The lasso is the case of groups
// of one feature.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "graphsparse/core/fingerprint.hpp"
#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"

namespace graphsparse {

// Only numbers of features are kept, a list a group: the data is never duplicated.
class LatentGroups {
 public:
  // d_g is the square root of the number of members, which makes groups of all sizes equally
  // likely to be chosen by chance. Throws InputError for no members, or one that comes twice.
  void add(std::span<const NodeId> members);
  // Throws InputError also for a weight that is not positive and finite.
  void add(std::span<const NodeId> members, double weight);

  std::size_t size() const { return weights_.size(); }
  std::span<const NodeId> members(std::size_t group) const {
    return {members_.data() + offsets_[group], offsets_[group + 1] - offsets_[group]};
  }
  double weight(std::size_t group) const { return weights_[group]; }

  // Of the group's first variable in a vector of all pairs (group, member), and their number.
  std::size_t offset(std::size_t group) const { return offsets_[group]; }
  std::size_t variable_count() const { return members_.size(); }

  // All members of all groups.
  Support features() const;

 private:
  std::vector<std::size_t> offsets_ = {0};
  std::vector<NodeId> members_;  // increasing in each group
  std::vector<double> weights_;
};

// Of all groups with their members and weights, in their order.
Fingerprint fingerprint_of(const LatentGroups& groups);

// The lasso: each of these features alone, with weight 1.
LatentGroups singleton_groups(std::span<const NodeId> features);
LatentGroups singleton_groups(NodeId feature_count);

// The ends of every edge; parallel edges count once. Nodes without an edge are in no group, so that
// their coefficients are zero.
LatentGroups edge_groups(const Graph& graph);

// Each group's members among `kept`, with the weight of the members left. Groups without any, and
// all but one of those that became equal, are dropped. `origins` gets the former number of each
// group left; may be null.
LatentGroups restrict_groups(const LatentGroups& groups, const Support& kept,
                             std::vector<std::size_t>* origins = nullptr);

}  // namespace graphsparse
