#include "graphsparse/baseline/latent_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "graphsparse/core/error.hpp"

namespace graphsparse {

void LatentGroups::add(std::span<const NodeId> members) {
  add(members, std::sqrt(static_cast<double>(std::max<std::size_t>(members.size(), 1))));
}

void LatentGroups::add(std::span<const NodeId> members, double weight) {
  if (members.empty()) throw InputError(fmt::format("group {} has no members", size()));
  if (!std::isfinite(weight) || weight <= 0.0) {
    throw InputError(fmt::format("the weight of group {} is {}; it must be a finite number above 0",
                                 size(), weight));
  }
  const auto begin = static_cast<std::ptrdiff_t>(members_.size());
  members_.insert(members_.end(), members.begin(), members.end());
  std::sort(members_.begin() + begin, members_.end());
  const auto twice = std::adjacent_find(members_.begin() + begin, members_.end());
  if (twice != members_.end()) {
    const NodeId feature = *twice;
    members_.resize(begin);
    throw InputError(fmt::format("group {} has feature {} twice", size(), feature));
  }
  offsets_.push_back(members_.size());
  weights_.push_back(weight);
}

Support LatentGroups::features() const {
  Support all = members_;
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

LatentGroups singleton_groups(std::span<const NodeId> features) {
  LatentGroups groups;
  for (const NodeId& feature : features) groups.add({&feature, 1}, 1.0);
  return groups;
}

LatentGroups singleton_groups(NodeId feature_count) {
  std::vector<NodeId> features(feature_count);
  std::iota(features.begin(), features.end(), 0);
  return singleton_groups(features);
}

LatentGroups edge_groups(const Graph& graph) {
  std::vector<std::pair<NodeId, NodeId>> pairs;
  pairs.reserve(graph.edge_count());
  for (EdgeId e = 0; e < graph.edge_count(); ++e) {
    const Edge edge = graph.edge(e);
    pairs.emplace_back(std::min(edge.u, edge.v), std::max(edge.u, edge.v));
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  LatentGroups groups;
  for (const auto& [u, v] : pairs) groups.add(std::array{u, v});
  return groups;
}

LatentGroups restrict_groups(const LatentGroups& groups, const Support& kept,
                             std::vector<std::size_t>* origins) {
  LatentGroups result;
  std::set<Support> seen;
  Support left;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const auto members = groups.members(g);
    left.clear();
    std::set_intersection(members.begin(), members.end(), kept.begin(), kept.end(),
                          std::back_inserter(left));
    if (left.empty() || !seen.insert(left).second) continue;
    result.add(left);
    if (origins != nullptr) origins->push_back(g);
  }
  return result;
}

Fingerprint fingerprint_of(const LatentGroups& groups) {
  Fingerprint fingerprint = fingerprint_of_all(groups.size());
  for (std::size_t group = 0; group < groups.size(); ++group) {
    fingerprint.add(groups.members(group));
    fingerprint.add(groups.weight(group));
  }
  return fingerprint;
}

}  // namespace graphsparse
