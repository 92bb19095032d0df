// Disjoint groups of features from a file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graphsparse/io/data_file.hpp"

namespace graphsparse {

struct FeatureGroups {
  std::vector<std::int32_t> group;  // of each feature, numbered in the order of the features; -1:
                                    // in no group
  std::vector<std::string> names;   // of the groups
  std::int64_t features_without_group = 0;
  std::int64_t lines_without_feature = 0;
};

// `feature<TAB>group` lines (.csv: commas), or columns of a table: FILE:GROUP_COLUMN with the
// features in the first one. Throws InputError.
FeatureGroups read_groups(const std::string& spec, const Dataset& data);

}  // namespace graphsparse
