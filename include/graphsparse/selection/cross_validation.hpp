// Cross-validation over a grid of settings, plain or nested.
//
// All work consists of tasks of one kind: fit every setting on one training part, score each on the
// one test part. A task (repeat, outer fold) gives the plain scores; with nested selection the
// training part of each outer fold is cut once more, and tasks (repeat, outer fold, inner fold) say
// which setting the outer fold's model is to have. What follows is arithmetic on outcomes, so that
// neither the number of threads nor an interruption can change a result.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "graphsparse/core/types.hpp"
#include "graphsparse/data/design_matrix.hpp"
#include "graphsparse/fit/trainer.hpp"
#include "graphsparse/selection/metrics.hpp"
#include "graphsparse/work/tasks.hpp"

namespace graphsparse {

struct CrossValidationData {
  const DesignMatrix* design = nullptr;
  std::span<const double> target;
  std::span<const double> weights = {};       // rows of weight 0 are in no part
  std::span<const std::int32_t> groups = {};  // samples of one group are never in two folds
  Response response = Response::classes;
};

struct CrossValidationPlan {
  std::int64_t folds = 5;
  std::int64_t repeats = 1;
  bool nested = false;
  std::int64_t inner_folds = 0;    // 0: as many as outer ones
  const Metric* metric = nullptr;  // null: the response's default
  // Choose the fewest features within one standard error of the best mean, not the best mean.
  bool one_se = false;
  std::uint64_t seed = 0;
  std::int64_t threads = 1;  // 0: as many as the machine has cores
};

struct FoldTask {
  static constexpr std::int64_t kOuter = -1;

  std::int64_t repeat = 0;
  std::int64_t fold = 0;
  std::int64_t inner = kOuter;

  bool is_outer() const { return inner == kOuter; }
  bool operator==(const FoldTask&) const = default;
};

struct FoldOutcome {
  FoldTask task;
  std::vector<Scores> scores;       // one per setting
  std::vector<std::size_t> failed;  // settings whose fit found nothing better than its start
  // Of outer tasks alone, one a setting.
  std::vector<Support> supports;
  std::vector<std::vector<double>> predictors;  // of the test rows, in their order
};

struct MeanStd {
  double mean = 0.0;
  double deviation = 0.0;  // of the population, as in the paper's tables
  std::vector<double> values;
};
MeanStd spread_of(std::vector<double> values);

// The model of an outer fold.
struct OuterModel {
  std::int64_t repeat = 0;
  std::int64_t fold = 0;
  std::size_t setting =
      0;  // selected inside the training part, or the best of all where not nested
  Scores scores;
  Support support;
  std::vector<RowIndex> test_rows;
  std::vector<double> predictors;  // of the test rows
};

struct CrossValidationResult {
  bool is_complete = false;           // false: cancelled, and nothing below is filled in
  std::vector<MeanStd> scores;        // of the metric, one a setting, over repeats and folds
  std::size_t best = 0;               // the setting that is chosen: the best mean, or by one_se
  std::size_t best_mean = 0;          // the setting with the best mean; the first of equal ones
  std::vector<OuterModel> outer;      // by repeat and fold
  std::vector<double> stability;      // for each feature the share of outer models that select it
  std::vector<FoldOutcome> failures;  // of tasks with failed fits; without predictions
};

// Every task there is, in a fixed order. Throws InputError where a fold cannot be made.
std::vector<FoldTask> make_tasks(const CrossValidationData& data, const CrossValidationPlan& plan);

// Fits all settings on these rows; `trial` tells random streams apart.
using FitPart =
    std::function<std::vector<Fit>(Rows rows, std::uint64_t trial, const Cancelled& cancelled)>;

// A checkpoint's key must name the data, the settings and all of the plan but the number of
// repeats, whether it is nested, metric, one_se and the threads: with more repeats the same file
// goes on. Throws InputError; also what a fit throws.
CrossValidationResult cross_validate(const CrossValidationData& data,
                                     const CrossValidationPlan& plan, std::size_t settings,
                                     const FitPart& fit_part, const WorkHooks& hooks = {});

// Each spec of the trainer is a setting. Samples of one group are never in two folds; may be empty.
CrossValidationResult cross_validate(const Trainer& trainer, std::span<const std::int32_t> groups,
                                     const CrossValidationPlan& plan, const WorkHooks& hooks = {});

}  // namespace graphsparse
