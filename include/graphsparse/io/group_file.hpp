// Disjoint groups of features from a file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graphsparse/baseline/latent_groups.hpp"
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

// Groups of features that may overlap, such as pathways, from a file.

struct NamedGroups {
  LatentGroups groups;
  std::vector<std::string> names;     // of the groups, in the order of the file
  std::int64_t unknown_members = 0;   // members that are no features, left out
  std::int64_t empty_groups = 0;      // groups without any feature, left out
  std::int64_t repeated_members = 0;  // counted once

  // For people: what was left out, in one line; empty where nothing was.
  std::string describe(const std::string& spec) const;
};

// `feature<TAB>group` lines (.csv: commas), a feature in as many groups as it likes;
// FILE:FEATURES,GROUPS picks columns of a table with a header by name; FILE:GROUPS one, the
// features being in the first; .gmt: a group a line, with its name, a description and its members.
// A member that is no feature of the data is bad input unless `ignore_unknown`. Throws InputError.
NamedGroups read_latent_groups(const std::string& spec, const Dataset& data,
                               bool ignore_unknown = false);

}  // namespace graphsparse
