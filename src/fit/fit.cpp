#include "fit/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "fit/forced_features.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/core/version.hpp"
#include "graphsparse/fit/fit.hpp"
#include "graphsparse/fit/trainer.hpp"
#include "graphsparse/graph/components.hpp"
#include "graphsparse/io/class_labels.hpp"
#include "graphsparse/io/subnetwork_file.hpp"
#include "graphsparse/objective/block_objective.hpp"

namespace graphsparse {

Target encode_target(const Dataset& data, const Loss& loss) {
  if (!data.target) throw InputError("`target`: the data has none to be fitted");
  Target target;
  if (loss.traits().response == Response::classes) {
    if (!data.classes.empty()) return {data.target->numbers(), data.classes};
    ClassLabels labels = encode_classes(*data.target, data.weights);
    target.values = std::move(labels.labels);
    target.classes = std::move(labels.classes);
    return target;
  }
  target.values = data.target->numbers();
  for (std::size_t i = 0; i < target.values.size(); ++i) {
    const std::string error = loss.target_error(target.values[i]);
    if (error.empty()) continue;
    throw InputError(
        fmt::format("{}: the target {}", data.target->where(static_cast<std::int64_t>(i)), error));
  }
  const std::string error = loss.target_error(std::span<const double>(target.values));
  if (!error.empty()) throw InputError(fmt::format("{}: {}", data.target->source, error));
  return target;
}

namespace {

FitStatistics statistics_of(const Fit& fit, const Support& selected, const Graph* graph) {
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
    statistics.components = count_induced_components(*graph, selected);
  }
  return statistics;
}

// What standardization does not tell: the median, or the mean of what is not standardized.
std::optional<double> fill_of(const Fit& fit, bool is_standardized, NodeId feature) {
  if (fit.fill &&
      (!is_standardized || (*fit.fill)[feature] != fit.standardization->mean[feature])) {
    return (*fit.fill)[feature];
  }
  return std::nullopt;
}

std::vector<ModelFeature> features_of(const Fit& fit, std::span<const NodeId> chosen,
                                      bool is_standardized, const Dataset& data) {
  std::vector<ModelFeature> features;
  for (const NodeId feature : chosen) {
    ModelFeature entry{data.feature_name(feature), fit.result.x.w[feature]};
    if (fit.standardization) {
      entry.mean = fit.standardization->mean[feature];
      entry.scale = fit.standardization->scale[feature];
    }
    entry.fill = fill_of(fit, is_standardized, feature);
    if (!fit.frequency.empty()) entry.frequency = fit.frequency[feature];
    if (!fit.probability.empty()) entry.probability = fit.probability[feature];
    features.push_back(std::move(entry));
  }
  return features;
}

// Those of the point, which has them standardized in any case, as the spec wants the model's.
void take_covariates(const FitOrigin& origin, const Fit& fit, Model& model) {
  const bool is_standardized = origin.spec.standardize;
  model.covariates = features_of(fit, origin.covariates, is_standardized, origin.data);
  if (is_standardized) return;
  for (ModelFeature& covariate : model.covariates) {
    covariate.coefficient /= covariate.scale;
    model.intercept -= covariate.coefficient * covariate.mean;
    covariate.mean = 0.0;
    covariate.scale = 1.0;
  }
}

Model make_model(const FitOrigin& origin, const Support& selected, const Fit& fit) {
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
  model.features = features_of(fit, selected, origin.spec.standardize, data);
  model.intercept = fit.result.x.intercept;
  take_covariates(origin, fit, model);
  model.statistics = statistics_of(fit, selected, origin.graph.graph.get());
  return model;
}

}  // namespace

void complete(const FitOrigin& origin, const Problem& problem, Fit& fit) {
  const Point& point = fit.result.x;
  const Support selected = selected_features(point.support, origin.covariates);
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
    fit.edges = induced_edges(*graph, selected);
    fit.grid = origin.graph.grid;
  }
  fit.model = make_model(origin, selected, fit);
}

Fit fit(const Dataset& data, const FeatureGraph& graph, const FitSpec& spec,
        const FitHooks& hooks) {
  return Trainer(data, graph, {spec}).fit(hooks);
}

Fit fit(const Dataset& data, const FitSpec& spec, const FitHooks& hooks) {
  const FeatureGraph none;
  return fit(data, none, spec, hooks);
}

bool Fit::has_failed() const {
  if (result.termination != Termination::diverged) return false;
  const Point& x = result.x;
  const bool is_constant = std::all_of(x.support.begin(), x.support.end(),
                                       [&x](NodeId feature) { return x.w[feature] == 0.0; });
  return is_constant || !(result.objective < result.start_objective);
}

std::vector<std::size_t> Fit::by_size() const {
  std::vector<std::size_t> order(model.features.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(coefficient(a)) > std::abs(coefficient(b));
  });
  return order;
}

std::vector<double> predict_linear(const Fit& fit, const DesignMatrix& design, Rows rows) {
  const Point& point = fit.result.x;
  std::vector<double> predictors(rows.size(), 0.0);
  std::vector<double> column(rows.size());
  // A column at a time, with the mean taken off each value before it is multiplied: no digits are
  // lost where means are large, and a dense model needs no copy of the rows.
  for (const NodeId feature : point.support) {
    const double mean = fit.standardization ? fit.standardization->mean[feature] : 0.0;
    const double scale = fit.standardization ? fit.standardization->scale[feature] : 1.0;
    const double factor = point.w[feature] / scale;
    design.gather(rows, {&feature, 1}, column);
    if (fit.fill) {
      for (double& value : column) value = std::isnan(value) ? (*fit.fill)[feature] : value;
    }
    for (std::size_t k = 0; k < rows.size(); ++k) predictors[k] += (column[k] - mean) * factor;
  }
  for (double& predictor : predictors) predictor += point.intercept;
  return predictors;
}

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
