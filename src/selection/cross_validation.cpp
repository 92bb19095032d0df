#include "graphsparse/selection/cross_validation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "selection/fold_parts.hpp"
#include "selection/summary.hpp"

namespace graphsparse {
namespace {

std::vector<FoldTask> list_tasks(const CrossValidationPlan& plan, const FoldParts& parts) {
  std::vector<FoldTask> tasks;
  const std::int64_t last_inner = plan.nested ? parts.inner_folds() : 0;
  for (std::int64_t repeat = 0; repeat < plan.repeats; ++repeat) {
    for (std::int64_t fold = 0; fold < plan.folds; ++fold) {
      for (std::int64_t inner = FoldTask::kOuter; inner < last_inner; ++inner) {
        tasks.push_back({repeat, fold, inner});
      }
    }
  }
  return tasks;
}

// Covariates are given, not selected.
Support nonzero_support(const Fit& fit) {
  const Point& point = fit.result.x;
  Support support;
  for (const NodeId feature : point.support) {
    const bool is_given = std::binary_search(fit.covariates.begin(), fit.covariates.end(), feature);
    if (!is_given && point.w[static_cast<std::size_t>(feature)] != 0.0) support.push_back(feature);
  }
  return support;
}

// What every task needs.
struct Folding {
  const CrossValidationData& data;
  const CrossValidationPlan& plan;
  std::size_t settings;
  const FoldParts& parts;
  std::vector<FoldTask> tasks;
};

FoldOutcome do_task(const Folding& repeat, const FoldTask& task, const FitPart& fit_part,
                    const Cancelled& cancelled) {
  const CrossValidationData& data = repeat.data;
  const FoldPart part = repeat.parts.part(task);
  const std::vector<Fit> fits = fit_part(part.training, part.trial, cancelled);
  FoldOutcome outcome{task, {}, {}, {}, {}};
  if (cancelled()) return outcome;
  std::vector<double> target;
  for (const RowIndex row : part.test) target.push_back(data.target[static_cast<std::size_t>(row)]);
  for (const Fit& one : fits) {
    if (one.has_failed()) outcome.failed.push_back(outcome.scores.size());
    std::vector<double> predictors = predict_linear(one, *data.design, part.test);
    Scores scores = score(data.response, predictors, target);
    const Support support = nonzero_support(one);
    scores.nonzeros = static_cast<double>(support.size());
    outcome.scores.push_back(scores);
    if (!task.is_outer()) continue;
    outcome.supports.push_back(support);
    outcome.predictors.push_back(std::move(predictors));
  }
  return outcome;
}

// The list refers to the repeat.
TaskList<FoldOutcome> task_list(const Folding& repeat, const FitPart& fit_part) {
  TaskList<FoldOutcome> list;
  for (const FoldTask& task : repeat.tasks) list.names.push_back(name_of(task));
  list.make_worker = [&] {
    return [&](std::size_t task, const Cancelled& cancelled) {
      return do_task(repeat, repeat.tasks[task], fit_part, cancelled);
    };
  };
  list.encode = encode_outcome;
  list.decode = [&](std::size_t number, RecordReader& record) {
    const FoldTask& task = repeat.tasks[number];
    OutcomeShape shape{repeat.settings, repeat.data.design->columns(), 0};
    if (task.is_outer()) shape.test_rows = repeat.parts.part(task).test.size();
    return decode_outcome(task, shape, record);
  };
  list.may_be_task = [&](std::string_view name) {
    return may_name_task(name, repeat.plan.folds, repeat.parts.inner_folds());
  };
  return list;
}

}  // namespace

MeanStd spread_of(std::vector<double> values) {
  MeanStd spread;
  const auto count = static_cast<double>(values.size());
  for (const double value : values) spread.mean += value / count;
  double squares = 0.0;
  for (const double value : values) squares += (value - spread.mean) * (value - spread.mean);
  spread.deviation = std::sqrt(squares / count);
  spread.values = std::move(values);
  return spread;
}

std::vector<FoldTask> make_tasks(const CrossValidationData& data, const CrossValidationPlan& plan) {
  const FoldParts parts(data, plan);
  parts.check();
  return list_tasks(plan, parts);
}

CrossValidationResult cross_validate(const CrossValidationData& data,
                                     const CrossValidationPlan& plan, std::size_t settings,
                                     const FitPart& fit_part, const WorkHooks& hooks) {
  if (settings == 0) throw InputError("the grid is empty: there is nothing to choose from");
  const FoldParts parts(data, plan);
  parts.check();
  const Folding repeat{data, plan, settings, parts, list_tasks(plan, parts)};
  const auto outcomes = run_tasks(task_list(repeat, fit_part), plan.threads, hooks);
  if (!outcomes) return {};
  return summarize(data, plan, parts, settings, *outcomes);
}

CrossValidationResult cross_validate(const Trainer& trainer, std::span<const std::int32_t> groups,
                                     const CrossValidationPlan& plan, const WorkHooks& hooks) {
  const CrossValidationData data{trainer.data().design.get(), trainer.target(), trainer.weights(),
                                 groups, trainer.response()};
  const FitPart fit_part = [&](Rows rows, std::uint64_t trial, const Cancelled& cancelled) {
    return trainer.fit_path(rows, trial, cancelled);
  };
  return cross_validate(data, plan, trainer.specs().size(), fit_part, hooks);
}

}  // namespace graphsparse
