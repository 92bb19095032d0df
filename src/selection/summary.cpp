#include "selection/summary.hpp"

#include <cmath>
#include <utility>

namespace graphsparse {
namespace {

// The first of the best; NaN is worse than anything.
std::size_t best_of(const std::vector<double>& means, const Metric& metric) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < means.size(); ++i) {
    const bool is_first_number = std::isnan(means[best]) && !std::isnan(means[i]);
    if (is_first_number || metric.is_better(means[i], means[best])) best = i;
  }
  return best;
}

class Summary {
 public:
  Summary(const Metric& metric, std::size_t settings, const std::vector<FoldOutcome>& outcomes)
      : metric_(metric), settings_(settings), outcomes_(outcomes) {}

  std::vector<MeanStd> outer_scores() const {
    std::vector<std::vector<double>> values(settings_);
    for (const FoldOutcome& outcome : outcomes_) {
      if (!outcome.task.is_outer()) continue;
      for (std::size_t i = 0; i < settings_; ++i) values[i].push_back(value(outcome, i));
    }
    std::vector<MeanStd> spreads;
    for (auto& one : values) spreads.push_back(spread_of(std::move(one)));
    return spreads;
  }

  // What the inner folds of an outer fold, whose outcomes follow upon its own, say.
  std::size_t selected(std::size_t outer) const {
    std::vector<double> sums(settings_, 0.0);
    for (std::size_t k = outer + 1; k < outcomes_.size() && !outcomes_[k].task.is_outer(); ++k) {
      for (std::size_t i = 0; i < settings_; ++i) sums[i] += value(outcomes_[k], i);
    }
    return best_of(sums, metric_);
  }

 private:
  double value(const FoldOutcome& outcome, std::size_t setting) const {
    return outcome.scores[setting].*metric_.value;
  }

  const Metric& metric_;
  std::size_t settings_;
  const std::vector<FoldOutcome>& outcomes_;
};

}  // namespace

CrossValidationResult summarize(const CrossValidationData& data, const CrossValidationPlan& plan,
                                const FoldParts& parts, std::size_t settings,
                                const std::vector<FoldOutcome>& outcomes) {
  const Metric& metric = plan.metric == nullptr ? default_metric(data.response) : *plan.metric;
  const Summary summary(metric, settings, outcomes);
  CrossValidationResult result;
  result.is_complete = true;
  result.scores = summary.outer_scores();
  std::vector<double> means;
  for (const MeanStd& spread : result.scores) means.push_back(spread.mean);
  result.best = best_of(means, metric);
  std::vector<double> counts(static_cast<std::size_t>(data.design->columns()), 0.0);
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    const FoldOutcome& outcome = outcomes[k];
    if (!outcome.task.is_outer()) continue;
    const std::size_t chosen = plan.nested ? summary.selected(k) : result.best;
    OuterModel model;
    model.repeat = outcome.task.repeat;
    model.fold = outcome.task.fold;
    model.setting = chosen;
    model.scores = outcome.scores[chosen];
    model.support = outcome.supports[chosen];
    model.predictors = outcome.predictors[chosen];
    model.test_rows = parts.part(outcome.task).test;
    for (const NodeId feature : model.support) counts[static_cast<std::size_t>(feature)] += 1.0;
    result.outer.push_back(std::move(model));
  }
  for (const FoldOutcome& outcome : outcomes) {
    if (!outcome.failed.empty()) {
      result.failures.push_back({outcome.task, {}, outcome.failed, {}, {}});
    }
  }
  for (double& count : counts) count /= static_cast<double>(result.outer.size());
  result.stability = std::move(counts);
  return result;
}

}  // namespace graphsparse
