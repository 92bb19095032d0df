#include "fit/completion.hpp"

#include <cstdint>
#include <optional>
#include <utility>

#include "graphsparse/core/version.hpp"
#include "graphsparse/graph/components.hpp"
#include "graphsparse/io/subnetwork_file.hpp"
#include "graphsparse/objective/block_objective.hpp"

namespace graphsparse {
namespace {

FitStatistics statistics_of(const Fit& fit, const Graph* graph) {
  FitStatistics statistics;
  statistics.objective = fit.result.objective;
  statistics.residual_norm = fit.result.residual_norm;
  statistics.epochs = fit.result.epochs;
  statistics.iterations = fit.result.iterations;
  statistics.stop_reason = to_string(fit.result.termination);
  statistics.pcst_calls = fit.result.pcst_calls;
  statistics.samples = fit.used_samples;
  statistics.restarts = fit.restarts;
  if (fit.path) {
    statistics.lambda = fit.path->lambda;
    statistics.lambda_max = fit.path->lambda_max;
    statistics.duality_gap = fit.path->duality_gap;
  }
  if (graph != nullptr) {
    statistics.components = count_induced_components(*graph, fit.result.x.support);
  }
  return statistics;
}

// What standardization does not tell: the median, or the mean of what is not standardized.
std::optional<double> fill_of(const Fit& fit, NodeId feature) {
  const auto j = static_cast<std::size_t>(feature);
  if (fit.fill && (!fit.standardization || (*fit.fill)[j] != fit.standardization->mean[j])) {
    return (*fit.fill)[j];
  }
  return std::nullopt;
}

std::vector<ModelFeature> features_of(const Fit& fit, const Dataset& data) {
  std::vector<ModelFeature> features;
  for (const NodeId feature : fit.result.x.support) {
    const auto j = static_cast<std::size_t>(feature);
    ModelFeature entry{data.feature_name(feature), fit.result.x.w[j]};
    if (fit.standardization) {
      entry.mean = fit.standardization->mean[j];
      entry.scale = fit.standardization->scale[j];
    }
    entry.fill = fill_of(fit, feature);
    if (!fit.frequency.empty()) entry.frequency = fit.frequency[j];
    if (!fit.probability.empty()) entry.probability = fit.probability[j];
    features.push_back(std::move(entry));
  }
  return features;
}

Model make_model(const FitOrigin& origin, const Fit& fit) {
  const Dataset& data = origin.data;
  Model model;
  model.version = kVersion;
  model.spec = origin.spec;
  model.inputs = data.inputs;
  model.target = data.target_column;
  model.group_column = data.group_column;
  model.classes = origin.classes;
  model.feature_count = data.design->columns();
  model.has_feature_names = !data.feature_names.empty();
  model.feature_fingerprint = feature_fingerprint(data);
  model.features = features_of(fit, data);
  model.intercept = fit.result.x.intercept;
  model.statistics = statistics_of(fit, origin.graph.graph.get());
  return model;
}

}  // namespace

void complete(const FitOrigin& origin, const Problem& problem, Fit& fit) {
  const Point& point = fit.result.x;
  const std::vector<RowIndex> rows = used_rows(problem);
  BlockObjective all(problem);
  all.move_to(rows, point);
  fit.predictors.assign(all.predictors().begin(), all.predictors().end());
  fit.target.assign(all.target().begin(), all.target().end());
  fit.has_residual = problem.loss->traits().has_residual;
  fit.samples = origin.data.design->rows();
  fit.used_samples = static_cast<std::int64_t>(rows.size());
  fit.data_source = origin.data.source;
  if (const Graph* graph = origin.graph.graph.get()) {
    fit.has_graph = true;
    fit.edge_count = graph->edge_count();
    fit.edges = induced_edges(*graph, point.support);
    fit.grid = origin.graph.grid;
  }
  fit.model = make_model(origin, fit);
}

}  // namespace graphsparse
