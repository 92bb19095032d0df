// What a cross-validation is asked for.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graphsparse/core/fit_spec.hpp"
#include "graphsparse/fit/trainer.hpp"
#include "graphsparse/selection/cross_validation.hpp"
#include "graphsparse/selection/grid.hpp"
#include "graphsparse/selection/metrics.hpp"

namespace graphsparse {

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
