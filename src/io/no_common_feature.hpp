// The message for a file of groups that names no feature of the data.
#pragma once

#include <string>

#include "graphsparse/io/data_file.hpp"

namespace graphsparse::io {

// `member` is a name from the file's column of features, `group` one from its column of groups.
[[noreturn]] void fail_without_common_feature(const Dataset& data, const std::string& source,
                                              const std::string& member, const std::string& group);

}  // namespace graphsparse::io
