// The few values that the data of a page consists of, as JSON that also stands in a script element.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace graphsparse::report {

// In quotes. What is no UTF-8 becomes U+FFFD; < > & are escaped, so that no name ends the element.
std::string json_text(std::string_view text);

// Seven digits, more than any picture shows; null for what is not finite.
std::string json_number(double value);

std::string json_numbers(std::span<const double> values);

}  // namespace graphsparse::report
