#include "report/text_width.hpp"

#include "report/utf8.hpp"

namespace graphsparse::report {
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
