// How single values look to people.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace graphsparse {

// Four significant digits.
std::string format_number(double value);

// A duration with a fitting unit: "1.23 ms", "4.5 s", "3 min 20 s".
std::string format_duration(double seconds);

// "a, b, c, ... and 480 more": the first twenty of `count` items.
std::string format_list(std::size_t count, const std::function<std::string(std::size_t)>& item);

}  // namespace graphsparse
