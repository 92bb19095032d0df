// Aligned text for people.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace graphsparse::cli {

// One "label  value" line each, labels aligned.
std::string format_fields(const std::vector<std::pair<std::string, std::string>>& fields);

// Columns under their headings: the first to the left, the others to the right. Widths are counted
// in bytes: cells are ASCII.
std::string format_columns(const std::vector<std::string>& headings,
                           const std::vector<std::vector<std::string>>& rows);

// "a, b, c, ... and 480 more": the first twenty of `count` items.
std::string format_list(std::size_t count, const std::function<std::string(std::size_t)>& item);

}  // namespace graphsparse::cli
