// Aligned text for people.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "graphsparse/core/format.hpp"

namespace graphsparse::cli {

// One "label  value" line each, labels aligned.
std::string format_fields(const std::vector<std::pair<std::string, std::string>>& fields);

// Columns under their headings: the first to the left, the others to the right. Widths are counted
// in bytes: cells are ASCII.
std::string format_columns(const std::vector<std::string>& headings,
                           const std::vector<std::vector<std::string>>& rows);

}  // namespace graphsparse::cli
