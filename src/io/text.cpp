#include "io/text.hpp"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

namespace graphsparse::io {
namespace {

constexpr std::size_t kLongestQuote = 40;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_control(unsigned char c) { return c < 0x20 || c == 0x7f; }

// Bytes beyond ASCII count as letters: they belong to words in some language.
bool is_letter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

// The length of the UTF-8 character at the start of `text`, or 0 if there is none.
std::size_t utf8_length(std::string_view text) {
  struct Form {
    std::uint32_t mask, lead, smallest;
  };
  constexpr std::array<Form, 4> forms = {
      {{0x80, 0x00, 0x0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}}};
  const std::uint32_t first = static_cast<unsigned char>(text.front());
  for (std::size_t extra = 0; extra < forms.size(); ++extra) {
    if ((first & forms[extra].mask) != forms[extra].lead) continue;
    if (text.size() <= extra) return 0;
    std::uint32_t code = first & ~forms[extra].mask;
    for (std::size_t i = 1; i <= extra; ++i) {
      const std::uint32_t next = static_cast<unsigned char>(text[i]);
      if ((next & 0xc0U) != 0x80U) return 0;
      code = code << 6U | (next & 0x3fU);
    }
    const bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
    return code < forms[extra].smallest || code > 0x10ffff || is_surrogate ? 0 : extra + 1;
  }
  return 0;
}

}  // namespace

std::string in_quotes(std::string_view text) {
  std::string result = "'";
  const std::string_view full = text;
  while (!text.empty() && full.size() - text.size() < kLongestQuote) {
    const std::size_t length = utf8_length(text);
    if (length == 0 || (length == 1 && is_control(static_cast<unsigned char>(text.front())))) {
      result += '?';
      text.remove_prefix(1);
    } else {
      result += text.substr(0, length);
      text.remove_prefix(length);
    }
  }
  if (!text.empty()) result += "...";
  return result + "'";
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

std::optional<std::string_view> flaw_of_name(std::string_view name) {
  if (name.empty()) return "is empty";
  while (!name.empty()) {
    const std::size_t length = utf8_length(name);
    if (length == 0) return "is not valid UTF-8";
    if (is_control(static_cast<unsigned char>(name.front()))) return "holds a control character";
    name.remove_prefix(length);
  }
  return std::nullopt;
}

std::optional<double> parse_number(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  double value = 0.0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = fast_float::from_chars(text.data(), end, value);
  // Newer versions call an infinite result "out of range"; the value is what matters here.
  const bool has_value = error == std::errc() || error == std::errc::result_out_of_range;
  if (!has_value || rest != end) return std::nullopt;
  return value;
}

std::optional<std::int64_t> parse_index(std::string_view text) {
  constexpr std::size_t most_digits = 18;
  if (text.empty() || text.size() > most_digits || !is_digit(text.front())) return std::nullopt;
  if (text.front() == '0' && text.size() > 1) return std::nullopt;
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end) return std::nullopt;
  return value;
}

bool is_word(std::string_view text) {
  if (parse_number(text).has_value()) return false;  // nan, inf
  const std::size_t start = text.find_first_not_of("+-.");
  if (start == std::string_view::npos || is_digit(text[start])) return false;
  return std::any_of(text.begin(), text.end(), is_letter);
}

}  // namespace graphsparse::io
