#include "graphsparse/core/error.hpp"
#include "graphsparse/fit/selected_subnetwork.hpp"

namespace graphsparse {

Subnetwork selected_subnetwork(const Fit& fit) {
  if (!fit.has_graph) throw InputError("`export` writes a part of the graph, so it needs `graph`");
  Subnetwork network;
  for (const ModelFeature& feature : fit.model.features) {
    network.names.push_back(feature.name);
    network.coefficients.push_back(feature.coefficient);
  }
  for (const FeatureNumber& number : fit.model.known_numbers()) {
    NodeAttribute attribute{std::string(number.name), {}};
    for (const ModelFeature& feature : fit.model.features) {
      attribute.values.push_back(*(feature.*number.value));
    }
    network.attributes.push_back(std::move(attribute));
  }
  network.edges = fit.edges;
  return network;
}

void export_subgraph(const Fit& fit, const std::string& path) {
  write_subnetwork(selected_subnetwork(fit), path);
}

std::vector<std::string> subgraph_files(const std::string& path) { return subnetwork_paths(path); }

}  // namespace graphsparse
