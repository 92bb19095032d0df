// How single values look to people.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace graphsparse {

// Four significant digits.
std::string format_number(double value);

// A duration with a fitting unit: "1.23 ms", "4.5 s", "3 min 20 s".
std::string format_duration(double seconds);

// "a, b, c, ... and 480 more": the first twenty of `count` items.
std::string format_list(std::size_t count, const std::function<std::string(std::size_t)>& item);

// The pieces between the separators; one more than there are separators.
std::vector<std::string_view> split(std::string_view text, char separator);

// What a table's rows have in one member, such as their names.
template <class Rows, class Member>
std::vector<std::string> names_of(const Rows& rows, Member member) {
  std::vector<std::string> names;
  for (const auto& row : rows) names.emplace_back(row.*member);
  return names;
}

// "a, b, c", for messages.
std::string listed(const std::vector<std::string>& names);
template <class Rows, class Member>
std::string listed(const Rows& rows, Member member) {
  return listed(names_of(rows, member));
}

}  // namespace graphsparse
