#include "selection/summary.hpp"

#include <cmath>
#include <numeric>
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

// What the outcomes of some tasks say of the settings: a row per setting, a value per task.
struct Table {
  std::vector<std::vector<double>> scores;
  std::vector<std::vector<double>> nonzeros;
};

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Of the mean over the folds. Repeats test the same samples again and do not make it smaller.
double standard_error(const std::vector<double>& values, double folds) {
  const double mean = mean_of(values);
  double squares = 0.0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1) / folds);
}

// The fewest features of those that one standard error does not tell from the best; of equal ones
// the better score, then the first.
std::size_t simplest_near(std::size_t best, const std::vector<double>& means, const Table& table,
                          double folds, const Metric& metric) {
  if (table.scores[best].size() < 2) return best;
  const double error = standard_error(table.scores[best], folds);
  const double limit = means[best] + (metric.larger_is_better ? -error : error);
  std::size_t chosen = best;
  double fewest = mean_of(table.nonzeros[best]);
  for (std::size_t i = 0; i < means.size(); ++i) {
    if (std::isnan(means[i]) || metric.is_better(limit, means[i])) continue;
    const double count = mean_of(table.nonzeros[i]);
    const bool is_better_of_equals = count == fewest && metric.is_better(means[i], means[chosen]);
    if (count < fewest || is_better_of_equals) {
      chosen = i;
      fewest = count;
    }
  }
  return chosen;
}

class Summary {
 public:
  Summary(const Metric& metric, const CrossValidationPlan& plan, std::size_t settings,
          const std::vector<FoldOutcome>& outcomes)
      : metric_(metric), plan_(plan), settings_(settings), outcomes_(outcomes) {}

  std::size_t chosen(const std::vector<double>& means, std::size_t best) const {
    if (!plan_.one_se) return best;
    Table table = make_table();
    for (const FoldOutcome& outcome : outcomes_) {
      if (outcome.task.is_outer()) add(outcome, table);
    }
    return simplest_near(best, means, table, static_cast<double>(plan_.folds), metric_);
  }

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
    Table table = make_table();
    for (std::size_t k = outer + 1; k < outcomes_.size() && !outcomes_[k].task.is_outer(); ++k) {
      add(outcomes_[k], table);
    }
    std::vector<double> means;
    for (const std::vector<double>& scores : table.scores) means.push_back(mean_of(scores));
    const std::size_t best = best_of(means, metric_);
    if (!plan_.one_se) return best;
    const auto folds = static_cast<double>(table.scores.front().size());
    return simplest_near(best, means, table, folds, metric_);
  }

 private:
  Table make_table() const {
    return {std::vector<std::vector<double>>(settings_),
            std::vector<std::vector<double>>(settings_)};
  }

  void add(const FoldOutcome& outcome, Table& table) const {
    for (std::size_t i = 0; i < settings_; ++i) {
      table.scores[i].push_back(value(outcome, i));
      table.nonzeros[i].push_back(outcome.scores[i].nonzeros);
    }
  }

  double value(const FoldOutcome& outcome, std::size_t setting) const {
    return outcome.scores[setting].*metric_.value;
  }

  const Metric& metric_;
  const CrossValidationPlan& plan_;
  std::size_t settings_;
  const std::vector<FoldOutcome>& outcomes_;
};

}  // namespace

CrossValidationResult summarize(const CrossValidationData& data, const CrossValidationPlan& plan,
                                const FoldParts& parts, std::size_t settings,
                                const std::vector<FoldOutcome>& outcomes) {
  const Metric& metric = plan.metric == nullptr ? default_metric(data.response) : *plan.metric;
  const Summary summary(metric, plan, settings, outcomes);
  CrossValidationResult result;
  result.is_complete = true;
  result.scores = summary.outer_scores();
  std::vector<double> means;
  for (const MeanStd& spread : result.scores) means.push_back(spread.mean);
  result.best_mean = best_of(means, metric);
  result.best = summary.chosen(means, result.best_mean);
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
