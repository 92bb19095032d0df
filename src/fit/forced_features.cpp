#include "fit/forced_features.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/suggest.hpp"
#include "graphsparse/fit/files.hpp"

namespace graphsparse {
namespace {

Support columns_of(const Dataset& data, const std::string& field, const std::string& list) {
  Support columns;
  for (const std::string& name : split_names(list, field)) {
    columns.push_back(find_feature(data, field, name));
  }
  std::sort(columns.begin(), columns.end());
  const auto twice = std::adjacent_find(columns.begin(), columns.end());
  if (twice == columns.end()) return columns;
  throw InputError(fmt::format("`{}` names '{}' twice", field, data.feature_name(*twice)));
}

}  // namespace

Support ForcedFeatures::all() const {
  Support both;
  std::merge(covariates.begin(), covariates.end(), always.begin(), always.end(),
             std::back_inserter(both));
  return both;
}

NodeId find_feature(const Dataset& data, const std::string& field, const std::string& name) {
  for (NodeId feature = 0; feature < data.design->columns(); ++feature) {
    if (data.feature_name(feature) == name) return feature;
  }
  const std::string thing = field == "root" ? "node" : "feature";
  if (data.feature_names.empty()) {
    throw InputError(fmt::format("`{}`: no {} is called '{}'; the {}s are 0 to {}", field, thing,
                                 name, thing, data.design->columns() - 1));
  }
  throw InputError(fmt::format("`{}`: no {} is called '{}'{}", field, thing, name,
                               did_you_mean(name, data.feature_names)));
}

ForcedFeatures find_forced_features(const Dataset& data, const FitSpec& spec) {
  ForcedFeatures forced;
  forced.covariates = columns_of(data, "covariates", spec.covariates);
  forced.always = columns_of(data, "always", spec.always);
  Support both;
  std::set_intersection(forced.covariates.begin(), forced.covariates.end(), forced.always.begin(),
                        forced.always.end(), std::back_inserter(both));
  if (!both.empty()) {
    throw InputError(fmt::format("'{}' is in `covariates` and in `always`; one of them is enough",
                                 data.feature_name(both.front())));
  }
  const auto count = static_cast<std::int64_t>(forced.always.size());
  if (count > 0 && spec.sparsity.value_or(count) <= count) {
    throw InputError(
        fmt::format("`always` names {} features, which leaves none of `sparsity` {} "
                    "to be chosen; a larger `sparsity` is needed",
                    count, *spec.sparsity));
  }
  if (static_cast<NodeId>(forced.covariates.size()) == data.design->columns()) {
    throw InputError("`covariates` names every feature; some must be left to be selected");
  }
  if (!forced.covariates.empty()) {
    forced.is_covariate.assign(data.design->columns(), 0);
    for (const NodeId j : forced.covariates) forced.is_covariate[j] = 1;
  }
  return forced;
}

std::shared_ptr<const Graph> without_edges_at(const Graph& graph,
                                              const std::vector<std::uint8_t>& is_covariate) {
  if (is_covariate.empty()) return nullptr;
  std::vector<Edge> edges;
  for (EdgeId e = 0; e < graph.edge_count(); ++e) {
    const Edge edge = graph.edge(e);
    const bool stays = is_covariate[edge.u] == 0 && is_covariate[edge.v] == 0;
    if (stays) edges.push_back(edge);
  }
  if (static_cast<EdgeId>(edges.size()) == graph.edge_count()) return nullptr;
  return std::make_shared<const Graph>(Graph::from_edges(graph.node_count(), edges));
}

Support selected_features(const Support& support, std::span<const NodeId> covariates) {
  Support selected;
  std::set_difference(support.begin(), support.end(), covariates.begin(), covariates.end(),
                      std::back_inserter(selected));
  return selected;
}

}  // namespace graphsparse
