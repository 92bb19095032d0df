#include "graphsparse/fit/trainer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "fit/convex_fit.hpp"
#include "fit/method.hpp"
#include "fit/training_part.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/core/suggest.hpp"
#include "graphsparse/core/version.hpp"
#include "graphsparse/fit/options.hpp"
#include "graphsparse/graph/components.hpp"
#include "graphsparse/io/class_labels.hpp"
#include "graphsparse/io/subnetwork_file.hpp"
#include "graphsparse/objective/block_objective.hpp"
#include "graphsparse/reference/projection_table.hpp"
#include "graphsparse/solver/hooks.hpp"
#include "graphsparse/structure/structure.hpp"

namespace graphsparse {
namespace {

struct Target {
  std::vector<double> values;
  std::vector<std::string> classes;
};

Target encode_target(const Dataset& data, const Loss& loss) {
  if (!data.target) throw InputError("`target`: the data has none to be fitted");
  Target target;
  if (loss.traits().response == Response::classes) {
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

NodeId find_feature(const Dataset& data, const std::string& name) {
  for (NodeId feature = 0; feature < data.design->columns(); ++feature) {
    if (data.feature_name(feature) == name) return feature;
  }
  if (data.feature_names.empty()) {
    throw InputError(fmt::format("`root`: no node is called '{}'; the nodes are 0 to {}", name,
                                 data.design->columns() - 1));
  }
  throw InputError(fmt::format("`root`: no node is called '{}'{}", name,
                               did_you_mean(name, data.feature_names)));
}

// Same but for the sparsity: neighbours on a path.
bool are_on_one_path(FitSpec a, const FitSpec& b) {
  a.sparsity = b.sparsity;
  return a == b;
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

class Trainer::Workspace {
 public:
  Workspace(const Dataset& data, const FeatureGraph& graph, std::vector<FitSpec> specs,
            TrainerOptions options)
      : data_(data), graph_(graph), options_(std::move(options)) {
    if (specs.empty()) throw InputError("there is no spec to fit");
    if (data.design == nullptr) throw InputError("`data`: there is no design matrix");
    const FitInputs inputs{graph.graph != nullptr, data.has_feature_groups()};
    if (inputs.has_graph && graph.graph->node_count() != data.design->columns()) {
      throw InputError(fmt::format("`graph`: {} nodes for {} features; node i is feature i",
                                   graph.graph->node_count(), data.design->columns()));
    }
    const bool as_authors = specs.front().protocol == kAuthorsProtocol;
    if (as_authors && !data.weights.empty()) {
      throw InputError("`protocol` authors has weights of its own");
    }
    for (FitSpec& spec : specs) specs_.push_back(resolve_defaults(std::move(spec), inputs));
    loss_ = make_loss(specs_.front());
    target_ = encode_target(data, *loss_);
    samples_ = {data.design.get(), target_.values, data.weights, loss_.get()};
    is_convex_ = graphsparse::is_convex(specs_.front());
    const bool has_root = !specs_.front().root.empty() && needs_graph(specs_.front());
    if (has_root) root_ = find_feature(data, specs_.front().root);
    for (const FitSpec& spec : specs_) check_structure(spec);
  }

  const std::vector<FitSpec>& specs() const { return specs_; }
  const Dataset& data() const { return data_; }
  const Loss& loss() const { return *loss_; }
  const Target& target() const { return target_; }

  Fit fit(const FitHooks& hooks) const {
    const FitSpec& spec = specs_.front();
    const auto begin = std::chrono::steady_clock::now();
    const std::unique_ptr<const TrainingPart> owned = make_part(spec);
    const TrainingPart& part = *owned;
    Fit fit;
    if (is_convex_) {
      fit = fit_convex(part.problem(0.0), data_, spec, hooks.cancelled);
    } else {
      std::optional<Point> start;
      if (hooks.init != nullptr) start = make_start(*hooks.init, part);
      solve_spec(part, spec, 0, start ? &*start : nullptr, hooks, fit);
    }
    fit.standardization = part.standardization();
    complete(part.problem(), spec, fit);
    fit.result.seconds = seconds_since(begin);
    return fit;
  }

  std::vector<Fit> fit_path(Rows rows, std::uint64_t trial,
                            const std::function<bool()>& cancelled) const {
    const TrainingPart part(samples_, specs_.front(), rows, trial);
    std::vector<Fit> fits = is_convex_
                                ? fit_convex_path(part.problem(0.0), data_, specs_, cancelled)
                                : solve_path(part, trial, cancelled);
    for (std::size_t i = 0; i < fits.size(); ++i) {
      fits[i].standardization = part.standardization();
      fits[i].model.spec = specs_[i];
    }
    return fits;
  }

  Fit refit(std::size_t chosen, const std::function<bool()>& cancelled) const {
    const auto begin = std::chrono::steady_clock::now();
    const FitSpec& spec = specs_[chosen];
    const TrainingPart whole(samples_, spec);
    Fit fit;
    if (is_convex_) {
      fit = fit_convex(whole.problem(0.0), data_, spec, cancelled);
      fit.standardization = whole.standardization();
    } else {
      const std::vector<RowIndex> rows = graphsparse::used_rows(whole.problem());
      fit = std::move(fit_path(rows, 0, cancelled)[chosen]);
      measure(whole.problem(), fit.result);
    }
    complete(whole.problem(), spec, fit);
    fit.result.seconds = seconds_since(begin);
    return fit;
  }

  std::vector<std::string> notes(const FitSpec& spec) const {
    std::vector<std::string> all = data_.notes;
    all.insert(all.end(), graph_.notes.begin(), graph_.notes.end());
    const bool ignores_costs = !is_convex_ && needs_graph(spec) &&
                               !graph_.graph->has_unit_costs() &&
                               !find_projection(spec.projection).uses_costs;
    if (ignores_costs) {
      all.push_back(fmt::format(
          "the edges of the graph have costs, which `projection` {} does not use: supports are "
          "connected, whatever their edges cost",
          spec.projection));
    }
    return all;
  }

 private:
  // As the rows are where nobody asked for another order: nothing is copied then.
  std::unique_ptr<const TrainingPart> make_part(const FitSpec& spec) const {
    auto whole = std::make_unique<const TrainingPart>(samples_, spec);
    if (spec.row_order.empty() || spec.row_order == "as-given") return whole;
    const std::vector<RowIndex> rows = graphsparse::used_rows(whole->problem());
    return std::make_unique<const TrainingPart>(samples_, spec, rows, 0);
  }

  void check_structure(const FitSpec& spec) const {
    if (!is_convex_) (void)make_structure(spec);
  }

  // Made anew for each fit: a structure remembers where its last search ended, and a result must
  // not depend on what was fitted before.
  std::unique_ptr<Structure> make_structure(const FitSpec& spec) const {
    const Method method = find_method(spec);
    StructureSpec structure;
    structure.kind = method.structure();
    structure.features = data_.design->columns();
    structure.graph = graph_.graph.get();
    structure.groups = data_.feature_groups;
    structure.sparsity = *spec.sparsity;
    structure.slack = *spec.slack;
    structure.components = spec.components;
    structure.projection = &find_projection(spec.projection);
    structure.budget = spec.budget;
    structure.root = root_;
    if (options_.adjust_structure) options_.adjust_structure(structure);
    return graphsparse::make_structure(structure, method.options());
  }

  SolverOptions options_of(const FitSpec& spec, RowIndex rows, std::uint64_t trial) const {
    SolverOptions options = solver_options(spec);
    if (spec.blocks > 0) options.block_size = block_size_for(options, rows, spec.blocks);
    options.trial = trial;
    if (options_.adjust) options_.adjust(options);
    return options;
  }

  Point make_start(const Model& init, const TrainingPart& part) const {
    const bool other_classes =
        !target_.classes.empty() && !init.classes.empty() && target_.classes != init.classes;
    if (other_classes) {
      throw InputError(fmt::format(
          "{}: the model tells {} from {}, but the labels of the data are {} and {}", init.source,
          init.classes[0], init.classes[1], target_.classes[0], target_.classes[1]));
    }
    Point start = starting_point(init, data_, part.standardization().get());
    if (!part.problem().intercept) start.intercept = 0.0;
    return start;
  }

  void solve_spec(const TrainingPart& part, const FitSpec& spec, std::uint64_t trial,
                  const Point* start, const FitHooks& hooks, Fit& fit) const {
    const Problem problem = part.problem(spec.l2);
    const std::unique_ptr<Structure> structure = make_structure(spec);
    const auto rows = static_cast<RowIndex>(graphsparse::used_rows(problem).size());
    const SolverOptions options = options_of(spec, rows, trial);
    RunDiagnosis diagnosis(problem);
    const Observer observer = hooks.diagnose ? diagnosis.observer(hooks.observer) : hooks.observer;
    fit.result = solve(problem, *structure, options, start, observer);
    if (hooks.diagnose) fit.diagnosis = diagnosis.judge(fit.result.x);
  }

  std::vector<Fit> solve_path(const TrainingPart& part, std::uint64_t trial,
                              const std::function<bool()>& cancelled) const {
    std::vector<std::size_t> order(specs_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return *specs_[a].sparsity < *specs_[b].sparsity;
    });
    FitHooks hooks;
    hooks.observer = [&cancelled](const Progress& progress) {
      const bool stop = progress.epoch_ended && cancelled && cancelled();
      return stop ? Answer::stop : Answer::go_on;
    };
    std::vector<Fit> fits(specs_.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (cancelled && cancelled()) return fits;
      const std::size_t spec = order[i];
      const std::optional<std::size_t> before = find_before(std::span(order).first(i), spec, part);
      if (before && specs_[*before].sparsity == specs_[spec].sparsity) {
        fits[spec] = fits[*before];
        continue;
      }
      const bool is_warm = options_.warm_start && before.has_value();
      solve_spec(part, specs_[spec], trial, is_warm ? &fits[*before].result.x : nullptr, hooks,
                 fits[spec]);
    }
    return fits;
  }

  // The last spec of the same path, with what the solver does not use left out.
  std::optional<std::size_t> find_before(std::span<const std::size_t> done, std::size_t spec,
                                         const TrainingPart& part) const {
    const auto essence = [&](std::size_t i) {
      FitSpec used = specs_[i];
      used.block_size = options_of(specs_[i], part.rows(), 0).block_size;
      if ((uses_of(used) & kUsedByBlocks) == 0) used.block_size = 0;
      used.blocks = 0;
      return used;
    };
    for (std::size_t i = done.size(); i-- > 0;) {
      if (are_on_one_path(essence(done[i]), essence(spec))) return done[i];
    }
    return std::nullopt;
  }

  static void measure(const Problem& problem, Result& result) {
    const std::vector<RowIndex> rows = graphsparse::used_rows(problem);
    BlockObjective all(problem);
    all.move_to(rows, result.x);
    result.objective = all.value(result.x);
    double squares = 0.0;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const double residual = all.target()[k] - all.predictors()[k];
      squares += residual * residual;
    }
    result.residual_norm = std::sqrt(squares);
  }

  // Everything but the solution itself.
  void complete(const Problem& problem, const FitSpec& spec, Fit& fit) const {
    const Point& point = fit.result.x;
    const std::vector<RowIndex> rows = graphsparse::used_rows(problem);
    BlockObjective all(problem);
    all.move_to(rows, point);
    fit.predictors.assign(all.predictors().begin(), all.predictors().end());
    fit.target.assign(all.target().begin(), all.target().end());
    fit.has_residual = loss_->traits().has_residual;
    fit.samples = data_.design->rows();
    fit.used_samples = static_cast<std::int64_t>(rows.size());
    fit.data_source = data_.source;
    fit.notes = notes(spec);
    if (graph_.graph != nullptr) {
      fit.has_graph = true;
      fit.edge_count = graph_.graph->edge_count();
      fit.edges = induced_edges(*graph_.graph, point.support);
      fit.grid = graph_.grid;
    }
    make_model(spec, fit);
  }

  void make_model(const FitSpec& spec, Fit& fit) const {
    Model& model = fit.model;
    model.version = kVersion;
    model.spec = spec;
    model.inputs = data_.inputs;
    model.target = data_.target_column;
    model.group_column = data_.group_column;
    model.classes = target_.classes;
    model.feature_count = data_.design->columns();
    model.has_feature_names = !data_.feature_names.empty();
    model.feature_fingerprint = feature_fingerprint(data_);
    model.features.clear();
    for (const NodeId feature : fit.result.x.support) {
      const auto j = static_cast<std::size_t>(feature);
      ModelFeature entry{data_.feature_name(feature), fit.result.x.w[j]};
      if (fit.standardization) {
        entry.mean = fit.standardization->mean[j];
        entry.scale = fit.standardization->scale[j];
      }
      model.features.push_back(std::move(entry));
    }
    model.intercept = fit.result.x.intercept;
    model.statistics = statistics_of(fit);
  }

  FitStatistics statistics_of(const Fit& fit) const {
    FitStatistics statistics;
    statistics.objective = fit.result.objective;
    statistics.residual_norm = fit.result.residual_norm;
    statistics.epochs = fit.result.epochs;
    statistics.iterations = fit.result.iterations;
    statistics.stop_reason = to_string(fit.result.termination);
    statistics.pcst_calls = fit.result.pcst_calls;
    statistics.samples = fit.used_samples;
    if (fit.path) {
      statistics.lambda = fit.path->lambda;
      statistics.lambda_max = fit.path->lambda_max;
      statistics.duality_gap = fit.path->duality_gap;
    }
    if (graph_.graph != nullptr) {
      statistics.components = count_induced_components(*graph_.graph, fit.result.x.support);
    }
    return statistics;
  }

  const Dataset& data_;
  const FeatureGraph& graph_;
  TrainerOptions options_;
  std::vector<FitSpec> specs_;
  std::unique_ptr<Loss> loss_;
  Target target_;
  Samples samples_;
  bool is_convex_ = false;
  NodeId root_ = kNoNode;
};

Trainer::Trainer(const Dataset& data, const FeatureGraph& graph, std::vector<FitSpec> specs,
                 TrainerOptions options)
    : workspace_(std::make_unique<Workspace>(data, graph, std::move(specs), std::move(options))) {}
Trainer::~Trainer() = default;
Trainer::Trainer(Trainer&&) noexcept = default;
Trainer& Trainer::operator=(Trainer&&) noexcept = default;

const std::vector<FitSpec>& Trainer::specs() const { return workspace_->specs(); }
const Dataset& Trainer::data() const { return workspace_->data(); }
Response Trainer::response() const { return workspace_->loss().traits().response; }
std::span<const double> Trainer::target() const { return workspace_->target().values; }
std::span<const double> Trainer::weights() const { return workspace_->data().weights; }
const std::vector<std::string>& Trainer::classes() const { return workspace_->target().classes; }

std::vector<std::string> Trainer::notes() const { return workspace_->notes(specs().front()); }

std::vector<RowIndex> Trainer::used_rows() const {
  std::vector<RowIndex> rows;
  for (RowIndex row = 0; row < data().design->rows(); ++row) {
    if (weights().empty() || weights()[static_cast<std::size_t>(row)] > 0.0) rows.push_back(row);
  }
  return rows;
}

std::vector<Fit> Trainer::fit_path(Rows rows, std::uint64_t trial,
                                   const std::function<bool()>& cancelled) const {
  return workspace_->fit_path(rows, trial, cancelled);
}
Fit Trainer::refit(std::size_t spec, const std::function<bool()>& cancelled) const {
  return workspace_->refit(spec, cancelled);
}
Fit Trainer::fit(const FitHooks& hooks) const { return workspace_->fit(hooks); }

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
  const bool is_constant = std::all_of(x.support.begin(), x.support.end(), [&x](NodeId feature) {
    return x.w[static_cast<std::size_t>(feature)] == 0.0;
  });
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
    const auto j = static_cast<std::size_t>(feature);
    const double mean = fit.standardization ? fit.standardization->mean[j] : 0.0;
    const double scale = fit.standardization ? fit.standardization->scale[j] : 1.0;
    const double factor = point.w[j] / scale;
    design.gather(rows, {&feature, 1}, column);
    for (std::size_t k = 0; k < rows.size(); ++k) predictors[k] += (column[k] - mean) * factor;
  }
  for (double& predictor : predictors) predictor += point.intercept;
  return predictors;
}

}  // namespace graphsparse
