#include "graphsparse/selection/cross_validation.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
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

class Workers {
 public:
  Workers(const CrossValidationData& data, const CrossValidationPlan& plan,
          std::span<const Setting> settings, const FoldParts& parts,
          const CrossValidationHooks& hooks)
      : data_(data),
        plan_(plan),
        settings_(settings),
        parts_(parts),
        hooks_(hooks),
        tasks_(list_tasks(plan, parts)),
        outcomes_(tasks_.size()) {
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      if (hooks_.known) outcomes_[i] = hooks_.known(tasks_[i]);
      if (!outcomes_[i]) open_.push_back(i);
    }
  }

  // One outcome a task; nothing where it was cancelled.
  std::optional<std::vector<FoldOutcome>> run(const LearnerFactory& make_learner) {
    const auto count = std::min(static_cast<std::size_t>(std::max<std::int64_t>(1, plan_.threads)),
                                std::max<std::size_t>(1, open_.size()));
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 1; i < count; ++i) threads.emplace_back([&] { work(make_learner); });
      work(make_learner);
    }
    if (failure_) std::rethrow_exception(failure_);
    std::vector<FoldOutcome> outcomes;
    for (auto& outcome : outcomes_) {
      if (!outcome) return std::nullopt;
      outcomes.push_back(std::move(*outcome));
    }
    return outcomes;
  }

 private:
  bool should_stop() const { return has_failed_ || (hooks_.cancelled && hooks_.cancelled()); }

  void work(const LearnerFactory& make_learner) noexcept {
    try {
      const std::unique_ptr<Learner> learner = make_learner();
      for (;;) {
        const std::size_t place = next_++;
        if (place >= open_.size() || should_stop()) return;
        const std::size_t i = open_[place];
        FoldOutcome outcome = do_task(tasks_[i], *learner);
        if (should_stop()) return;
        const std::lock_guard lock(mutex_);
        if (hooks_.finished) hooks_.finished(outcome);
        outcomes_[i] = std::move(outcome);
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      has_failed_ = true;
    }
  }

  FoldOutcome do_task(const FoldTask& task, Learner& learner) const {
    const FoldPart part = parts_.part(task);
    TrainingSet training{data_.design, data_.target, data_.weights, part.training};
    training.seed = plan_.seed;
    training.trial = part.trial;
    training.cancelled = [this] { return should_stop(); };
    const std::vector<Fitted> fitted = learner.fit(training, settings_);
    FoldOutcome outcome{task, {}, {}, {}};
    if (should_stop()) return outcome;
    std::vector<double> target;
    for (const RowIndex row : part.test) {
      target.push_back(data_.target[static_cast<std::size_t>(row)]);
    }
    for (const Fitted& one : fitted) {
      std::vector<double> predictors = predict(one, *data_.design, part.test);
      Scores scores = score(data_.response, predictors, target);
      const Support support = nonzero_support(one.x);
      scores.nonzeros = static_cast<double>(support.size());
      outcome.scores.push_back(scores);
      if (!task.is_outer()) continue;
      outcome.supports.push_back(support);
      outcome.predictors.push_back(std::move(predictors));
    }
    return outcome;
  }

  static Support nonzero_support(const Point& point) {
    Support support;
    for (const NodeId feature : point.support) {
      if (point.w[static_cast<std::size_t>(feature)] != 0.0) support.push_back(feature);
    }
    return support;
  }

  const CrossValidationData& data_;
  const CrossValidationPlan& plan_;
  std::span<const Setting> settings_;
  const FoldParts& parts_;
  const CrossValidationHooks& hooks_;
  std::vector<FoldTask> tasks_;
  std::vector<std::optional<FoldOutcome>> outcomes_;
  std::vector<std::size_t> open_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> has_failed_ = false;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

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
                                     const LearnerFactory& make_learner,
                                     const CrossValidationHooks& hooks) {
  if (settings.empty()) throw InputError("the grid is empty: there is nothing to choose from");
  const FoldParts parts(data, plan);
  parts.check();
  const auto outcomes = Workers(data, plan, settings, parts, hooks).run(make_learner);
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
