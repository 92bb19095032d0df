// Names that must differ.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "io/name_table.hpp"

namespace graphsparse::io {

// Numbers the names in their order. Throws InputError for one that is no name or stands there
// twice; where(i) tells where name i stands, to begin a message with, and `what` is "sample".
NameTable number_distinct_names(std::span<const std::string> names, const std::string& what,
                                const std::function<std::string(std::size_t)>& where);

}  // namespace graphsparse::io
