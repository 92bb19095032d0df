#include "datasets.hpp"

#include <pybind11/stl.h>

#include <cstdint>
#include <limits>
#include <utility>

namespace graphsparse::python {
namespace {

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Groups = py::array_t<std::int32_t, py::array::c_style | py::array::forcecast>;

void add_target(const FitRequest& request, Dataset& data) {
  if (py::isinstance<py::array>(request.target)) {
    const Numbers numbers(request.target);
    const std::span<const double> values = view_vector(numbers, "y");
    data.target.emplace();
    data.target->given.assign(values.begin(), values.end());
  } else {
    data.target.emplace();
    data.target->values = to_names(request.target);
  }
  data.target->source = "the target";
  data.classes = to_names(request.classes);
}

LatentGroups to_latent_groups(const py::object& groups, const FeatureGraph& graph,
                              NodeId features) {
  if (py::isinstance<py::str>(groups)) {
    if (groups.cast<std::string>() != kEdgeGroups) {
      throw InputError(
          "`feature_groups` must be lists of features, a group for each feature, or "
          "'edges', not '" +
          groups.cast<std::string>() + "'");
    }
    if (graph.graph == nullptr) throw InputError("`feature_groups` edges needs `graph`");
    return edge_groups(*graph.graph);
  }
  LatentGroups all;
  for (const py::handle group : groups) {
    std::vector<NodeId> members;
    for (const py::handle member : group) {
      const auto feature = member.cast<std::int64_t>();
      if (feature < 0 || feature >= features) {
        throw InputError("`feature_groups`: there is no feature " + std::to_string(feature) +
                         "; features are 0 to " + std::to_string(features - 1));
      }
      members.push_back(static_cast<NodeId>(feature));
    }
    all.add(members);
  }
  return all;
}

void add_groups(const FitRequest& request, const FeatureGraph& graph, Dataset& data) {
  const NodeId features = data.design->columns();
  if (!request.latent_groups.is_none()) {
    data.latent_groups = to_latent_groups(request.latent_groups, graph, features);
  }
  if (request.feature_groups.is_none()) return;
  const Groups groups(request.feature_groups);
  if (groups.ndim() != 1 || groups.size() != features) {
    throw InputError("`feature_groups`: " + std::to_string(groups.size()) + " for " +
                     std::to_string(features) + " features");
  }
  data.feature_groups.assign(groups.data(), groups.data() + groups.size());
}

}  // namespace

FitRequest make_request(const py::dict& values) {
  const auto value = [&values](const char* key) -> py::object {
    return values.contains(key) ? py::object(values[key]) : py::none();
  };
  return {.matrix = value("matrix").cast<Matrix>(),
          .target = value("target"),
          .classes = value("classes"),
          .weights = value("weights"),
          .feature_names = value("feature_names"),
          .graph = value("graph"),
          .feature_groups = value("feature_groups"),
          .latent_groups = value("latent_groups")};
}

FitInput make_input(const FitRequest& request) {
  FitInput input;
  Dataset& data = input.data;
  data = make_dataset(request.matrix.design, std::span<const double>(),
                      to_names(request.feature_names));
  add_target(request, data);
  if (!request.weights.is_none()) {
    const Numbers numbers(request.weights);
    const std::span<const double> weights = view_vector(numbers, "sample_weight");
    data.weights.assign(weights.begin(), weights.end());
  }
  if (!request.graph.is_none()) {
    input.graph = join_graph(request.graph.cast<const EdgeHandle&>(), data);
  }
  add_groups(request, input.graph, data);
  return input;
}

}  // namespace graphsparse::python
