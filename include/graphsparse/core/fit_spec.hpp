// What a fit is asked for: every option there is, with its default. Options that are not given
// (empty optionals and texts, 0 where a number must be above it) are decided by the method.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graphsparse/core/option.hpp"

namespace graphsparse {

struct FitSpec {
#define GRAPHSPARSE_OPTION(type, field, value, ...) type field = value;  // NOLINT
#include "graphsparse/core/fit_option_records.hpp"

  bool operator==(const FitSpec&) const = default;
};

inline constexpr std::string_view kAuthorsProtocol = "authors";  // of `protocol`

// Bits of OptionRecord::used_by: what a method is.
inline constexpr unsigned kUsedByThresholding = 1U << 0;  // any that selects a number of features
inline constexpr unsigned kUsedByConvex = 1U << 1;
inline constexpr unsigned kUsedByGraphs = 1U << 2;  // supports are subgraphs
inline constexpr unsigned kUsedByGroups = 1U << 3;  // supports are groups of features
inline constexpr unsigned kUsedByBlocks = 1U << 4;  // stochastic
inline constexpr unsigned kUsedBySteps = 1U << 5;   // the step can be chosen
inline constexpr unsigned kUsedByGradientSteps = 1U << 6;

// The records of FitSpec, in a fixed order.
std::span<const OptionRecord> fit_option_table();

// By the name of the field or of the option; null where there is none.
const OptionRecord* find_fit_option(std::string_view name);

// Every option and its value, exact, for fingerprints.
std::vector<std::pair<std::string, std::string>> describe_options(const FitSpec& spec);

// The names of options that a grid may have: of convex solvers, which follow a path of penalties,
// or of all others.
std::vector<std::string> grid_option_names(bool of_convex_solvers);

}  // namespace graphsparse
