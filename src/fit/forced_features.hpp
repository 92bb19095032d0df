// The features that a spec names: covariates, and those that are in every support.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graphsparse/core/fit_spec.hpp"
#include "graphsparse/fit/feature_graph.hpp"
#include "graphsparse/io/data_file.hpp"

namespace graphsparse {

struct ForcedFeatures {
  Support covariates;  // columns, ascending
  Support always;
  std::vector<std::uint8_t> is_covariate;  // one per feature; empty where there are none

  // Both together, ascending.
  Support all() const;
};

// Throws InputError for a name that is no feature, or is both, and for more features than the
// sparsity allows.
ForcedFeatures find_forced_features(const Dataset& data, const FitSpec& spec);

// The graph with covariates as nodes without edges, where that makes a difference; else null.
std::shared_ptr<const Graph> without_edges_at(const Graph& graph,
                                              const std::vector<std::uint8_t>& is_covariate);

// The support without the covariates.
Support selected_features(const Support& support, std::span<const NodeId> covariates);

// Column of the feature with that name. Throws InputError; `field` is the option that names it.
NodeId find_feature(const Dataset& data, const std::string& field, const std::string& name);

}  // namespace graphsparse
