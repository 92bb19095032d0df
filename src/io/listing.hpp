// Lists of names for one-line messages.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace graphsparse::io {

// Names in quotes with commas between, at most ten of them and "..." for the others.
std::string listed(const std::vector<std::string>& names);

// "1 row", "2 rows".
std::string counted(std::int64_t count, const std::string& thing);

}  // namespace graphsparse::io
