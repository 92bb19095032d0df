#include "graphsparse/selection/cross_validation.hpp"

#include <cmath>
#include <memory>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "selection/fold_parts.hpp"
#include "selection/fold_record.hpp"
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

Support nonzero_support(const Point& point) {
  Support support;
  for (const NodeId feature : point.support) {
    if (point.w[static_cast<std::size_t>(feature)] != 0.0) support.push_back(feature);
  }
  return support;
}

// What every task needs.
struct Folding {
  const CrossValidationData& data;
  const CrossValidationPlan& plan;
  std::span<const Setting> settings;
  const FoldParts& parts;
  std::vector<FoldTask> tasks;
};

FoldOutcome do_task(const Folding& folding, const FoldTask& task, Learner& learner,
                    const Cancelled& cancelled) {
  const CrossValidationData& data = folding.data;
  const FoldPart part = folding.parts.part(task);
  TrainingSet training{data.design, data.target, data.weights, part.training};
  training.seed = folding.plan.seed;
  training.trial = part.trial;
  training.cancelled = cancelled;
  const std::vector<Fitted> fitted = learner.fit(training, folding.settings);
  FoldOutcome outcome{task, {}, {}, {}};
  if (cancelled()) return outcome;
  std::vector<double> target;
  for (const RowIndex row : part.test) target.push_back(data.target[static_cast<std::size_t>(row)]);
  for (const Fitted& one : fitted) {
    std::vector<double> predictors = predict(one, *data.design, part.test);
    Scores scores = score(data.response, predictors, target);
    const Support support = nonzero_support(one.x);
    scores.nonzeros = static_cast<double>(support.size());
    outcome.scores.push_back(scores);
    if (!task.is_outer()) continue;
    outcome.supports.push_back(support);
    outcome.predictors.push_back(std::move(predictors));
  }
  return outcome;
}

// The list refers to the folding.
TaskList<FoldOutcome> task_list(const Folding& folding, const LearnerFactory& make_learner) {
  TaskList<FoldOutcome> list;
  for (const FoldTask& task : folding.tasks) list.names.push_back(name_of(task));
  list.make_worker = [&] {
    return [&, learner = std::shared_ptr<Learner>(make_learner())](std::size_t task,
                                                                   const Cancelled& cancelled) {
      return do_task(folding, folding.tasks[task], *learner, cancelled);
    };
  };
  list.encode = encode_outcome;
  list.decode = [&](std::size_t number, RecordReader& record) {
    const FoldTask& task = folding.tasks[number];
    OutcomeShape shape{folding.settings.size(), folding.data.design->columns(), 0};
    if (task.is_outer()) shape.test_rows = folding.parts.part(task).test.size();
    return decode_outcome(task, shape, record);
  };
  list.may_be_task = [&](std::string_view name) {
    return may_name_task(name, folding.plan.folds, folding.parts.inner_folds());
  };
  return list;
}

}  // namespace

Spread spread_of(std::vector<double> values) {
  Spread spread;
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
                                     const CrossValidationPlan& plan,
                                     std::span<const Setting> settings,
                                     const LearnerFactory& make_learner, const WorkHooks& hooks) {
  if (settings.empty()) throw InputError("the grid is empty: there is nothing to choose from");
  const FoldParts parts(data, plan);
  parts.check();
  const Folding folding{data, plan, settings, parts, list_tasks(plan, parts)};
  const auto outcomes = run_tasks(task_list(folding, make_learner), plan.threads, hooks);
  if (!outcomes) return {};
  return summarize(data, plan, parts, settings.size(), *outcomes);
}

Fitted refit(const CrossValidationData& data, const CrossValidationPlan& plan,
             std::span<const Setting> settings, std::size_t chosen, Learner& learner) {
  const FoldParts parts(data, plan);
  TrainingSet training{data.design, data.target, data.weights, parts.rows()};
  training.seed = plan.seed;
  return std::move(learner.fit(training, settings)[chosen]);
}

}  // namespace graphsparse
