#include "graphsparse/report/escape_xml.hpp"

#include "report/utf8.hpp"

namespace graphsparse::report {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::string_view kEllipsis = "\xE2\x80\xA6";     // U+2026

// U+2400 + code, the picture of a C0 control character.
std::string control_picture(char32_t code) {
  std::string picture = "\xE2\x90";
  picture.push_back(static_cast<char>(0x80U + static_cast<unsigned>(code)));
  return picture;
}

// Not a character, though it has a number: XML 1.0 forbids the last two of the first plane, and
// the others are not meant for exchange.
bool is_noncharacter(char32_t code) {
  return (code & 0xFFFEU) == 0xFFFEU || (code >= 0xFDD0U && code <= 0xFDEFU);
}

std::string escaped_character(std::string_view bytes, std::optional<char32_t> code) {
  if (!code || is_noncharacter(*code)) return std::string(kReplacement);
  switch (*code) {
    case U'&':
      return "&amp;";
    case U'<':
      return "&lt;";
    case U'>':
      return "&gt;";
    case U'"':
      return "&quot;";
    case U'\'':
      return "&#39;";
    case U'\t':
    case U'\n':
      return std::string(bytes);
    case U'\x7F':
      return "\xE2\x90\xA1";  // the picture of "delete"
    default:
      break;
  }
  if (*code < 0x20U) return control_picture(*code);
  if (*code >= 0x80U && *code < 0xA0U) return std::string(kReplacement);
  return std::string(bytes);
}

}  // namespace

std::string escape_xml(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  while (!text.empty()) {
    const Utf8Character character = first_character(text);
    escaped += escaped_character(text.substr(0, character.length), character.code);
    text.remove_prefix(character.length);
  }
  return escaped;
}

std::string shortened(std::string_view text, std::size_t limit) {
  std::size_t kept_bytes = 0;  // the first limit - 1 characters
  std::size_t bytes = 0;
  for (std::size_t count = 0; bytes < text.size(); ++count) {
    if (count == limit) return std::string(text.substr(0, kept_bytes)) + std::string(kEllipsis);
    bytes += first_character(text.substr(bytes)).length;
    if (count + 1 < limit) kept_bytes = bytes;
  }
  return std::string(text);
}

}  // namespace graphsparse::report
