#include "io/listing.hpp"

#include <fmt/format.h>

#include "graphsparse/core/error.hpp"
#include "io/text.hpp"

namespace graphsparse::io {

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most_names = 10;
  std::string list;
  for (std::size_t i = 0; i < names.size() && i < most_names; ++i) {
    list += (i == 0 ? "" : ", ") + in_quotes(names[i]);
  }
  return names.size() > most_names ? list + ", ..." : list;
}

std::string counted(std::int64_t count, const std::string& thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

NameTable number_distinct_names(std::span<const std::string> names, const std::string& what,
                                const std::function<std::string(std::size_t)>& where) {
  NameTable table;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (const auto flaw = flaw_of_name(names[i])) {
      throw InputError(fmt::format("{}: the name {} of a {} {}; names are text in UTF-8", where(i),
                                   in_quotes(names[i]), what, *flaw));
    }
    const auto id = static_cast<std::size_t>(table.intern(names[i]));
    if (id == i) continue;
    throw InputError(fmt::format("{}: the {} {} stands at {} already; names must differ", where(i),
                                 what, in_quotes(names[i]), where(id)));
  }
  return table;
}

void fail_without_common_feature(const Dataset& data, const std::string& source,
                                 const std::string& member, const std::string& group) {
  bool is_exchanged = false;
  for (NodeId feature = 0; feature < data.design->columns() && !is_exchanged; ++feature) {
    is_exchanged = data.feature_name(feature) == group;
  }
  throw InputError(fmt::format(
      "{} and {} have no feature in common; features are called like {} in the data, like {} in "
      "the groups{}",
      data.source, source, in_quotes(data.feature_name(0)), in_quotes(member),
      is_exchanged ? fmt::format("; the columns of the latter seem to be exchanged, for {} stands "
                                 "where a group should: expected lines 'feature group'",
                                 in_quotes(group))
                   : ""));
}

}  // namespace graphsparse::io
