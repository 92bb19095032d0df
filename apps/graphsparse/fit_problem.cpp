#include "fit_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/version.hpp"
#include "graphsparse/graph/components.hpp"
#include "graphsparse/io/class_labels.hpp"
#include "graphsparse/io/feature_graph.hpp"
#include "graphsparse/io/group_file.hpp"
#include "graphsparse/io/model_use.hpp"
#include "graphsparse/io/sample_weights.hpp"
#include "graphsparse/reference/projection_table.hpp"
#include "inputs.hpp"

namespace graphsparse::cli {
namespace {

constexpr std::string_view kLogistic = "logistic";

void check_numbers(const std::vector<double>& numbers, const SampleColumn& target,
                   const Loss& loss) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::string complaint = loss.target_error(numbers[i]);
    if (complaint.empty()) continue;
    throw InputError(
        fmt::format("{}: the target {}", target.where(static_cast<std::int64_t>(i)), complaint));
  }
  const std::string error = loss.target_error(std::span(numbers));
  if (!error.empty()) throw InputError(fmt::format("{}: {}", target.source, error));
}

}  // namespace

FitProblem::FitProblem(const FitOptions& options)
    : options_(options), data_(read_data(options.data)) {
  if (!options.weights.empty()) {
    weights_ = read_sample_weights(options.weights, options.data.id_column, data_);
  }
  read_target();
  read_graph();
  read_feature_groups();
  make_structure();
  make_problem();
  read_start();
}

void FitProblem::read_target() {
  const FitSettings& settings = options_.settings;
  const SampleColumn& target = data_.target.value();
  if (settings.loss == kLogistic) {
    ClassLabels labels = encode_classes(target, weights_);
    target_ = std::move(labels.labels);
    classes_ = std::move(labels.classes);
    if (settings.balanced) weights_ = balanced_weights(target_);
    return;
  }
  target_ = target.numbers();
  check_numbers(target_, target, *find_loss(settings.loss).make());
}

void FitProblem::read_graph() {
  if (options_.graph.empty()) return;
  const EdgeTable table = read_edge_table(options_.graph);
  joined_ = join_features(table, data_);
  grid_ = grid_size_of(options_.graph, table);
}

void FitProblem::read_feature_groups() {
  if (options_.baseline() != nullptr) read_latent_feature_groups();
  if (!options_.is_for(StructureKind::groups)) return;
  FeatureGroups groups = read_groups(options_.groups, data_);
  if (groups.features_without_group > 0 || groups.lines_without_feature > 0) {
    group_note_ =
        fmt::format("{}: {} features in no group, {} lines without a feature", options_.groups,
                    groups.features_without_group, groups.lines_without_feature);
  }
  feature_groups_ = std::move(groups.group);
}

void FitProblem::read_latent_feature_groups() {
  if (options_.groups == kEdgeGroups) {
    latent_groups_.groups = edge_groups(joined_->graph);
  } else if (!options_.groups.empty()) {
    latent_groups_ = read_latent_groups(options_.groups, data_, options_.ignore_unknown);
    group_note_ = latent_groups_.describe(options_.groups);
  } else {
    latent_groups_.groups = singleton_groups(data_.design->columns());
  }
  // The lasso takes from groups only which features there are.
  if (options_.groups.empty() || options_.baseline()->has_groups) return;
  latent_groups_.groups = singleton_groups(latent_groups_.groups.features());
  latent_groups_.names.clear();
}

void FitProblem::make_structure() {
  if (options_.baseline() != nullptr) return;  // has no structure: it is all in the penalty
  const SolverChoice choice = options_.choice();
  StructureSpec spec{graph_structure_options(), choice.structure, data_.design->columns(), graph(),
                     feature_groups_};
  structure_ = graphsparse::make_structure(spec, choice.row.options);
}

GraphStructureOptions FitProblem::graph_structure_options() const {
  const FitSettings& settings = options_.settings;
  GraphStructureOptions structure;
  structure.sparsity = settings.sparsity;
  structure.slack = settings.slack;
  structure.components = settings.components;
  structure.projection = &find_projection(settings.projection);
  structure.budget = settings.budget;
  const bool has_root = joined_ && !settings.root.empty();
  if (has_root) structure.root = find_node(*joined_, "--root", settings.root);
  return structure;
}

std::vector<std::string> FitProblem::sample_column(const std::string& spec) {
  return read_sample_column(spec, options_.data.id_column, data_).values;
}

const std::vector<std::string>& FitProblem::group_column() const { return data_.groups->values; }

void FitProblem::settings_changed() {
  read_target();
  make_structure();
  make_problem();
}

void FitProblem::make_problem() {
  const FitSettings& settings = options_.settings;
  loss_ = find_loss(settings.loss).make(settings.loss_options());
  problem_.design = data_.design.get();
  problem_.target = target_;
  problem_.loss = loss_.get();
  problem_.weights = weights_;
  problem_.l2 = settings.l2;
  problem_.intercept = settings.intercept;
  check_problem(problem_);
  const std::vector<RowIndex> rows = used_rows(problem_);
  used_row_count_ = static_cast<std::int64_t>(rows.size());
  if (!settings.standardize) return;
  standardized_ = std::make_unique<StandardizedMatrix>(*data_.design,
                                                       learn_standardization(*data_.design, rows));
  problem_.design = standardized_.get();
}

void FitProblem::read_start() {
  if (options_.start.empty() || options_.baseline() != nullptr) return;
  const FittedModel before = read_model(options_.start);
  const bool other_classes =
      !classes_.empty() && !before.classes.empty() && classes_ != before.classes;
  if (other_classes) {
    throw InputError(fmt::format(
        "{}: the model tells {} from {}, but the labels of the data are "
        "{} and {}",
        options_.start, before.classes[0], before.classes[1], classes_[0], classes_[1]));
  }
  start_ =
      starting_point(before, data_, standardized_ ? &standardized_->standardization() : nullptr);
  if (!options_.settings.intercept) start_->intercept = 0.0;
}

std::int64_t FitProblem::block_size() const {
  if (options_.baseline() != nullptr) return used_row_count_;
  if (takes_all_rows(options_.choice().row.options)) return used_row_count_;
  const std::int64_t asked_for = options_.settings.block_size;
  return asked_for == 0 ? choose_block_size(problem_, used_row_count_, structure_->sparsity())
                        : std::min(asked_for, used_row_count_);
}

std::vector<std::string> FitProblem::notes() const {
  std::vector<std::string> notes = data_.notes;
  if (joined_ && !is_complete(joined_->report)) notes.push_back(joined_->report.describe());
  if (!group_note_.empty()) notes.push_back(group_note_);
  return notes;
}

FittedModel FitProblem::fitted_model(const Result& result, const PenaltyFacts* penalty) const {
  FittedModel model;
  model.version = kVersion;
  model.settings = options_.settings;
  model.inputs = options_.inputs();
  model.target = options_.data.target;
  model.group_column = options_.data.group_column;
  model.classes = classes_;
  model.feature_count = data_.design->columns();
  model.has_feature_names = !data_.feature_names.empty();
  model.feature_fingerprint = feature_fingerprint(data_);
  for (const NodeId feature : result.x.support) {
    const auto j = static_cast<std::size_t>(feature);
    ModelFeature entry{data_.feature_name(feature), result.x.w[j]};
    if (standardized_) {
      entry.mean = standardized_->standardization().mean[j];
      entry.scale = standardized_->standardization().scale[j];
    }
    model.features.push_back(std::move(entry));
  }
  model.intercept = result.x.intercept;
  FitStatistics& statistics = model.statistics;
  statistics.objective = result.objective;
  statistics.residual_norm = result.residual_norm;
  statistics.epochs = result.epochs;
  statistics.iterations = result.iterations;
  statistics.stop_reason = to_string(result.termination);
  statistics.pcst_calls = result.pcst_calls;
  statistics.samples = used_row_count_;
  if (penalty != nullptr) {
    statistics.lambda = penalty->lambda;
    statistics.lambda_max = penalty->lambda_max;
    statistics.duality_gap = penalty->duality_gap;
  }
  if (joined_) statistics.components = count_induced_components(joined_->graph, result.x.support);
  return model;
}

}  // namespace graphsparse::cli
