// The options that say what to cross-validate and how.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli_fwd.hpp"
#include "fit_options.hpp"
#include "fit_problem.hpp"
#include "graphsparse/selection/cross_validation.hpp"
#include "graphsparse/selection/learner.hpp"
#include "graphsparse/selection/metrics.hpp"

namespace graphsparse::cli {

struct CvOptions {
  FitOptions fit;
  std::vector<std::string> grid;
  std::int64_t folds = 5;
  std::int64_t repeats = 1;
  bool nested = false;
  std::int64_t inner_folds = 0;  // 0: as many as outer ones
  std::string groups;            // of samples
  std::string metric;
  std::string row_order;  // empty: stratified, or as published
  bool cold_start = false;
  bool as_published = false;

  // Checks what needs no file and fills in what was not given. Throws UsageError or InputError.
  void settle(std::uint64_t seed);

  // All points of the grid.
  std::vector<Setting> settings() const;
  Response response() const;
  const Metric& chosen_metric() const;
};

// All options of a fit but --start, with --groups for samples and --feature-groups for features.
void add_cv_options(CLI::App& app, CvOptions& options);

// The number of the group of each sample; empty without --groups. Throws InputError.
std::vector<std::int32_t> read_sample_groups(const CvOptions& options, FitProblem& problem);

}  // namespace graphsparse::cli
