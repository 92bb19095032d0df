#include "selection/fold_parts.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>

#include "graphsparse/core/error.hpp"
#include "graphsparse/selection/folds.hpp"

namespace graphsparse {
namespace {

void require_one_a_row(std::size_t count, const char* what, const DesignMatrix& design) {
  if (static_cast<RowIndex>(count) == design.rows()) return;
  throw InputError(fmt::format("{} {} for {} rows", count, what, design.rows()));
}

}  // namespace

FoldParts::FoldParts(const CrossValidationData& data, const CrossValidationPlan& plan)
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
    const bool is_used = data.weights.empty() || data.weights[static_cast<std::size_t>(row)] > 0.0;
    if (is_used) rows_.push_back(row);
  }
}

std::vector<std::vector<RowIndex>> FoldParts::folds_of(Rows rows, std::int64_t folds,
                                                       std::int64_t repeat,
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

FoldPart FoldParts::part(const FoldTask& task) const {
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

void FoldParts::check() const {
  for (std::int64_t repeat = 0; repeat < plan_.repeats; ++repeat) {
    for (std::int64_t fold = 0; fold < plan_.folds; ++fold) {
      part({repeat, fold, plan_.nested ? 0 : FoldTask::kOuter});
    }
  }
}

namespace {

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

}  // namespace

std::string name_of(const FoldTask& task) {
  std::string name = fmt::format("repeat={} fold={}", task.repeat, task.fold);
  if (!task.is_outer()) name += fmt::format(" inner={}", task.inner);
  return name;
}

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

}  // namespace graphsparse
