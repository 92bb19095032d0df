#include "selection/fold_parts.hpp"

#include <fmt/format.h>

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

}  // namespace graphsparse
