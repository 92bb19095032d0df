#include "graphsparse/selection/cross_validation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/selection/folds.hpp"
#include "graphsparse/work/checkpoint.hpp"

namespace graphsparse {
namespace {

// The training and test rows of each task.

void require_one_a_row(std::size_t count, const char* what, const DesignMatrix& design) {
  if (static_cast<RowIndex>(count) == design.rows()) return;
  throw InputError(fmt::format("{} {} for {} rows", count, what, design.rows()));
}

struct FoldPart {
  std::vector<RowIndex> training;
  std::vector<RowIndex> test;
  std::uint64_t trial = 0;  // a number of its own, for random streams
};

// Makes parts when they are asked for, always the same ones: nothing of the size of the data is
// kept.
class FoldParts {
 public:
  FoldParts(const CrossValidationData& data, const CrossValidationPlan& plan)
      : data_(data),
        plan_(plan),
        inner_folds_(plan.inner_folds == 0 ? plan.folds : plan.inner_folds) {
    if (plan.repeats < 1) {
      throw InputError(fmt::format("repeats is {}; it must be at least 1", plan.repeats));
    }
    require_one_a_row(data.target.size(), "target values", *data.design);
    if (!data.weights.empty()) require_one_a_row(data.weights.size(), "weights", *data.design);
    if (!data.groups.empty()) require_one_a_row(data.groups.size(), "groups", *data.design);
    for (RowIndex row = 0; row < data.design->rows(); ++row) {
      const bool is_used = data.weights.empty() || data.weights[row] > 0.0;
      if (is_used) rows_.push_back(row);
    }
  }

  FoldPart part(const FoldTask& task) const {
    const auto cut = [](const std::vector<RowIndex>& rows,
                        const std::vector<std::vector<RowIndex>>& folds, std::int64_t fold) {
      const std::vector<RowIndex>& test = folds.at(static_cast<std::size_t>(fold));
      return FoldPart{rows_without(rows, test), test};
    };
    FoldPart part = cut(rows_, folds_of(rows_, plan_.folds, task.repeat, 0), task.fold);
    if (!task.is_outer()) {
      part = cut(part.training, folds_of(part.training, inner_folds_, task.repeat, task.fold + 1),
                 task.inner);
    }
    const std::int64_t number =
        (task.repeat * plan_.folds + task.fold) * (inner_folds_ + 1) + task.inner + 1;
    part.trial = static_cast<std::uint64_t>(number) + 1;  // 0 is the refit
    return part;
  }

  const std::vector<RowIndex>& rows() const { return rows_; }
  std::int64_t inner_folds() const { return inner_folds_; }

  // Throws InputError unless every part of every task can be made.
  void check() const {
    for (std::int64_t repeat = 0; repeat < plan_.repeats; ++repeat) {
      for (std::int64_t fold = 0; fold < plan_.folds; ++fold) {
        part({repeat, fold, plan_.nested ? 0 : FoldTask::kOuter});
      }
    }
  }

 private:
  std::vector<std::vector<RowIndex>> folds_of(Rows rows, std::int64_t folds, std::int64_t repeat,
                                              std::int64_t part) const {
    FoldRequest request;
    request.folds = folds;
    if (data_.response == Response::classes) request.classes = data_.target;
    request.groups = data_.groups;
    request.seed = plan_.seed;
    request.repeat = static_cast<std::uint64_t>(repeat);
    request.part = static_cast<std::uint64_t>(part);
    return make_folds(rows, request);
  }

  const CrossValidationData& data_;
  const CrossValidationPlan& plan_;
  std::int64_t inner_folds_;
  std::vector<RowIndex> rows_;
};

// The outcome of a fold as a record of a checkpoint.

constexpr std::array kScores = {
    &Scores::auc,      &Scores::balanced_error, &Scores::accuracy, &Scores::f1, &Scores::pr_auc,
    &Scores::log_loss, &Scores::brier,          &Scores::mse,      &Scores::r2, &Scores::nonzeros};

void require(bool is_true, const char* otherwise) {
  if (!is_true) throw InputError(otherwise);
}

// The number behind "name=", of which nothing is left then.
std::optional<std::int64_t> take_number_of(std::string_view name, std::string_view& text) {
  if (!text.starts_with(name)) return std::nullopt;
  text.remove_prefix(name.size());
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

void encode_model(const Support& support, const std::vector<double>& predictors,
                  RecordWriter& record) {
  record.add_count(support.size());
  for (const NodeId feature : support) record.add_whole(feature);
  record.add_count(predictors.size());
  for (const double value : predictors) record.add_number(value);
}

Support decode_support(NodeId features, RecordReader& record) {
  Support support(record.take_count(static_cast<std::size_t>(features)));
  NodeId last = kNoNode;
  for (NodeId& feature : support) {
    feature = static_cast<NodeId>(record.take_index(features));
    require(feature > last, "the features of a model are not in order");
    last = feature;
  }
  return support;
}

std::vector<double> decode_predictors(std::size_t rows, RecordReader& record) {
  std::vector<double> predictors(record.take_count(rows));
  require(predictors.size() == rows, "there is not one prediction for each sample");
  for (double& value : predictors) value = record.take_number();
  return predictors;
}

// "repeat=0 fold=2", "repeat=0 fold=2 inner=1".
std::string name_of(const FoldTask& task) {
  std::string name = fmt::format("repeat={} fold={}", task.repeat, task.fold);
  if (!task.is_outer()) name += fmt::format(" inner={}", task.inner);
  return name;
}

// Whether it is the name of a task of some number of repeats, nested or not.
bool may_name_task(std::string_view name, std::int64_t folds, std::int64_t inner_folds) {
  std::string_view left = name;
  const std::optional<std::int64_t> repeat = take_number_of("repeat=", left);
  const std::optional<std::int64_t> fold = take_number_of(" fold=", left);
  if (!repeat || !fold || *repeat < 0 || *fold < 0 || *fold >= folds) return false;
  FoldTask task{*repeat, *fold};
  if (!left.empty()) {
    task.inner = take_number_of(" inner=", left).value_or(FoldTask::kOuter);
    if (task.inner < 0 || task.inner >= inner_folds) return false;
  }
  return name == name_of(task);
}

void encode_outcome(const FoldOutcome& outcome, RecordWriter& record) {
  record.add_count(outcome.scores.size());
  for (std::size_t i = 0; i < outcome.scores.size(); ++i) {
    for (const auto score : kScores) record.add_number(outcome.scores[i].*score);
    if (outcome.task.is_outer()) encode_model(outcome.supports[i], outcome.predictors[i], record);
  }
  record.add_count(outcome.failed.size());
  for (const std::size_t setting : outcome.failed) record.add_count(setting);
}

// What an outcome of the task must look like.
struct OutcomeShape {
  std::size_t settings = 0;
  NodeId features = 0;
  std::size_t test_rows = 0;  // of outer tasks
};

// Throws InputError unless it has that shape.
FoldOutcome decode_outcome(const FoldTask& task, const OutcomeShape& shape, RecordReader& record) {
  FoldOutcome outcome{task, {}, {}, {}, {}};
  require(record.take_count(shape.settings) == shape.settings,
          "there is not one score per setting");
  for (std::size_t i = 0; i < shape.settings; ++i) {
    Scores scores;
    for (const auto score : kScores) scores.*score = record.take_number();
    require(scores.nonzeros >= 0.0 && scores.nonzeros <= shape.features,
            "the number of nonzeros is out of range");
    outcome.scores.push_back(scores);
    if (!task.is_outer()) continue;
    outcome.supports.push_back(decode_support(shape.features, record));
    outcome.predictors.push_back(decode_predictors(shape.test_rows, record));
    require(static_cast<double>(outcome.supports.back().size()) == scores.nonzeros,
            "the number of nonzeros is not that of the features");
  }
  outcome.failed.resize(record.take_count(shape.settings));
  for (std::size_t& setting : outcome.failed) {
    setting =
        static_cast<std::size_t>(record.take_index(static_cast<std::int64_t>(shape.settings)));
  }
  return outcome;
}

// From outcomes of tasks to what cross-validation says.

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

// Outcomes in the order of the tasks.
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
  std::vector<double> counts(data.design->columns(), 0.0);
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
    for (const NodeId feature : model.support) counts[feature] += 1.0;
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

// The tasks.

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
    if (!is_given && point.w[feature] != 0.0) support.push_back(feature);
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
  for (const RowIndex row : part.test) target.push_back(data.target[row]);
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
