#include "graphsparse/fit/trainer.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "fit/convex_fit.hpp"
#include "fit/fit.hpp"
#include "fit/forced_features.hpp"
#include "fit/method.hpp"
#include "fit/restarts.hpp"
#include "fit/training_part.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/fit/options.hpp"
#include "graphsparse/reference/projection_table.hpp"
#include "graphsparse/solver/hooks.hpp"
#include "graphsparse/structure/structure.hpp"
#include "solver/monitor.hpp"
#include "solver/sampler.hpp"

namespace graphsparse {
namespace {

double correlation(std::span<const double> a, std::span<const double> b) {
  const auto count = static_cast<double>(a.size());
  const double mean_a = std::accumulate(a.begin(), a.end(), 0.0) / count;
  const double mean_b = std::accumulate(b.begin(), b.end(), 0.0) / count;
  double products = 0.0;
  double squares_a = 0.0;
  double squares_b = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    products += (a[i] - mean_a) * (b[i] - mean_b);
    squares_a += (a[i] - mean_a) * (a[i] - mean_a);
    squares_b += (b[i] - mean_b) * (b[i] - mean_b);
  }
  return products / std::sqrt(squares_a * squares_b);
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
    forced_ = find_forced_features(data, specs_.front());
    if (inputs.has_graph) {
      if (auto rest = without_edges_at(*graph.graph, forced_.is_covariate)) {
        graph_.graph = std::move(rest);
      }
    }
    samples_ = {data.design.get(), target_.values,     data.weights,        loss_.get(),
                data.missing,      forced_.covariates, forced_.is_covariate};
    is_convex_ = graphsparse::is_convex(specs_.front());
    const bool has_root = !specs_.front().root.empty() && needs_graph(specs_.front());
    if (has_root) root_ = find_feature(data, "root", specs_.front().root);
    for (const FitSpec& spec : specs_) check_structure(spec);
  }

  const std::vector<FitSpec>& specs() const { return specs_; }
  const Dataset& data() const { return data_; }
  const Loss& loss() const { return *loss_; }
  const Target& target() const { return target_; }

  Fit fit(const FitHooks& hooks) const {
    const FitSpec& spec = specs_.front();
    const auto begin = std::chrono::steady_clock::now();
    const std::unique_ptr<const TrainingPart> owned = make_part(spec, hooks);
    const TrainingPart& part = *owned;
    Fit fit;
    if (is_convex_) {
      fit = fit_convex(part.problem(0.0), data_, spec, hooks.cancelled);
    } else {
      std::optional<Point> start;
      if (hooks.init != nullptr) start = make_start(*hooks.init, part);
      solve_spec(part, spec, hooks.trial, start ? &*start : nullptr, hooks, fit);
    }
    fit.standardization = part.standardization();
    fit.fill = part.fill();
    fit.covariates = forced_.covariates;
    if (!hooks.result_only) finish(part, spec, fit);
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
      fits[i].fill = part.fill();
      fits[i].covariates = forced_.covariates;
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
      fit.fill = whole.fill();
    } else {
      const std::vector<RowIndex> rows = graphsparse::used_rows(whole.problem());
      fit = std::move(fit_path(rows, 0, cancelled)[chosen]);
      measure(whole.problem(fit.l2), rows, fit.result);
    }
    finish(whole, spec, fit);
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
  std::unique_ptr<const TrainingPart> make_part(const FitSpec& spec, const FitHooks& hooks) const {
    auto whole = std::make_unique<const TrainingPart>(samples_, spec, hooks.threads);
    if (spec.row_order.empty() || spec.row_order == "as-given") return whole;
    const std::vector<RowIndex> rows = graphsparse::used_rows(whole->problem());
    return std::make_unique<const TrainingPart>(samples_, spec, rows, hooks.trial, hooks.threads);
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
    structure.sparsity = *spec.sparsity - static_cast<std::int64_t>(forced_.always.size());
    structure.slack = *spec.slack;
    structure.components = spec.components;
    structure.projection = &find_projection(spec.projection);
    structure.budget = spec.budget;
    structure.root = root_;
    if (spec.head == kBoostedHead) structure.head_factor = kBoostedFactor;
    if (options_.adjust_structure) options_.adjust_structure(structure);
    auto made = graphsparse::make_structure(structure, method.options());
    const Support forced = forced_.all();
    return forced.empty() ? std::move(made) : make_forced_structure(std::move(made), forced);
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

  static double penalty_of(const FitSpec& spec, const TrainingPart& part) {
    if (spec.l2) return *spec.l2;
    const Problem problem = part.problem(0.0);
    return penalty_by_size(problem, graphsparse::used_rows(problem), *spec.sparsity);
  }

  void solve_spec(const TrainingPart& part, const FitSpec& spec, std::uint64_t trial,
                  const Point* start, const FitHooks& hooks, Fit& fit) const {
    const Problem problem = part.problem(penalty_of(spec, part));
    const auto rows = static_cast<RowIndex>(graphsparse::used_rows(problem).size());
    const SolverOptions options = options_of(spec, rows, trial);
    fit.l2 = problem.l2;
    RunDiagnosis diagnosis(problem);
    const Observer observer = hooks.diagnose ? diagnosis.observer(hooks.observer) : hooks.observer;
    const RestartInput input{
        .problem = problem,
        .make_structure = [&] { return make_structure(spec); },
        .options = options,
        .edges = graph_.graph == nullptr ? 0 : graph_.graph->edge_count(),
        .runs = runs_of_effort(spec.effort),
        .time_limit = spec.time_limit,
        .consensus = spec.consensus,
        .threads = hooks.threads,
        .start = start,
        .observer = observer,
        .cancelled = hooks.cancelled,
        .progress = hooks.run_ended,
    };
    RestartOutcome outcome = run_restarts(input);
    fit.result = std::move(outcome.result);
    fit.restarts = outcome.statistics;
    fit.frequency = std::move(outcome.frequency);
    fit.probability = std::move(fit.result.probability);
    if (hooks.diagnose)
      fit.diagnosis = diagnosis.diagnose(fit.result.x, fit.result.block_size, *spec.sparsity);
  }

  std::vector<Fit> solve_path(const TrainingPart& part, std::uint64_t trial,
                              const std::function<bool()>& cancelled) const {
    FitHooks hooks;
    hooks.cancelled = cancelled;
    hooks.observer = [&cancelled](const Progress& progress) {
      const bool stop = progress.epoch_ended && cancelled && cancelled();
      return stop ? CallbackResult::stop : CallbackResult::proceed;
    };
    std::vector<Fit> fits(specs_.size());
    for (const PathStep& step : order_path(used_specs(part.rows()))) {
      if (cancelled && cancelled()) return fits;
      if (step.is_same) {
        fits[step.spec] = fits[*step.before];
        continue;
      }
      const bool is_warm = options_.warm_start && step.before.has_value();
      solve_spec(part, specs_[step.spec], trial, is_warm ? &fits[*step.before].result.x : nullptr,
                 hooks, fits[step.spec]);
    }
    return fits;
  }

  // With what their solver does not use left out.
  std::vector<FitSpec> used_specs(RowIndex rows) const {
    std::vector<FitSpec> specs = specs_;
    for (FitSpec& spec : specs) {
      const bool has_blocks = (uses_of(spec) & kUsedByBlocks) != 0;
      spec.block_size = has_blocks ? options_of(spec, rows, 0).block_size : 0;
      spec.blocks = 0;
    }
    return specs;
  }

  // A feature that is the target itself but for its scale was probably made from it.
  std::string note_on_copy(const TrainingPart& part, const Fit& fit) const {
    if (data_.design->share() != nullptr) return {};
    const Problem& problem = part.problem();
    const std::vector<RowIndex> rows = graphsparse::used_rows(problem);
    const Support selected = selected_features(fit.result.x.support, forced_.covariates);
    constexpr std::size_t fewest_rows = 3;  // two lie on a line whatever they are
    if (rows.size() < fewest_rows) return {};
    std::vector<double> target;
    for (const RowIndex row : rows) target.push_back(problem.target[row]);
    std::vector<double> values(rows.size());
    for (const NodeId feature : selected) {
      problem.design->gather(rows, {&feature, 1}, values);
      constexpr double one = 1.0 - 1e-12;
      if (!(std::abs(correlation(values, target)) >= one)) continue;
      return fmt::format(
          "the {} selected, '{}', is the target itself but for its scale; if it was made from it, "
          "leave it out with `drop_columns`",
          selected.size() == 1 ? "only feature" : "feature", data_.feature_name(feature));
    }
    return {};
  }

  void finish(const TrainingPart& part, FitSpec spec, Fit& fit) const {
    if (!is_convex_) spec.l2 = fit.l2;
    complete({data_, graph_, target_.classes, spec, forced_.covariates},
             part.problem(spec.l2.value_or(0.0)), fit);
    fit.notes = notes(spec);
    const std::string copy = note_on_copy(part, fit);
    if (!copy.empty()) fit.notes.push_back(copy);
    const std::string warning = fit.restarts ? restart_warning(*fit.restarts) : std::string();
    if (!warning.empty()) fit.notes.push_back(warning);
  }

  const Dataset& data_;
  FeatureGraph graph_;  // shared, but for covariates that were nodes
  TrainerOptions options_;
  ForcedFeatures forced_;
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
    if (weights().empty() || weights()[row] > 0.0) rows.push_back(row);
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

}  // namespace graphsparse
