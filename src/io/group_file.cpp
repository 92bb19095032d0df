#include "graphsparse/io/group_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

#include "io/edge_header.hpp"
#include "io/input_file.hpp"
#include "io/listing.hpp"
#include "io/name_table.hpp"
#include "io/table_reader.hpp"
#include "io/text.hpp"

namespace graphsparse {
namespace {

io::NameTable feature_table(const Dataset& data) {
  io::NameTable table;
  for (NodeId feature = 0; feature < data.design->columns(); ++feature) {
    table.intern(data.feature_name(feature));
  }
  return table;
}

// Groups, with the features as ids beside them.
io::FileColumn read_members(const std::string& spec, const std::string& feature_column,
                            const io::NameTable& features) {
  io::FileColumn column = io::read_file_column(spec, feature_column);
  if (column.column_count < 2) {
    io::fail_in(column.source, "one column; expected two: a feature and its group");
  }
  if (!feature_column.empty() && column.id_name != feature_column) {
    io::fail_in(column.source, fmt::format("no column is called {} beside the one with the groups",
                                           io::in_quotes(feature_column)));
  }
  // A first line that begins with a feature is no header, and neither is the only one.
  const bool is_no_header = column.values.empty() || features.find(column.id_name) != kNoNode;
  if (column.has_doubtful_header && is_no_header) column.take_header_as_value();
  if (column.ids.empty()) {
    io::fail_in(column.source, "no features beside the groups; expected lines 'feature group'");
  }
  return column;
}

}  // namespace

FeatureGroups read_groups(const std::string& spec, const Dataset& data) {
  const io::FileColumn column = read_members(spec, {}, feature_table(data));
  const io::NameTable listed = io::number_distinct_names(column.ids, "feature", [&](std::size_t i) {
    return column.where(static_cast<std::int64_t>(i));
  });

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

namespace {

// One member of one group, and where it says so.
struct Membership {
  std::string feature;
  std::string group;
  std::int64_t line = 0;
};

struct GroupFile {
  std::string source;
  std::vector<Membership> memberships;
};

GroupFile read_gmt(const std::string& path) {
  GroupFile file{path, {}};
  io::RowReader rows(path, io::Separator::tab);
  while (rows.next()) {
    const auto& fields = rows.fields();
    if (fields.size() < 3) {
      rows.fail("fewer than three fields; expected a group, a description and its members");
    }
    for (std::size_t i = 2; i < fields.size(); ++i) {
      if (fields[i].empty()) continue;  // some programs end all lines with the same number of tabs
      file.memberships.push_back(
          {std::string(fields[i]), std::string(fields[0]), rows.lines().line_number()});
    }
  }
  return file;
}

GroupFile read_table(const std::string& spec, const io::NameTable& features) {
  auto [path, part] = io::split_file_and_part(spec);
  std::string feature_column;
  if (const std::size_t comma = part.find(','); comma != std::string::npos) {
    feature_column = part.substr(0, comma);
    part = part.substr(comma + 1);
  }
  io::FileColumn column =
      read_members(part.empty() ? path : path + ":" + part, feature_column, features);
  GroupFile file{column.source, {}};
  for (std::size_t i = 0; i < column.ids.size(); ++i) {
    file.memberships.push_back({std::move(column.ids[i]), std::move(column.values[i]),
                                i < column.lines.size() ? column.lines[i] : 0});
  }
  return file;
}

// Distinct names among them, in the order of the file.
std::vector<std::string> distinct_features(const std::vector<const Membership*>& memberships) {
  io::NameTable names;
  for (const Membership* one : memberships) names.intern(one->feature);
  return names.take_names();
}

[[noreturn]] void fail_for_unknown(const GroupFile& file, const Dataset& data,
                                   const std::vector<const Membership*>& unknown) {
  const std::vector<std::string> names = distinct_features(unknown);
  if (unknown.size() == file.memberships.size()) {
    io::fail_without_common_feature(data, file.source, unknown.front()->feature,
                                    unknown.front()->group);
  }
  io::fail_at(
      file.source, unknown.front()->line,
      fmt::format("group {} names {}, which is no feature of the data ({} unknown in all: "
                  "{}); correct the file, or leave them out with --ignore-unknown",
                  io::in_quotes(unknown.front()->group), io::in_quotes(unknown.front()->feature),
                  names.size(), io::listed(names)));
}

}  // namespace

std::string NamedGroups::describe(const std::string& spec) const {
  if (unknown_members == 0 && repeated_members == 0) return {};
  return fmt::format(
      "{}: {} members that are no features, {} groups without any feature, {} "
      "repeated members",
      spec, unknown_members, empty_groups, repeated_members);
}

NamedGroups read_latent_groups(const std::string& spec, const Dataset& data, bool ignore_unknown) {
  const io::NameTable features = feature_table(data);
  const bool is_gmt = io::extension_of(spec) == ".gmt";
  const GroupFile file = is_gmt ? read_gmt(spec) : read_table(spec, features);
  if (file.memberships.empty()) io::fail_in(file.source, "holds no groups");

  NamedGroups result;
  io::NameTable group_names;
  std::vector<std::set<NodeId>> members;
  std::vector<const Membership*> unknown;
  for (const Membership& one : file.memberships) {
    const auto group = static_cast<std::size_t>(group_names.intern(one.group));
    members.resize(std::max(members.size(), group + 1));
    const NodeId feature = features.find(one.feature);
    if (feature == kNoNode) {
      unknown.push_back(&one);
    } else if (!members[group].insert(feature).second) {
      ++result.repeated_members;
    }
  }
  const bool none_is_known = unknown.size() == file.memberships.size();
  if (!unknown.empty() && (!ignore_unknown || none_is_known)) fail_for_unknown(file, data, unknown);

  result.unknown_members = static_cast<std::int64_t>(unknown.size());
  for (std::size_t group = 0; group < members.size(); ++group) {
    if (members[group].empty()) {
      ++result.empty_groups;
      continue;
    }
    result.groups.add(Support(members[group].begin(), members[group].end()));
    result.names.push_back(group_names.names()[group]);
  }
  return result;
}

}  // namespace graphsparse
