// What repeated searches from different starts tell about a fit.
#pragma once

#include <cstdint>
#include <string>

namespace graphsparse {

struct RestartStatistics {
  std::int64_t runs = 1;  // that were made
  std::int64_t hits = 1;  // that ended at the best objective, within 1e-6 of it
  double overlap = 1.0;   // mean Jaccard index of two supports within 1 % of the best objective
  double best_objective = 0.0;  // of all runs
  bool is_average = false;      // the model stands for the average of the runs, not for the best

  bool operator==(const RestartStatistics&) const = default;
};

// A sentence of warning where chance decided the support; empty where it did not, or where a single
// run cannot tell.
std::string restart_warning(const RestartStatistics& statistics);

// The number of runs that `effort` stands for: quick, normal, thorough or a number. Throws
// InputError.
std::int64_t runs_of_effort(const std::string& effort);

}  // namespace graphsparse
