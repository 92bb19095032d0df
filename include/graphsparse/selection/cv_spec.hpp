// What a cross-validation is asked for, and grids of settings, as `--grid` tells them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graphsparse/core/fit_spec.hpp"
#include "graphsparse/fit/trainer.hpp"
#include "graphsparse/selection/cross_validation.hpp"
#include "graphsparse/selection/metrics.hpp"

namespace graphsparse {

// One point of a grid: option names with their values, in the order of the grid's axes.
struct Setting {
  std::vector<std::pair<std::string, double>> values;

  std::optional<double> find(std::string_view name) const;
  double value_or(std::string_view name, double otherwise) const;

  // "sparsity=10 l2=0.001".
  std::string describe() const;

  bool operator==(const Setting&) const = default;
};

struct GridAxis {
  std::string name;
  std::vector<double> values;  // distinct
};

// "sparsity=10:100:5" (first, last, step; both ends belong to it, the step is 1 where it is left
// out), "l2=1e-3,1e-4", or pieces of both. Throws InputError.
GridAxis parse_grid_axis(std::string_view text);

// All combinations; the last axis runs fastest. Throws InputError for a name that is there twice or
// not among `known`, an axis without values, and grids beyond a million points.
std::vector<Setting> make_settings(const std::vector<GridAxis>& axes,
                                   std::span<const std::string> known);

struct CvSpec {
#define GRAPHSPARSE_OPTION(type, field, value, ...) type field = value;  // NOLINT
#include "graphsparse/selection/cv_option_records.hpp"
};

std::span<const OptionRecord> cv_option_table();

// The metric asked for, or the response's own. Throws InputError where it is for classes alone and
// there are none.
const Metric& choose_metric(const CvSpec& spec, Response response);

// All points of the grid, given as `--grid` tells them. Throws InputError naming what a grid may
// have.
std::vector<Setting> parse_grid(const std::vector<std::string>& texts, const FitSpec& spec);

// What the two say of folds, and of the way through the settings.
CrossValidationPlan make_plan(const CvSpec& cv, const FitSpec& spec, Response response,
                              std::int64_t threads);
TrainerOptions make_trainer_options(const CvSpec& cv, const FitSpec& spec);

// One spec per setting: the spec with the setting's values, checked.
std::vector<FitSpec> apply_settings(const FitSpec& spec, std::span<const Setting> settings);

}  // namespace graphsparse
