#include "io/no_common_feature.hpp"

#include <fmt/format.h>

#include "graphsparse/core/error.hpp"
#include "io/text.hpp"

namespace graphsparse::io {

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
