#include "graphsparse/selection/solver_learner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "selection/training_part.hpp"

namespace graphsparse {
namespace {

constexpr std::array<std::string_view, 9> kNames = {"sparsity",   "l2",         "blocks",
                                                    "block-size", "slack",      "components",
                                                    "step",       "max-epochs", "tolerance"};

// All that a setting decides.
struct Task {
  std::int64_t sparsity = 1;
  std::int64_t components = 1;
  double slack = 0.0;
  double l2 = 0.0;
  SolverOptions parts;

  // Same but for the sparsity: neighbours on a path.
  bool is_on_path_of(const Task& other) const {
    return components == other.components && slack == other.slack && l2 == other.l2 &&
           parts.block_size == other.parts.block_size &&
           parts.step_factor == other.parts.step_factor &&
           parts.max_epochs == other.parts.max_epochs && parts.tolerance == other.parts.tolerance;
  }
};

bool takes_all_rows(const SolverOptions& parts) {
  return parts.sampler == SamplerKind::all_rows || parts.loop == LoopKind::pursuit;
}

std::int64_t whole(const Setting& setting, std::string_view name, std::int64_t least,
                   std::int64_t otherwise) {
  const std::optional<double> value = setting.find(name);
  if (!value) return otherwise;
  if (*value != std::floor(*value) || *value < static_cast<double>(least) || *value > 1e15) {
    throw InputError(
        fmt::format("{} is {}; it must be a whole number, at least {}", name, *value, least));
  }
  return static_cast<std::int64_t>(*value);
}

double amount(const Setting& setting, std::string_view name, double otherwise) {
  const double value = setting.value_or(name, otherwise);
  if (value >= 0.0) return value;
  throw InputError(fmt::format("{} is {}; it must not be negative", name, value));
}

std::int64_t block_size(const Setting& setting, const SolverOptions& parts, RowIndex rows) {
  if (takes_all_rows(parts)) return 0;
  if (!setting.find("blocks")) return whole(setting, "block-size", 1, parts.block_size);
  if (setting.find("block-size")) {
    throw InputError("a grid over blocks and one over block-size exclude each other");
  }
  return block_size_for(rows, whole(setting, "blocks", 1, 1), parts.drop_remainder);
}

Task make_task(const Setting& setting, const SolverLearnerOptions& options, RowIndex rows) {
  Task task;
  task.sparsity = whole(setting, "sparsity", 1, options.model.sparsity);
  task.components = whole(setting, "components", 1, options.model.components);
  task.slack = amount(setting, "slack", options.model.slack);
  task.l2 = amount(setting, "l2", options.l2);
  task.parts = options.parts;
  task.parts.block_size = block_size(setting, options.parts, rows);
  task.parts.max_epochs = whole(setting, "max-epochs", 0, options.parts.max_epochs);
  task.parts.tolerance = amount(setting, "tolerance", options.parts.tolerance);
  if (const std::optional<double> step = setting.find("step")) {
    task.parts.step_factor = amount(setting, "step", *step);
    // As --step: random steps stay random, around another size.
    if (task.parts.step == StepKind::automatic) task.parts.step = StepKind::constant;
  }
  return task;
}

class SolverLearner final : public Learner {
 public:
  explicit SolverLearner(SolverLearnerOptions options)
      : options_(std::move(options)), kind_(find_solver(options_.solver).model) {
    if (kind_ == ModelKind::graph && options_.graph == nullptr) {
      throw InputError(fmt::format("the solver {} needs a graph", options_.solver));
    }
  }

  std::vector<Fitted> fit(const TrainingSet& training, std::span<const Setting> settings) override {
    const TrainingPart part(training, options_);
    std::vector<Task> tasks;
    for (const Setting& setting : settings) {
      tasks.push_back(make_task(setting, options_, part.rows()));
    }
    std::vector<std::size_t> order(tasks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return tasks[a].sparsity < tasks[b].sparsity;
    });
    std::vector<Fitted> fitted(tasks.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (training.cancelled && training.cancelled()) return fitted;
      const Task& task = tasks[order[i]];
      const Fitted* before = find_before(tasks, std::span(order).first(i), task, fitted);
      const bool is_known = before != nullptr && same_sparsity(tasks, fitted, *before, task);
      const Point* start = options_.warm_start && before != nullptr ? &before->x : nullptr;
      fitted[order[i]] = is_known ? *before : solve_task(training, part, task, start);
    }
    return fitted;
  }

 private:
  // The last point of the same path.
  static const Fitted* find_before(const std::vector<Task>& tasks,
                                   std::span<const std::size_t> done, const Task& task,
                                   const std::vector<Fitted>& fitted) {
    for (std::size_t i = done.size(); i-- > 0;) {
      if (tasks[done[i]].is_on_path_of(task)) return &fitted[done[i]];
    }
    return nullptr;
  }

  // Two settings that differ only in what the solver does not use, such as blocks.
  static bool same_sparsity(const std::vector<Task>& tasks, const std::vector<Fitted>& fitted,
                            const Fitted& before, const Task& task) {
    return tasks[static_cast<std::size_t>(&before - fitted.data())].sparsity == task.sparsity;
  }

  // Made anew for each fit: a model remembers where its last search ended, and a result must not
  // depend on what was fitted before.
  std::unique_ptr<SparsityModel> make_model(const Task& task, NodeId features) const {
    if (kind_ == ModelKind::top) return make_top_model(features, task.sparsity);
    if (kind_ == ModelKind::group) return make_group_model(options_.groups, task.sparsity);
    GraphModelOptions model = options_.model;
    model.sparsity = task.sparsity;
    model.components = task.components;
    model.slack = task.slack;
    // CoSaMP merges its head with the support and fits both: more than 2 s would fit anything.
    if (task.parts.loop == LoopKind::pursuit) model.head_low = 2 * task.sparsity;
    return make_graph_model(*options_.graph, model);
  }

  Fitted solve_task(const TrainingSet& training, const TrainingPart& part, const Task& task,
                    const Point* start) const {
    const Problem problem = part.problem(task.l2);
    const auto model = make_model(task, problem.features());
    SolverOptions parts = task.parts;
    parts.seed = training.seed;
    parts.trial = training.trial;
    const auto observe = [&training](const Progress& progress) {
      const bool stop = progress.epoch_ended && training.cancelled && training.cancelled();
      return stop ? Answer::stop : Answer::go_on;
    };
    Result result = solve(problem, *model, parts, start, observe);
    Fitted fitted;
    fitted.x = std::move(result.x);
    fitted.standardization = part.standardization();
    fitted.objective = result.objective;
    fitted.epochs = result.epochs;
    fitted.iterations = result.iterations;
    fitted.pcst_calls = result.pcst_calls;
    fitted.converged = result.termination == Termination::converged;
    return fitted;
  }

  SolverLearnerOptions options_;
  ModelKind kind_;
};

}  // namespace

std::span<const std::string_view> solver_setting_names() { return kNames; }

SolverLearnerOptions as_published(SolverLearnerOptions options) {
  options.loss = "logistic";
  options.class_weights = ClassWeights::published;
  options.row_order = RowOrder::classes_apart;
  options.warm_start = false;
  options.parts.step = StepKind::paper_backtracking;
  options.parts.plain_intercept = true;
  // Our projections take no head: it changes nothing measurable and would cost most of the time
  // (docs/cv.md).
  options.parts.head =
      options.parts.head || (options.model.projection.starts_with("paper") &&
                             find_solver(options.solver).model == ModelKind::graph);
  options.parts.drop_remainder = true;
  options.parts.keep_best = false;
  options.parts.max_epochs = kPublishedEpochs;
  options.parts.tolerance = 0.0;
  options.parts.patience = std::numeric_limits<std::int64_t>::max();
  return options;
}

std::unique_ptr<Learner> make_solver_learner(SolverLearnerOptions options) {
  return std::make_unique<SolverLearner>(std::move(options));
}

}  // namespace graphsparse
