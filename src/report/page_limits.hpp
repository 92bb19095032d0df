// How much of a large result a page shows.
#pragma once

#include <cstddef>

namespace graphsparse::report {

inline constexpr std::size_t kMostRows = 500;        // of a table
inline constexpr std::size_t kMostDrawnNodes = 200;  // more names than that cover each other

}  // namespace graphsparse::report
