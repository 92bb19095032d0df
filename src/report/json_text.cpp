#include "report/json_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "report/utf8.hpp"

namespace graphsparse::report {
namespace {

std::string in_json(std::string_view bytes, std::optional<char32_t> code) {
  if (!code) return "\\ufffd";
  const bool is_special = *code == U'"' || *code == U'\\' || *code == U'<' || *code == U'>' ||
                          *code == U'&' || *code == 0x7FU || *code == 0x2028U || *code == 0x2029U;
  if (!is_special && *code >= 0x20U) return std::string(bytes);
  return fmt::format("\\u{:04x}", static_cast<unsigned>(*code));
}

}  // namespace

std::string json_text(std::string_view text) {
  std::string json = "\"";
  while (!text.empty()) {
    const Utf8Character character = first_character(text);
    json += in_json(text.substr(0, character.length), character.code);
    text.remove_prefix(character.length);
  }
  return json + '"';
}

std::string json_number(double value) {
  return std::isfinite(value) ? fmt::format("{:.7g}", value) : "null";
}

std::string json_numbers(std::span<const double> values) {
  std::string json = "[";
  for (const double value : values) {
    if (json.size() > 1) json += ',';
    json += json_number(value);
  }
  return json + ']';
}

}  // namespace graphsparse::report
