#include "graphsparse/io/group_file.hpp"

#include <cstddef>

#include "io/column_file.hpp"
#include "io/distinct_names.hpp"
#include "io/input_file.hpp"
#include "io/name_table.hpp"
#include "io/no_common_feature.hpp"

namespace graphsparse {
namespace {

bool is_feature(const Dataset& data, const std::string& name) {
  for (NodeId feature = 0; feature < data.design->columns(); ++feature) {
    if (data.feature_name(feature) == name) return true;
  }
  return false;
}

}  // namespace

FeatureGroups read_groups(const std::string& spec, const Dataset& data) {
  io::FileColumn column = io::read_file_column(spec, {});
  if (column.column_count < 2) {
    io::fail_in(column.source, "one column; expected two: a feature and its group");
  }
  // A first line that begins with a feature is no header, and neither is the only one.
  const bool is_no_header = column.values.empty() || is_feature(data, column.id_name);
  if (column.has_doubtful_header && is_no_header) column.take_header_as_value();
  if (column.ids.empty()) {
    io::fail_in(column.source, "no features beside the groups; expected lines 'feature group'");
  }
  const io::NameTable listed = io::number_distinct_names(
      column.ids, "feature", [&](std::size_t i) { return column.where(i); });

  FeatureGroups result;
  io::NameTable groups;
  std::int64_t found = 0;
  for (NodeId feature = 0; feature < data.design->columns(); ++feature) {
    const NodeId entry = listed.find(data.feature_name(feature));
    result.group.push_back(
        entry == kNoNode ? -1 : groups.intern(column.values[static_cast<std::size_t>(entry)]));
    (entry == kNoNode ? result.features_without_group : found) += 1;
  }
  if (found == 0) {
    io::fail_without_common_feature(data, column.source, column.ids.front(), column.values.front());
  }
  result.lines_without_feature = static_cast<std::int64_t>(column.ids.size()) - found;
  result.names = groups.take_names();
  return result;
}

}  // namespace graphsparse
