// "Did you mean ...?" for mistyped names.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace graphsparse {

// How many letters must be inserted, deleted, replaced or swapped with their neighbour to turn one
// word into the other; limit + 1 where it is more than the limit.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

// The candidate nearest to the word, the first of equals; nothing where none is near.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

// "; did you mean 'x'?", or nothing.
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates);

}  // namespace graphsparse
