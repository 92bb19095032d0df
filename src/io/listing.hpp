// Lists of names for one-line messages.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "graphsparse/io/data_file.hpp"
#include "io/name_table.hpp"

namespace graphsparse::io {

// Names in quotes with commas between, at most ten of them and "..." for the others.
std::string listed(const std::vector<std::string>& names);

// "1 row", "2 rows".
std::string counted(std::int64_t count, const std::string& thing);

// Names that must differ.

// Numbers the names in their order. Throws InputError for one that is no name or stands there
// twice; where(i) tells where name i stands, to begin a message with, and `what` is "sample".
NameTable number_distinct_names(std::span<const std::string> names, const std::string& what,
                                const std::function<std::string(std::size_t)>& where);

// The message for a file of groups that names no feature of the data.

// `member` is a name from the file's column of features, `group` one from its column of groups.
[[noreturn]] void fail_without_common_feature(const Dataset& data, const std::string& source,
                                              const std::string& member, const std::string& group);

}  // namespace graphsparse::io
