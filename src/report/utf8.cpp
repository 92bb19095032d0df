#include "report/utf8.hpp"

namespace graphsparse::report {
namespace {

// What a first byte promises: how many bytes follow, and the range of the first of these, which is
// what rules out overlong forms, surrogates and too large numbers.
struct Lead {
  std::size_t following = 0;
  unsigned char second_low = 0x80;
  unsigned char second_high = 0xBF;
  unsigned char payload_mask = 0;
};

std::optional<Lead> lead_of(unsigned char byte) {
  if (byte < 0x80) return Lead{.following = 0, .payload_mask = 0x7F};
  if (byte < 0xC2) return std::nullopt;
  if (byte < 0xE0) return Lead{.following = 1, .payload_mask = 0x1F};
  if (byte < 0xF0) {
    Lead lead{.following = 2, .payload_mask = 0x0F};
    if (byte == 0xE0) lead.second_low = 0xA0;
    if (byte == 0xED) lead.second_high = 0x9F;
    return lead;
  }
  if (byte > 0xF4) return std::nullopt;
  Lead lead{.following = 3, .payload_mask = 0x07};
  if (byte == 0xF0) lead.second_low = 0x90;
  if (byte == 0xF4) lead.second_high = 0x8F;
  return lead;
}

}  // namespace

Utf8Character first_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::optional<Lead> lead = lead_of(first);
  if (!lead) return {};
  auto code = static_cast<char32_t>(first & lead->payload_mask);
  for (std::size_t i = 1; i <= lead->following; ++i) {
    if (i == text.size()) return {.code = std::nullopt, .length = i};
    const auto byte = static_cast<unsigned char>(text[i]);
    const unsigned char low = i == 1 ? lead->second_low : 0x80;
    const unsigned char high = i == 1 ? lead->second_high : 0xBF;
    if (byte < low || byte > high) return {.code = std::nullopt, .length = i};
    code = (code << 6U) | static_cast<char32_t>(byte & 0x3FU);
  }
  return {.code = code, .length = lead->following + 1};
}

namespace {

// In parts of the font size.
double character_width(char32_t code) {
  if (code >= 0x2E80) return 1.0;  // East Asian scripts and pictures
  if (code >= 0x80) return 0.65;
  const auto is_among = [code](std::string_view letters) {
    return letters.find(static_cast<char>(code)) != std::string_view::npos;
  };
  if (is_among("ijl.,:;'|!")) return 0.32;
  if (is_among("frtI()[]{}/-\" ")) return 0.4;
  if (is_among("mwMW%@")) return 0.95;
  if (code >= U'A' && code <= U'Z') return 0.7;
  return 0.6;
}

}  // namespace

double text_width(std::string_view text, double font_size) {
  double width = 0;
  while (!text.empty()) {
    const Utf8Character character = first_character(text);
    width += character_width(character.code.value_or(U'?'));
    text.remove_prefix(character.length);
  }
  return width * font_size;
}

}  // namespace graphsparse::report
