// The convex baselines by name: what `--solver` accepts beside the solvers of the table in solver/.
#pragma once

#include <span>
#include <string_view>

namespace graphsparse {

struct BaselineRow {
  std::string_view name;
  std::string_view summary;
  std::string_view loss;
  bool has_groups;  // groups are penalized together; else features one by one
};

std::span<const BaselineRow> baseline_table();

// Null where no baseline has that name.
const BaselineRow* find_baseline(std::string_view name);

}  // namespace graphsparse
