// Small questions about text that every reader asks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace graphsparse::io {

// The text in single quotes, shortened and with unprintable bytes replaced, for one-line messages.
std::string in_quotes(std::string_view text);

std::string_view trimmed(std::string_view text);  // without spaces and tabs at its ends
std::string lower_case(std::string_view text);    // ASCII only

// What is wrong with `name` as the name of a node ("is empty"), or nothing.
std::optional<std::string_view> flaw_of_name(std::string_view name);

// The whole text as a number, "nan" and "inf" included; too large a number becomes infinite.
std::optional<double> parse_number(std::string_view text);

// A plain decimal number: digits only, no leading zero, at most 18 digits.
std::optional<std::int64_t> parse_index(std::string_view text);

// Whether the text can only be meant as a word: it has a letter and does not begin like a number.
bool is_word(std::string_view text);

}  // namespace graphsparse::io
